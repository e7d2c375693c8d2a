import type { DynamoDBRecord } from 'aws-lambda';
import { hashOfPerson } from '../audience/contacts/erased-person';
import { readConsentLogEntry } from '../audience/consent/consent-log';
import { erasureItem } from '../erasure/erasure';
import type { Item } from '../platform/store/item';
import { CONSENT_LOG_PREFIX, PARTITIONS, readContactPk, readIdempotencyScope } from '../platform/store/keys';
import { readStreamImage } from '../platform/store/stream-image';
import { keyExpiry, readKeyRecord } from '../sending/idempotency/key-record';
import { type LogEntry, LOGGED_ACTIONS } from './entry';

interface Place {
  at: string;
  sequence: string;
}

type Change = Place & { image: Item };

/** Builds the lines of the restore log for changes of the table. Changes that are not logged have none. */
export async function entriesOfChanges(records: readonly DynamoDBRecord[]): Promise<LogEntry[]> {
  const entries = await Promise.all(
    records.map(async (record) => {
      const place = {
        at: new Date((record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000).toISOString(),
        sequence: record.dynamodb?.SequenceNumber ?? '',
      };
      if (record.eventName === 'REMOVE') return freedKey(record, place);
      return entryOf({ image: readStreamImage(record), ...place });
    }),
  );
  return entries.filter((entry) => entry !== undefined);
}

function freedKey({ dynamodb, userIdentity }: DynamoDBRecord, place: Place): LogEntry | undefined {
  const pk = dynamodb?.Keys?.pk?.S ?? '';
  // A record that DynamoDB deletes by its time to live has lost its meaning before.
  const deletedBy = userIdentity as { type?: string } | undefined;
  if (deletedBy?.type === 'Service' || !pk.startsWith(PARTITIONS.idempotency)) return undefined;
  return { kind: 'key', ...place, pk, state: 'freed' };
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
  if (pk.startsWith(PARTITIONS.idempotency)) return keyEntry({ image, at, sequence });
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

function keyEntry({ image, at, sequence }: Change): LogEntry | undefined {
  const { pk } = image;
  const { state, expiresAt, leaseUntil = at } = readKeyRecord(image);
  const entry = { kind: 'key', at, sequence, pk } as const;
  if (state !== 'inProgress')
    return { ...entry, state: 'used', ...(expiresAt !== undefined && { expiresAt }) };
  // A job is accepted by the transaction that completes its key: before it nothing is sent.
  if (readIdempotencyScope(pk) !== 'message') return undefined;
  return { ...entry, state: 'claimed', expiresAt: keyExpiry(new Date(leaseUntil)) };
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
