import {
  readCountedMarketing,
  returnTakenPlaces,
  takeCapPlace,
} from '../../../../../../shared/sending/jobs/process/internal/marketing-cap';
import { useEngine } from '../../../../../support/engines/engine';

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const AT_ONCE = 500;

const engine = useEngine();
let contactId: string;
let contacts = 0;
beforeEach(() => {
  contactId = `con_${(contacts += 1)}`;
});

const accountId = 'acc_cap';
const placeOf = (index: number) => ({ accountId, contactId, messageId: `msg_${index}` });
const counted = async () => {
  const [found] = await readCountedMarketing(engine.table, { accountId, contactIds: [contactId] });
  return found?.messages.map(({ id }) => id) ?? [];
};
const take = (index: number, cap: { messages: number; hours: number } | undefined, nowMs = NOW_MS) =>
  takeCapPlace(engine.table, placeOf(index), { cap, known: undefined, nowMs });
const takeAtOnce = (count: number, cap: { messages: number; hours: number }) =>
  Promise.all(Array.from({ length: count }, (_, index) => take(index, cap)));

describe('rules E4.6: marketing messages to one contact, 500 at once', () => {
  it.each([1, 5])('are handed over as often as a cap of %i allows', async (messages) => {
    const allowed = await takeAtOnce(AT_ONCE, { messages, hours: 24 });

    expect(allowed.filter(Boolean)).toHaveLength(messages);
    const ids = allowed.flatMap((isAllowed, index) => (isAllowed ? [`msg_${index}`] : []));
    expect((await counted()).toSorted()).toEqual(ids.toSorted());
  });

  it('are handed over no more than once again when they come twice', async () => {
    const cap = { messages: 3, hours: 24 };
    const first = await takeAtOnce(AT_ONCE, cap);
    const again = await takeAtOnce(AT_ONCE, cap);
    expect(again).toEqual(first);
    expect(await counted()).toHaveLength(3);
  });

  it('take the places that others give back', async () => {
    const cap = { messages: 3, hours: 24 };
    const allowed = await takeAtOnce(AT_ONCE, cap);
    const [given = 0] = allowed.flatMap((isAllowed, index) => (isAllowed ? [index] : []));
    const giveBack = () => returnTakenPlaces(engine.table, [placeOf(given)], { nowMs: NOW_MS });
    await Promise.all([giveBack(), giveBack()]);
    const more = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => take(AT_ONCE + index, cap)));
    expect(more.filter(Boolean)).toHaveLength(1);
    expect(await counted()).toHaveLength(3);
  });

  it('have no place that a time before the cap had, until it has passed', async () => {
    expect(await take(0, undefined)).toBe(true);
    expect(await take(1, undefined, NOW_MS + HOUR_MS)).toBe(true);
    const cap = { messages: 2, hours: 24 };
    expect(await take(2, cap, NOW_MS + 24 * HOUR_MS - 1)).toBe(false);
    expect(await take(3, cap, NOW_MS + 24 * HOUR_MS)).toBe(true);
    expect(await take(4, cap, NOW_MS + 24 * HOUR_MS)).toBe(false);
  });
});
