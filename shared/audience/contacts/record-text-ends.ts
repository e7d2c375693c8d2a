import { forEachAtOnce } from '../../platform/at-once';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { COUNTED_ATTRIBUTES, countedContactItem } from './contact';
import { contactUpdate } from './contact-write';
import { hardFailuresAfter, isSetAside, type TextEnd } from './hard-failures';

/** End of a text to a number of an account. */
export interface CountedEnd extends TextEnd {
  accountId: string;
  phoneNumber: string;
  /** ISO time from which the account counts hard failures. */
  countedFrom: string;
}

type Address = Pick<CountedEnd, 'accountId' | 'phoneNumber'>;
type CountedContact = ReturnType<typeof countedContactItem.read>;

const CONTACTS_AT_ONCE = 16;

/**
 * Counts hard failures of numbers and clears the counts of numbers that a text has reached; sets numbers aside and ends
 * that. It reads each contact once, and writes those that change: a delivery to a contact without a count is a read.
 * The read is consistent, since a count that was written just before must not outlast the delivery. A number without a
 * contact has no count. Idempotent.
 *
 * @returns ids of messages whose ends were not recorded, which can be tried again
 *
 * **Source:** rules E11.
 */
export async function recordTextEnds(
  deps: Pick<Platform, 'table' | 'clock' | 'log'>,
  ends: CountedEnd[],
): Promise<string[]> {
  if (ends.length === 0) return [];
  const byContact = new Map<string, CountedEnd[]>();
  for (const end of ends) {
    const name = `${end.accountId} ${end.phoneNumber}`;
    byContact.set(name, [...(byContact.get(name) ?? []), end]);
  }
  const groups = [...byContact.values()];
  const failed: string[] = [];
  try {
    const items = await deps.table.batchGet(
      groups.map(([end]) => countedContactItem.key(end as Address)),
      { attributes: COUNTED_ATTRIBUTES },
    );
    await forEachAtOnce(groups, CONTACTS_AT_ONCE, async (group, index) => {
      try {
        await recordEnds(deps, group, countedContactItem.readIfAny(items[index]));
      } catch (error) {
        deps.log.error('Hard failures of a number not counted', error);
        failed.push(...group.map(({ messageId }) => messageId));
      }
    });
    return failed;
  } catch (error) {
    deps.log.error('Hard failures not counted', error, { count: ends.length });
    return ends.map(({ messageId }) => messageId);
  }
}

async function recordEnds(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  ends: CountedEnd[],
  read: CountedContact | undefined,
): Promise<void> {
  const address = ends[0] as Address;
  let contact = read;
  await retryOnConflict(table.waits, async () => {
    const change = contact && changeOf(contact, ends, epochMs(clock));
    if (!contact || !change) return 'done';
    const at = clock.now().toISOString();
    const update = contactUpdate({ ...address, known: contact, ...change(at), at });
    if ((await table.update(update)).written) return 'done';
    contact = countedContactItem.readIfAny(await table.get(countedContactItem.key(address)));
    return CONFLICT;
  });
}

/** @returns the change at a time; `undefined` when there is none */
function changeOf(
  contact: CountedContact,
  ends: CountedEnd[],
  nowMs: number,
): ((at: string) => { set: Record<string, unknown>; remove: string[] }) | undefined {
  const { id, hardFailures: before, setAsideAt, setAsideReason, erasedAt = '' } = contact;
  if (id === undefined) return undefined;
  // A failure makes the count that a delivery beside it can clear.
  const inOrder = ends.toSorted((a, b) => Number(a.isDelivered) - Number(b.isDelivered));
  const after = inOrder.reduce((known, end) => {
    const countedFrom = end.countedFrom > erasedAt ? end.countedFrom : erasedAt;
    return hardFailuresAfter(known, end, { countedFrom, nowMs });
  }, before);
  if (after === before) return undefined;
  const isAside = isSetAside(after);
  return (at) => ({
    set: {
      hardFailures: after,
      ...(isAside && setAsideAt === undefined && { setAsideAt: at, setAsideReason: 'failures' }),
    },
    // What a look-up set aside, only a look-up or a person puts back.
    remove: isAside || setAsideReason !== 'failures' ? [] : ['setAsideAt', 'setAsideReason'],
  });
}
