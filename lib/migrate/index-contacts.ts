import { object, string } from 'valibot';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { type Clock, isoNow } from '../../shared/platform/clock';
import { defineItem } from '../../shared/platform/store/define-item';
import { updateExpression } from '../../shared/platform/store/expressions';
import {
  contactIndexAttributes,
  contactKey,
  migrationSegmentKey,
  PARTITIONS,
} from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';

/** Parts of the table that are gone through by themselves: one that was interrupted is gone through again. */
const SEGMENTS = 64;
const SEGMENTS_AT_ONCE = 4;
const CONTACTS_AT_ONCE = 16;
const CONTACTS_READ_AT_ONCE = 200;

const segmentItem = defineItem({
  entity: 'migrationSegment',
  key: (segment: number) => migrationSegmentKey('contact-index', segment),
  value: object({ completedAt: string() }),
});

const unindexedContact = defineItem({
  entity: 'contact',
  key: ({ accountId, phoneNumber }: { accountId: string; phoneNumber: string }) =>
    contactKey(accountId, phoneNumber),
  value: object({ id: string(), accountId: string(), phoneNumber: string() }),
});

export interface MigrationReport {
  /** Contacts that this run has put into the index. */
  indexed: number;
  /** Parts of the table that an earlier run had gone through. */
  partsDoneBefore: number;
}

/**
 * Puts contacts that were stored before there was an index of contacts into it. It changes nothing else of them, and each
 * write is conditional: it runs beside live traffic, and any number of times. A run that is interrupted is continued by the
 * next one.
 *
 * @param options.isAnew goes through all of the table, whatever earlier runs have done
 * @param options.onProgress called now and then with the number of contacts so far
 */
export async function indexContacts(
  { table, clock }: { table: Table; clock: Clock },
  options: { isAnew?: boolean; onProgress?: ((indexed: number) => void) | undefined } = {},
): Promise<MigrationReport> {
  const segments = Array.from({ length: SEGMENTS }, (_, segment) => segment);
  const marks = await table.batchGet(segments.map(segmentItem.key));
  const left = segments.filter((segment) => options.isAnew === true || marks[segment] === undefined);
  let indexed = 0;
  await forEachAtOnce(left, SEGMENTS_AT_ONCE, async (segment) => {
    for await (const contacts of unindexedContacts(table, segment)) {
      await forEachAtOnce(contacts, CONTACTS_AT_ONCE, async (contact) => {
        if (await indexContact(table, contact)) indexed++;
      });
      options.onProgress?.(indexed);
    }
    await table.put({ Item: segmentItem.item(segment, { completedAt: isoNow(clock) }) });
  });
  return { indexed, partsDoneBefore: segments.length - left.length };
}

interface UnindexedContact {
  id: string;
  accountId: string;
  phoneNumber: string;
}

/** The opt-out of a number without a contact has no id, and is in no list. */
async function* unindexedContacts(table: Table, segment: number): AsyncGenerator<UnindexedContact[]> {
  let contacts: UnindexedContact[] = [];
  const items = table.scan({
    Segment: segment,
    TotalSegments: SEGMENTS,
    FilterExpression:
      'begins_with(pk, :contacts) AND sk = :contact AND attribute_exists(id) AND attribute_not_exists(gsi2pk)',
    ProjectionExpression: 'pk, sk, id, accountId, phoneNumber',
    ExpressionAttributeValues: { ':contacts': PARTITIONS.contact, ':contact': contactKey('', '').sk },
    ConsistentRead: true,
  });
  for await (const item of items) {
    contacts.push(unindexedContact.read(item as never));
    if (contacts.length < CONTACTS_READ_AT_ONCE) continue;
    yield contacts;
    contacts = [];
  }
  if (contacts.length > 0) yield contacts;
}

/** @returns false when the contact got into the index, or was deleted, since it was read */
async function indexContact(table: Table, contact: UnindexedContact): Promise<boolean> {
  const { written } = await table.update({
    Key: unindexedContact.key(contact),
    ...updateExpression({ set: contactIndexAttributes(contact) }, { values: { ':id': contact.id } }),
    ConditionExpression: 'id = :id AND attribute_not_exists(gsi2pk)',
  });
  return written;
}
