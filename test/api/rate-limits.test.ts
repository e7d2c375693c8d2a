import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({ rateLimits: {} });
let phones: string[];
const sending = fixture.sending;
beforeEach(async () => {
  phones = sending.phones(100);
  await sending.optIn(phones);
});

const recipients = () => phones.map((to) => ({ to }));
const broadcast = (body: object = {}) =>
  sending.post('broadcast', { body: 'Hello', recipients: recipients(), ...body });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: number }).code;

describe('the rate limit of broadcasts (rules 8.1; rules E7)', () => {
  it('is not used up by a typo, nor by a dry run', async () => {
    const typo = await broadcast({ from: '+12065559999' });
    const dryRun = await broadcast({ dryRun: true });
    const accepted = await broadcast();
    expect([typo, dryRun, accepted].map(({ status }) => status)).toEqual([400, 200, 202]);
    expect([typo, dryRun, accepted].map(({ headers }) => headers.get('ratelimit'))).toEqual([
      '"broadcast";r=1;t=60',
      '"read";r=299;t=60',
      expect.stringMatching(/^"broadcast";r=0;t=\d+$/),
    ]);
  });

  it('is used up by one that is accepted, and tells when it is over', async () => {
    await broadcast();
    const limited = await broadcast();
    expect([limited.status, codeOf(limited)]).toEqual([429, 33002]);
    const seconds = Number(limited.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(limited.headers.get('ratelimit')).toBe(`"broadcast";r=0;t=${seconds}`);
  });

  it('lets one of ten through that come at once, typos among them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => broadcast(index % 2 ? { from: '+12065559999' } : {})),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeLessThanOrEqual(1);
    const next = await broadcast();
    expect(accepted.length + (next.status === 202 ? 1 : 0)).toBe(1);
  });

  it('is not used up by replays', async () => {
    const first = await broadcast({ idempotencyKey: 'sale:1' });
    const again = await broadcast({ idempotencyKey: 'sale:1' });
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('the rate limits of rules E1', () => {
  it('count reading messages and jobs, and cancelling', async () => {
    const policies = await Promise.all(
      ['message/msg_1', 'broadcast/brc_1', 'batch/brc_1', 'broadcast/brc_1/recipients'].map(async (path) =>
        (await sending.get(path)).headers.get('ratelimit-policy'),
      ),
    );
    expect(policies).toEqual(Array(4).fill('"read";q=300;w=60'));
    const path = '/api/v1/messaging/broadcast/brc_1/cancel';
    const cancelled = await callApi(fixture.service, { account: fixture.account, method: 'POST', path });
    expect(cancelled.headers.get('ratelimit-policy')).toBe('"stop";q=120;w=60');
  });
});
