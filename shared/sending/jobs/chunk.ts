import { array, nullish, object, optional, string, tuple } from 'valibot';
import type { EventData } from '../../content/merge-tags';
import type { Item } from '../../platform/store/item';
import { chunkKey } from '../../platform/store/keys';
import { type E164, ERASED_NUMBER } from '../../phone-numbers/e164';
import { rankMembers } from '../../senders/choose-member';
import type { ActiveMember } from '../../senders/read-members';
import { isSlow } from '../../senders/slow-number';
import { type Lanes, placesOf } from './lanes';
import { expiryOf, type Job } from './job';
import { defineItem } from '../../platform/store/define-item';
import { storedEventData } from '../../platform/store/stored-map';
import { storedText } from '../../platform/store/stored-text';
import { pack, packed } from '../../platform/store/packing';

/** A recipient of a job, as accepted. Body and media only in a batch. */
export interface JobRecipient {
  /** `ERASED_NUMBER` for a recipient who was erased. */
  to: E164;
  idempotencyKey: string | undefined;
  body: string | undefined;
  mediaUrl: string | undefined;
  /** Data of the event that began an automation, for merge tags. */
  eventData?: EventData | undefined;
  /** Entry of the way through an automation whose text this is. */
  entry?: string | undefined;
}

/** Upper bounds of a chunk's size: a worker holds the chunk in memory, and DynamoDB limits an item to 400 KB. */
interface ChunkLimits {
  recipients: number;
  bytes: number;
}

export const LARGEST_CHUNK: ChunkLimits = { recipients: 500, bytes: 250_000 };
/** A small job is shared among workers too, unless a second chunk would cost more than the time it saves. */
const SMALLEST_CHUNK = 100;
/** Time that a worker should spend on one chunk of a number with a rate. */
const PACED_CHUNK_SECONDS = 8;
/** A worker of slow numbers keeps a chunk as long as it can: ending a chunk costs ten writes. */
const SLOW_CHUNK = 200;
/** Keeps a job of 50,000 recipients within the 1,023 chunks that message ids can address. */
const SMALLEST_PACED_CHUNK = 50;
/** Keeps a job of 50,000 recipients within those chunks for any number of members. */
const SMALLEST_MEMBER_CHUNK = 60;
/**
 * Chunks of a job, or of a member, that are worked on at once. What is under way when the provider begins to fail can
 * end `outcome_unknown`: the send batches of two workers are within the bound.
 *
 * **Source:** rules E8.3.
 */
export const CHUNKS_AT_ONCE = 2;

/**
 * Chooses the chunk size for this many recipients of a sender number. For a number with a rate, chunks are small, equal
 * in size and even in number, so that the workers that share the number finish together.
 */
export function chunkLimits(options: { ratePerSecond: number | undefined; recipients: number }): ChunkLimits {
  const { ratePerSecond, recipients } = options;
  if (ratePerSecond === undefined) {
    const share = Math.max(SMALLEST_CHUNK, Math.ceil(recipients / CHUNKS_AT_ONCE));
    return { ...LARGEST_CHUNK, recipients: Math.min(LARGEST_CHUNK.recipients, share) };
  }
  const smallest = isSlow(ratePerSecond) ? SLOW_CHUNK : SMALLEST_PACED_CHUNK;
  const most = Math.max(smallest, Math.ceil(ratePerSecond * PACED_CHUNK_SECONDS));
  const largest = Math.min(LARGEST_CHUNK.recipients, most);
  const rounds = Math.max(1, Math.ceil(recipients / (CHUNKS_AT_ONCE * largest)));
  return {
    ...LARGEST_CHUNK,
    recipients: Math.max(1, Math.ceil(recipients / (CHUNKS_AT_ONCE * rounds))),
  };
}

/** Recipients of a job by the member that sends to them. */
interface MemberShare {
  /** `NO_MEMBER` for recipients that no member serves. */
  member: string;
  ratePerSecond: number | undefined;
  recipients: JobRecipient[];
}

/**
 * Chooses the member for each recipient. Those of a member are sorted by the one that is chosen without it, so that
 * they are found together when it fails.
 */
export function shareAmong(members: readonly ActiveMember[], recipients: JobRecipient[]): MemberShare[] {
  const shares = new Map<
    string,
    MemberShare & { placed: Array<{ recipient: JobRecipient; next: string }> }
  >();
  for (const recipient of recipients) {
    const [first, second] = rankMembers(members, recipient.to);
    const { identity: member, ratePerSecond } = first ?? { identity: NO_MEMBER, ratePerSecond: undefined };
    const share = shares.get(member) ?? { member, ratePerSecond, recipients: [], placed: [] };
    share.placed.push({ recipient, next: second?.identity ?? '' });
    shares.set(member, share);
  }
  return [...shares.values()].map(({ member, ratePerSecond, placed }) => ({
    ...{ member, ratePerSecond },
    recipients: placed
      .sort((a, b) => (a.next < b.next ? -1 : a.next > b.next ? 1 : 0))
      .map(({ recipient }) => recipient),
  }));
}

/** Cuts the recipients of a job on a sender into chunks of one member each, in lanes. */
export function cutIntoLanes(shares: readonly MemberShare[]): { chunks: MemberChunk[]; lanes: Lanes } {
  const isPaced = ({ ratePerSecond, member }: MemberShare) => isSlow(ratePerSecond) && member !== NO_MEMBER;
  const sorted = [...shares].sort((a, b) => Number(isPaced(b)) - Number(isPaced(a)));
  const lanes = sorted.flatMap((share) =>
    lanesOf(share).map((chunks) => ({ chunks, isPaced: isPaced(share) })),
  );
  const sizes = lanes.map(({ chunks }) => chunks.length);
  return {
    chunks: placesOf({ sizes }).flatMap(({ lane, round }) => lanes[lane]?.chunks[round] ?? []),
    lanes: { sizes, paced: lanes.filter((lane) => lane.isPaced).length },
  };
}

/** Cuts the recipients of a member into as many sequences of chunks as are worked on at once. */
function lanesOf({ member, ratePerSecond, recipients }: MemberShare): MemberChunk[][] {
  const limits = chunkLimits({ ratePerSecond, recipients: recipients.length });
  const most = Math.max(limits.recipients, SMALLEST_MEMBER_CHUNK);
  const chunks = cutIntoChunks(recipients, { ...limits, recipients: most });
  return Array.from({ length: Math.min(CHUNKS_AT_ONCE, chunks.length) }, (_, lane) =>
    chunks
      .filter((__, index) => index % CHUNKS_AT_ONCE === lane)
      .map((ofLane) => ({ member, recipients: ofLane })),
  );
}

/** Cuts the recipients into chunks in their order; as few chunks as the limits allow. */
export function cutIntoChunks(recipients: JobRecipient[], limits: ChunkLimits): JobRecipient[][] {
  const chunks: JobRecipient[][] = [];
  let chunk: JobRecipient[] = [];
  let bytes = 0;
  for (const recipient of recipients) {
    const size = sizeOf(recipient);
    if (chunk.length === limits.recipients || (chunk.length > 0 && bytes + size > limits.bytes)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(recipient);
    bytes += size;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

const sizeOf = (recipient: JobRecipient) => Buffer.byteLength(JSON.stringify(rowOf(recipient)));

const cell = nullish(string());
const eventCell = nullish(storedEventData());
/** Stored recipients of a chunk. The number was validated as E.164 at acceptance. */
const storedChunk = defineItem({
  entity: 'chunk',
  key: ({ jobId, chunk }: { jobId: string; chunk: number }) => chunkKey(jobId, chunk),
  value: object({
    /** Identity that sends to its recipients; only for a job on a sender. */
    member: optional(string()),
    data: packed(array(tuple([storedText<E164>(), cell, cell, cell, eventCell, cell]))),
  }),
});

/** Stands for a member in the chunk of recipients whose country no member of the sender serves. */
export const NO_MEMBER = 'none';

/** Recipients of a chunk, with the member that sends to them. */
export interface MemberChunk {
  member?: string | undefined;
  recipients: JobRecipient[];
}

export function chunkItem(options: MemberChunk & { job: Job; chunk: number }): Item {
  const { job, chunk, recipients, member } = options;
  return {
    ...chunkKey(job.id, chunk),
    size: recipients.length,
    data: packRecipients(recipients),
    ...(member !== undefined && { member }),
    expiresAtEpochSeconds: expiryOf(job),
  };
}

/** Returns the identity that sends to the recipients of a chunk; `undefined` when that is the job's number. */
export const memberOf = (item: Item): string | undefined => storedChunk.read(item).member;

export function readChunk(item: Item): JobRecipient[] {
  return storedChunk.read(item).data.map(([to, idempotencyKey, body, mediaUrl, eventData, entry]) => ({
    to,
    idempotencyKey: idempotencyKey ?? undefined,
    body: body ?? undefined,
    mediaUrl: mediaUrl ?? undefined,
    ...(eventData && { eventData }),
    ...(typeof entry === 'string' && { entry }),
  }));
}

/**
 * Returns the entry that replaces an erased recipient. Its idempotency key stays, because the recipient's result still
 * has to settle it.
 */
export function eraseRecipient({ idempotencyKey }: JobRecipient): JobRecipient {
  return { to: ERASED_NUMBER, idempotencyKey, body: undefined, mediaUrl: undefined };
}

export const isErasedRecipient = ({ to }: Pick<JobRecipient, 'to'>) => to === ERASED_NUMBER;

/** Packs the recipients of a chunk, to replace the stored ones. */
export const packRecipients = (recipients: JobRecipient[]) => pack(recipients.map(rowOf));

/** Returns the stored row, without absent values at the end; JSON writes `null` for those in between. */
function rowOf({ to, idempotencyKey, body, mediaUrl, eventData, entry }: JobRecipient) {
  const row = [to, idempotencyKey, body, mediaUrl, eventData, entry];
  return row.slice(0, 1 + row.findLastIndex((value) => value !== undefined));
}
