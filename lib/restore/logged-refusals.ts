import {
  type ConsentLogEntry,
  membershipLog,
  readConsentLogEntry,
} from '../../shared/audience/consent/consent-log';
import { type HardOptOut, readContact } from '../../shared/audience/contacts/contact';
import { findErasedPeople } from '../../shared/audience/contacts/erased-person';
import type { Item } from '../../shared/platform/store/item';
import {
  CONSENT_LOG_PREFIX,
  contactKey,
  type Key,
  PARTITIONS,
  readContactPk,
} from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';

const DECISIONS: readonly unknown[] = ['HARD_OPT_OUT', 'HARD_OPT_OUT_LIFTED'];

/**
 * Finds the refusals of contacts that are missing from the table in use: their consent log, which is kept, has them.
 */
export async function refusalsOfLost(
  target: Table,
  items: Item[],
  known: Array<Item | undefined>,
): Promise<ReadonlyMap<Item, HardOptOut>> {
  const refusals = new Map<Item, HardOptOut>();
  const lost = items.filter((item, index) => item.entity === 'contact' && !known[index] && !item.hardOptOut);
  for (const item of lost) {
    const { accountId, phoneNumber } = readContact(item);
    const log = await membershipLog(target, { accountId, phoneNumber });
    const refusal = refusalIn(log.findLast(({ action }) => DECISIONS.includes(action)));
    if (refusal) refusals.set(item, refusal);
  }
  return refusals;
}

/** The last decision in the consent log of each number: refusal, or its end. */
export class LoggedRefusals {
  private readonly last = new Map<string, Item>();

  collect(items: Item[]): void {
    const decisions = items.filter(
      ({ pk, sk, action }) =>
        pk.startsWith(PARTITIONS.contact) && sk.startsWith(CONSENT_LOG_PREFIX) && DECISIONS.includes(action),
    );
    for (const item of decisions) {
      const known = this.last.get(item.pk);
      if (!known || known.sk < item.sk) this.last.set(item.pk, item);
    }
  }

  /**
   * Builds items for numbers that refuse and have no contact, as a STOP from an unknown number is stored: a contact
   * that is created later for such a number begins opted out.
   *
   * @param hasContact returns true when the table has the item of the contact
   */
  async withoutContact(target: Table, hasContact: (contact: Key) => boolean): Promise<Item[]> {
    const refused = [...this.last.values()].flatMap((item) => {
      const address = readContactPk(item.pk);
      if (hasContact(contactKey(address.accountId, address.phoneNumber))) return [];
      const refusal = item.action === 'HARD_OPT_OUT' ? refusalIn(readConsentLogEntry(item)) : undefined;
      return refusal ? [{ ...address, refusal }] : [];
    });
    const people = await findErasedPeople(target, refused);
    return refused.flatMap(({ accountId, phoneNumber, refusal }, index) => {
      const erasedAt = people[index]?.erasedAt;
      // A log from before an erasure is about to be deleted, and its opt-out stays under the hash.
      if (erasedAt !== undefined && refusal.at <= erasedAt) return [];
      return [refusedNumber({ accountId, phoneNumber, hardOptOut: refusal, erasedAt })];
    });
  }
}

function refusalIn(last: ConsentLogEntry | undefined): HardOptOut | undefined {
  if (last?.action !== 'HARD_OPT_OUT') return undefined;
  return { at: last.at, source: last.reason.toLowerCase() as HardOptOut['source'] };
}

function refusedNumber(options: {
  accountId: string;
  phoneNumber: string;
  hardOptOut: HardOptOut;
  erasedAt: string | undefined;
}): Item {
  const { accountId, phoneNumber, hardOptOut, erasedAt } = options;
  return {
    ...contactKey(accountId, phoneNumber),
    ...{ entity: 'contact', accountId, phoneNumber, hardOptOut, version: 1 },
    ...{ memberships: {}, pendingMemberships: {} },
    ...{ createdAt: hardOptOut.at, updatedAt: hardOptOut.at },
    ...(erasedAt !== undefined && { erasedAt }),
  };
}
