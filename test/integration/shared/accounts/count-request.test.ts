import { rateKey } from '../../../../shared/platform/store/keys';
import { countRequest, giveBack } from '../../../../shared/accounts/count-request';
import type { RateLimitDecision } from '../../../../shared/accounts/rate-limit';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine();
let now: Date;
let accounts = 0;
let accountId: string;

beforeEach(() => {
  now = new Date('2026-03-01T12:00:00.000Z');
  accountId = `acc_${(accounts += 1)}`;
});

describe('counting requests', () => {
  const count = (limit: number, bucket: RateLimitDecision['bucket'] = 'message', amount?: number) =>
    countRequest(
      { table: engine.table, clock: { now: () => now } },
      { window: { owner: accountId, bucket }, limit, ...(amount !== undefined && { amount }) },
    );

  async function countSome(requests: number, limit: number): Promise<RateLimitDecision[]> {
    const decisions: RateLimitDecision[] = [];
    for (let request = 0; request < requests; request++) decisions.push(await count(limit));
    return decisions;
  }

  describe('the window of a bucket (rules 8.1)', () => {
    it('opens at the first request and tells how much it still holds', async () => {
      expect(await count(60)).toEqual({
        isAllowed: true,
        bucket: 'message',
        limit: 60,
        remaining: 59,
        resetSeconds: 60,
        closesAtMs: Date.parse('2026-03-01T12:01:00.000Z'),
        countedAtMs: Date.parse('2026-03-01T12:00:00.000Z'),
      });
    });

    it('holds exactly the limit and refuses the next request', async () => {
      expect((await countSome(4, 3)).map(({ isAllowed, remaining }) => [isAllowed, remaining])).toEqual([
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
      ]);
    });

    it('lets exactly the limit through when 500 requests come at once', async () => {
      const decisions = await Promise.all(Array.from({ length: 500 }, () => count(150)));
      expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(150);
      expect(
        new Set(decisions.filter(({ isAllowed }) => isAllowed).map(({ remaining }) => remaining)).size,
      ).toBe(150);
      expect(decisions.filter(({ isAllowed }) => !isAllowed)).toHaveLength(350);
    });

    it('lets exactly the limit through when 500 requests come at once to a window that is over', async () => {
      await countSome(2, 1);
      now = new Date('2026-03-01T12:01:00.000Z');
      const decisions = await Promise.all(Array.from({ length: 500 }, () => count(60)));
      expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(60);
    });

    it('is counted from the first request, not from the last, and is over after 60 s', async () => {
      await count(2);
      now = new Date('2026-03-01T12:00:59.000Z');
      expect(await count(2)).toMatchObject({ isAllowed: true, resetSeconds: 1 });
      now = new Date('2026-03-01T12:00:59.999Z');
      expect(await count(2)).toMatchObject({ isAllowed: false, resetSeconds: 1 });
      now = new Date('2026-03-01T12:01:00.000Z');
      expect(await count(2)).toMatchObject({ isAllowed: true, remaining: 1, resetSeconds: 60 });
    });

    it('rounds the seconds until it closes up', async () => {
      await count(1);
      now = new Date('2026-03-01T12:00:10.500Z');
      expect(await count(1)).toEqual({
        isAllowed: false,
        bucket: 'message',
        limit: 1,
        remaining: 0,
        resetSeconds: 50,
        closesAtMs: Date.parse('2026-03-01T12:01:00.000Z'),
        countedAtMs: Date.parse('2026-03-01T12:00:00.000Z'),
      });
    });

    it('is opened by one write where there was none to be seen, and counted in when another was first', async () => {
      const window = { owner: accountId, bucket: 'message' as const };
      const seenWindow = { item: undefined };
      const deps = { table: engine.table, clock: { now: () => now } };
      const update = jest.spyOn(engine.table, 'update');
      const first = await countRequest(deps, { window, limit: 3, seenWindow });
      expect(update).not.toHaveBeenCalled();
      const second = await countRequest(deps, { window, limit: 3, seenWindow });
      expect([first.remaining, second.remaining]).toEqual([2, 1]);
      update.mockRestore();
    });

    it('is opened by one write where the one to be seen is over', async () => {
      await count(3);
      const item = await engine.table.get(rateKey({ owner: accountId, bucket: 'message' }));
      now = new Date('2026-03-01T12:01:00.000Z');
      const update = jest.spyOn(engine.table, 'update');
      const deps = { table: engine.table, clock: { now: () => now } };
      const decision = await countRequest(deps, {
        window: { owner: accountId, bucket: 'message' },
        limit: 3,
        seenWindow: { item },
      });
      expect(decision).toMatchObject({ isAllowed: true, remaining: 2, resetSeconds: 60 });
      expect(update).not.toHaveBeenCalled();
      update.mockRestore();
    });

    it('says when the last request was counted, whatever was refused since', async () => {
      await count(2);
      now = new Date('2026-03-01T12:00:10.000Z');
      await count(2);
      now = new Date('2026-03-01T12:00:20.000Z');
      expect(await count(2)).toMatchObject({
        isAllowed: false,
        countedAtMs: Date.parse('2026-03-01T12:00:10.000Z'),
      });
    });

    it('does not grow with refused requests', async () => {
      await countSome(5, 2);
      expect(await engine.table.get(rateKey({ owner: accountId, bucket: 'message' }))).toMatchObject({
        count: 2,
      });
    });

    it('belongs to one bucket of one account', async () => {
      await count(1, 'batch');
      expect([await count(1, 'batch'), await count(1, 'broadcast')].map((d) => d.isAllowed)).toEqual([
        false,
        true,
      ]);
      accountId = 'acc_other';
      expect(await count(1, 'batch')).toMatchObject({ isAllowed: true });
    });

    it('follows a limit that is changed while it is open', async () => {
      await countSome(3, 3);
      expect(await count(5)).toMatchObject({ isAllowed: true, remaining: 1 });
      expect(await count(2)).toMatchObject({ isAllowed: false, remaining: 0 });
    });

    it('counts a request of several sends whole or not at all', async () => {
      expect(await count(12, 'message', 10)).toMatchObject({ isAllowed: true, remaining: 2 });
      expect(await count(12, 'message', 3)).toMatchObject({
        isAllowed: false,
        remaining: 2,
        resetSeconds: 60,
      });
      expect(await count(12, 'message', 2)).toMatchObject({ isAllowed: true, remaining: 0 });
      expect(await count(12, 'message', 13)).toMatchObject({ isAllowed: false, remaining: 0 });
    });

    it('lets nothing through when the limit is 0', async () => {
      expect(await count(0)).toEqual({
        isAllowed: false,
        bucket: 'message',
        limit: 0,
        remaining: 0,
        resetSeconds: 60,
      });
    });

    it('never tells a longer wait than the window, whatever the clocks of two instances say', async () => {
      await count(1);
      now = new Date('2026-03-01T11:59:58.000Z');
      expect(await count(1)).toMatchObject({ isAllowed: false, resetSeconds: 60 });
    });
  });
});

describe('giving back', () => {
  const deps = () => ({ table: engine.table, clock: { now: () => now } });
  const count = (limit: number) =>
    countRequest(deps(), { window: { owner: accountId, bucket: 'batch' }, limit });
  const back = (counted: RateLimitDecision) => giveBack(deps(), { owner: accountId, counted });
  const at = (time: string) => (now = new Date(`2026-03-01T${time}Z`));
  const stored = async () => (await engine.table.get(rateKey({ owner: accountId, bucket: 'batch' })))?.count;

  describe('giving a place back (rules E7)', () => {
    it('leaves the place to the next request, and tells the window as it is then', async () => {
      await count(2);
      const second = await count(2);
      at('12:00:20.000');
      expect(await back(second)).toMatchObject({ isAllowed: true, limit: 2, remaining: 1, resetSeconds: 40 });
      expect([await count(2), await count(2)].map(({ isAllowed }) => isAllowed)).toEqual([true, false]);
    });

    it('ends a window that holds no request any more: the next request opens one of 60 s', async () => {
      const only = await count(1);
      at('12:00:50.000');
      expect(await back(only)).toEqual({
        isAllowed: true,
        bucket: 'batch',
        limit: 1,
        remaining: 1,
        resetSeconds: 60,
      });
      expect(await count(1)).toMatchObject({ isAllowed: true, remaining: 0, resetSeconds: 60 });
      at('12:01:49.999');
      expect(await count(1)).toMatchObject({ isAllowed: false, resetSeconds: 1 });
      at('12:01:50.000');
      expect(await count(1)).toMatchObject({ isAllowed: true });
    });

    it('changes nothing when another window has been opened meanwhile', async () => {
      const old = await count(1);
      at('12:01:00.000');
      await count(1);
      expect(await back(old)).toMatchObject({ remaining: 0, resetSeconds: 60 });
      expect(await count(1)).toMatchObject({ isAllowed: false });
    });

    it('changes nothing when the window of the request is over and none has followed', async () => {
      const old = await count(1);
      at('12:01:00.000');
      expect(await back(old)).toMatchObject({ remaining: 1, resetSeconds: 60 });
      expect(await count(1)).toMatchObject({ isAllowed: true, remaining: 0, resetSeconds: 60 });
    });

    it('is exact when fifty requests at once are counted and half of them given back', async () => {
      const counted = await Promise.all(Array.from({ length: 50 }, () => count(50)));
      await Promise.all(counted.filter((_, index) => index % 2 === 0).map(back));
      expect(await stored()).toBe(25);
      const more = await Promise.all(Array.from({ length: 40 }, () => count(50)));
      expect(more.filter(({ isAllowed }) => isAllowed)).toHaveLength(25);
    });

    it('lets never more than the limit stay when requests are counted and given back at the same time', async () => {
      const kept: RateLimitDecision[] = [];
      const client = async (isRefused: boolean) => {
        for (let round = 0; round < 5; round++) {
          const counted = await count(3);
          if (!counted.isAllowed) continue;
          if (isRefused) await back(counted);
          else kept.push(counted);
        }
      };
      await Promise.all(Array.from({ length: 12 }, (_, index) => client(index % 3 !== 0)));
      expect(kept.length).toBeLessThanOrEqual(3);
      expect(await stored()).toBe(kept.length);
    });
  });
});
