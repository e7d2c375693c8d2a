import { emptyProfile } from '../../../../../shared/audience/contacts/empty-profile';
import { newContactItem } from '../../../../../shared/audience/contacts/contact-write';
import { previewAudience } from '../../../../../shared/audience/segments/preview-audience';
import { PREVIEW_AT_MOST_MS } from '../../../../../shared/limits';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import { createIds } from '../../../../../shared/platform/ids';
import { useEngine } from '../../../../support/engines/engine';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';

const engine = useEngine();
const CONTACTS = 400;
const AT = '2026-03-01T12:00:00.000Z';
const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };
const ids = createIds({ now: () => new Date(AT) });

let accountId: string;
let accounts = 0;

beforeEach(async () => {
  accountId = `acc_count${(accounts += 1)}`;
  const items = Array.from({ length: CONTACTS }, (_, index) => {
    const phoneNumber = `+1206555${String(index).padStart(4, '0')}` as E164;
    const about = { accountId, phoneNumber, id: ids.next('con'), createdAt: AT, updatedAt: AT, version: 1 };
    const hardOptOut = undefined;
    const memberships = index % 4 === 0 ? {} : { grp_a: { optInAt: AT, tagIds: [] } };
    return newContactItem({
      ...{ ...emptyProfile(phoneNumber), ...about, memberships, hardOptOut },
      pendingMemberships: {},
    });
  });
  await engine.table.batchPut(items, 8);
});

/** Counts everybody, by a clock that moves with each page. */
function preview(msAPage: number, cursor?: string) {
  let nowMs = Date.parse(AT);
  const clock = { now: () => new Date((nowMs += msAPage)) };
  const account = { id: accountId, timeZone: undefined, retentionDays: 90, trackLastTexted: false };
  return previewAudience(
    { table: engine.table, clock, campaigns: NO_CAMPAIGNS },
    {
      account: { ...account, carrierLookup: false },
      schema: SCHEMA,
      body: { audience: { everyone: true } },
      cursor,
    },
  );
}

describe('E3: a count of an audience', () => {
  it('has no estimate and no cursor when it is complete', async () => {
    const counted = await preview(1);
    expect(counted).toMatchObject({ matched: CONTACTS, sendable: 300, isComplete: true });
    expect(counted.blocked).toEqual({ notOptedIn: 100, hardOptedOut: 0 });
    expect(counted).not.toHaveProperty('estimate');
    expect(counted).not.toHaveProperty('nextCursor');
    expect(counted.sample).toHaveLength(10);
  });

  it('that ran out of time estimates the rest, and goes on where it was', async () => {
    // Each page is a shard: three of the sixteen in the time of one count.
    const slow = PREVIEW_AT_MOST_MS / 3;
    let counted = await preview(slow);
    const { estimate } = counted;
    expect(counted.isComplete).toBe(false);
    expect(counted.matched).toBeLessThan(CONTACTS);
    expect(estimate?.matched).toBe(Math.round((counted.matched * 16) / 3));
    expect(Math.abs((estimate?.matched ?? 0) - CONTACTS)).toBeLessThanOrEqual(2 * (estimate?.error ?? 0));
    let counts = 1;
    let before = counted.matched;
    while (counted.nextCursor !== undefined) {
      counted = await preview(slow, counted.nextCursor);
      expect(counted.matched).toBeGreaterThan(before);
      before = counted.matched;
      counts += 1;
    }
    expect(counts).toBe(6);
    expect(counted).toMatchObject({ matched: CONTACTS, sendable: 300, isComplete: true });
  });

  it('goes on with a cursor of the same audience alone', async () => {
    const { nextCursor = '' } = await preview(PREVIEW_AT_MOST_MS);
    accountId = 'acc_other';
    await expect(preview(1, nextCursor)).rejects.toMatchObject({ code: 33100 });
    await expect(preview(1, 'bm8gY3Vyc29y')).rejects.toMatchObject({ code: 33100 });
  });
});
