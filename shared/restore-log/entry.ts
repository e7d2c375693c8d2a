import {
  array,
  type InferOutput,
  literal,
  number,
  object,
  optional,
  parse,
  picklist,
  string,
  variant,
} from 'valibot';

/** Consent changes that are put back after a restore. Opt-ins to groups only tell that an earlier opt-out is over. */
export const LOGGED_ACTIONS = [
  'OPT_IN',
  'OPT_OUT',
  'MANUAL_REMOVAL',
  'PENDING_REMOVED',
  'HARD_OPT_OUT',
  'HARD_OPT_OUT_LIFTED',
  'LIKELY_OPT_OUT',
  'LIKELY_OPT_OUT_DISMISSED',
] as const;

/** Person of an account: the hash under which an erased person is kept, and the contact, if there was one. */
const PERSON = { accountId: string(), numberHash: string() };
/** Place of an entry: time of the change, ISO, and its number in the stream of its item. */
const PLACE = { at: string(), sequence: string() };

const logEntry = variant('kind', [
  object({
    kind: literal('consent'),
    ...PLACE,
    ...PERSON,
    contactId: optional(string()),
    action: picklist(LOGGED_ACTIONS),
    reason: string(),
    groupId: optional(string()),
    messageId: optional(string()),
  }),
  object({
    kind: literal('erasure'),
    ...PLACE,
    accountId: string(),
    /** Hash of every spelling of the number. */
    numberHashes: array(string()),
    contactIds: array(string()),
  }),
  /**
   * Idempotency key: `pk` has a hash of it.
   *
   * - `claimed`: something may be sent under it from now on. Last of its key: the holder died, or was stopped
   * - `used`: something was sent under it, or the outcome is unknown
   * - `freed`: nothing was sent
   */
  object({
    kind: literal('key'),
    ...PLACE,
    pk: string(),
    state: picklist(['claimed', 'used', 'freed']),
    /** ISO time until which the key counts; absent for one that waits or is free. */
    expiresAt: optional(string()),
  }),
  /** Balance of an account, or of one of its credit shards. */
  object({
    kind: literal('credits'),
    ...PLACE,
    pk: string(),
    sk: string(),
    smsCredits: number(),
    mmsCredits: number(),
    /** True when the account has credit shards; only with the balance of an account. */
    hasCreditShards: optional(literal(true)),
  }),
  object({ kind: literal('revokedKey'), ...PLACE, accountId: string(), keyId: string() }),
]);

/**
 * Line of the restore log: a change that a restore of the table to a point before it must not undo. It names a person
 * by a keyed hash and by the id of the contact, never by the number.
 */
export type LogEntry = InferOutput<typeof logEntry>;

export const readLogEntry = (line: string): LogEntry => parse(logEntry, JSON.parse(line));

/**
 * Days for which the log is kept: a day longer than a point-in-time recovery reaches back.
 *
 * **Source:** DynamoDB Developer Guide, "Point-in-time recovery": 35 days.
 */
export const LOG_KEPT_FOR_DAYS = 36;

/** Most digits of a sequence number of a stream. **Source:** DynamoDB Streams API, `StreamRecord`. */
const SEQUENCE_DIGITS = 40;

/**
 * Returns the name of a file of the log. Changes of an item are in one shard of the stream: the names of its files are
 * in their order.
 *
 * @param options.first first entry of the file
 * @param options.eventId id of the first record of the batch, by which a repeated batch writes the same file again
 */
export function logFile({ first: { at, sequence }, eventId }: { first: LogEntry; eventId: string }): string {
  return `${logFolder(at)}${at}-${sequence.padStart(SEQUENCE_DIGITS, '0')}-${eventId}.jsonl.gz`;
}

/** Returns the folder of the changes of a day. @param at ISO time */
export const logFolder = (at: string) => `${at.slice(0, 10)}/`;
