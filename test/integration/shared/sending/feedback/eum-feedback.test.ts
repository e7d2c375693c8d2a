import { createEumFeedback } from '../../../../../shared/platform/provider/eum/eum-feedback';
import {
  pointEumAt,
  startWireServer,
  type WireServer,
  type WireStep,
} from '../../../../support/aws/wire-server';

const SHORT_MS = 200;
let server: WireServer;
let eum: ReturnType<typeof createEumFeedback>;

beforeEach(async () => {
  server = await startWireServer();
  pointEumAt(server.url);
  eum = createEumFeedback({ connectMs: SHORT_MS, answerMs: SHORT_MS });
});
afterEach(async () => {
  eum.close();
  await server.stop();
});

const exception = (type: string, status = 400): WireStep => ({
  status,
  body: JSON.stringify({ __type: type, Message: 'secret +12125550123' }),
});

const give = async (step: WireStep) => {
  server.behave(step);
  return eum.giveFeedback({ providerMessageId: 'eum-1' });
};

it('says that the message was received, once', async () => {
  const answer = JSON.stringify({ MessageId: 'eum-1', MessageFeedbackStatus: 'RECEIVED' });
  expect(await give({ status: 200, body: answer })).toEqual({ outcome: 'given' });
  expect(server.requests.map(({ target, body }) => [target, JSON.parse(body) as unknown])).toEqual([
    ['PinpointSMSVoiceV2.PutMessageFeedback', { MessageId: 'eum-1', MessageFeedbackStatus: 'RECEIVED' }],
  ]);
});

it.each([
  ['AccessDeniedException', 400, 'refused'],
  ['ResourceNotFoundException', 400, 'refused'],
  ['ValidationException', 400, 'refused'],
  ['ConflictException', 400, 'refused'],
  ['ThrottlingException', 400, 'unavailable'],
  ['InternalServerException', 500, 'unavailable'],
])('%s (%i) means %s, with its name and without its message', async (type, status, outcome) => {
  expect(await give(exception(type, status))).toEqual({ outcome, providerReason: type });
  expect(server.requests).toHaveLength(outcome === 'refused' ? 1 : 2);
});

it.each(['resetWithoutReading', 'resetAfterReading', 'hang'] as const)(
  'may be given again after a connection that does this: %s',
  async (step) => {
    expect(await give(step)).toMatchObject({ outcome: 'unavailable' });
  },
);
