import type { DynamoDBRecord } from 'aws-lambda';
import { hashOfPerson } from '../audience/contacts/erased-person';
import { readConsentLogEntry } from '../audience/consent/consent-log';
import { erasureItem } from '../erasure/erasure';
import type { Item } from '../platform/store/item';
import { CONSENT_LOG_PREFIX, PARTITIONS, readContactPk } from '../platform/store/keys';
import { readStreamImage } from '../platform/store/stream-image';
import { type LogEntry, LOGGED_ACTIONS } from './entry';

interface Change {
  image: Item;
  at: string;
  sequence: string;
}

/** Builds the lines of the restore log for changes of the table. Changes that are not logged have none. */
export async function entriesOfChanges(records: readonly DynamoDBRecord[]): Promise<LogEntry[]> {
  const changes = records.map((record) => ({
    image: readStreamImage(record),
    at: new Date((record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000).toISOString(),
    sequence: record.dynamodb?.SequenceNumber ?? '',
  }));
  const entries = await Promise.all(changes.map(entryOf));
  return entries.filter((entry) => entry !== undefined);
}

const isConsent = ({ pk, sk }: Item) =>
  pk.startsWith(PARTITIONS.contact) && sk.startsWith(CONSENT_LOG_PREFIX);

async function entryOf({ image, at, sequence }: Change): Promise<LogEntry | undefined> {
  const place = { at, sequence };
  const { pk, sk } = image;
  if (isConsent(image)) return consentEntry({ image, at, sequence });
  if (pk.startsWith(PARTITIONS.erasure) && image.entity === erasureItem.entity) {
    const { kind, accountId, phoneNumbers, contactIds: ids = [] } = erasureItem.read(image);
    if (kind !== 'person' || phoneNumbers.length === 0) return undefined;
    const numberHashes = await Promise.all(
      phoneNumbers.map((phoneNumber) => hashOfPerson({ accountId, phoneNumber })),
    );
    return { kind: 'erasure', ...place, accountId, numberHashes, contactIds: ids };
  }
  if (pk.startsWith(PARTITIONS.idempotency)) {
    if (image.state !== 'completed' && image.state !== 'outcomeUnknown') return undefined;
    const { subjectId, expiresAt } = image as Item & { subjectId: string; expiresAt?: string };
    return { kind: 'key', ...place, pk, subjectId, ...(expiresAt !== undefined && { expiresAt }) };
  }
  if (pk.startsWith(PARTITIONS.apiKey) && image.revokedAt !== undefined) {
    return { kind: 'revokedKey', ...place, accountId: String(image.accountId), keyId: String(image.id) };
  }
  const { smsCredits, mmsCredits, hasCreditShards } = image;
  if (typeof smsCredits !== 'number' || typeof mmsCredits !== 'number') return undefined;
  return {
    ...{ kind: 'credits', ...place, pk, sk, smsCredits, mmsCredits },
    ...(hasCreditShards === true && { hasCreditShards }),
  };
}

async function consentEntry({ image, at, sequence }: Change): Promise<LogEntry | undefined> {
  const { accountId, phoneNumber } = readContactPk(image.pk);
  const { action, reason, groupId, messageId, contactId } = readConsentLogEntry(image);
  const logged = LOGGED_ACTIONS.find((one) => one === action);
  if (logged === undefined) return undefined;
  return {
    ...{ kind: 'consent', at, sequence, action: logged, reason, accountId },
    numberHash: await hashOfPerson({ accountId, phoneNumber }),
    ...(contactId !== undefined && { contactId }),
    ...(groupId !== undefined && { groupId }),
    ...(messageId !== undefined && { messageId }),
  };
}
