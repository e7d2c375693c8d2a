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
