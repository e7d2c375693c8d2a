import { recordingMeter } from '../../../../support/recording-meter';
import { measureProvider } from '../../../../../shared/platform/provider/measured-provider';
import type { SendOutcome, NotReady, OutboundMessage } from '../../../../../shared/platform/provider/port';

const MESSAGE: OutboundMessage = {
  messageId: 'msg_1',
  to: '+12125550123',
  from: '+12065550100',
  body: '',
  mediaUrl: 'https://example.com/a.png',
};
const ACCEPTED: SendOutcome = { outcome: 'accepted', providerMessageId: 'p-1' };
const NO_FILE: NotReady = { outcome: 'refused', errorType: 'media_unavailable', errorMessage: 'No file.' };

class Adapter {
  readonly asked: string[] = [];
  prepare = async ({ messageId }: { messageId: string }) => {
    this.asked.push(`prepare ${messageId}`);
    return NO_FILE;
  };
  send = async ({ messageId }: OutboundMessage) => {
    this.asked.push(`send ${messageId}`);
    return ACCEPTED;
  };
}

describe('a measured provider', () => {
  it('still gets ready what a message needs', async () => {
    const adapter = new Adapter();
    const provider = measureProvider(adapter, recordingMeter());

    expect(await provider.prepare?.(MESSAGE, { timeoutMs: 1_000 })).toEqual(NO_FILE);
    expect(await provider.send(MESSAGE)).toEqual(ACCEPTED);
    expect(adapter.asked).toEqual(['prepare msg_1', 'send msg_1']);
  });

  it('has nothing to get ready where the adapter has not', () => {
    expect(measureProvider({ send: async () => ACCEPTED }, recordingMeter())).not.toHaveProperty('prepare');
  });

  it.each<[SendOutcome, string]>([
    [ACCEPTED, 'MessagesSent'],
    [{ outcome: 'refused', errorType: 'opted_out', errorMessage: 'No.' }, 'MessagesRefused'],
    [{ outcome: 'unavailable', retryAfterSeconds: 1 }, 'ProviderUnavailable'],
    [{ outcome: 'unknown' }, 'MessagesUnknown'],
  ])('counts %j as %s', async (outcome, metric) => {
    const meter = recordingMeter();
    await measureProvider({ send: async () => outcome }, meter).send(MESSAGE);
    expect(meter.recorded).toEqual([
      ['ProviderLatency', expect.any(Number)],
      [metric, 1],
    ]);
  });
});
