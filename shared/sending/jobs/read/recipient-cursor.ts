import { createHash } from 'node:crypto';
import { invalidRequest } from '../../../errors/service-error';

/** Place at which a page begins: a chunk of the job, counted from 1, and a position in it, counted from 0. */
export interface RecipientPlace {
  chunk: number;
  position: number;
}

export const FIRST_PLACE: RecipientPlace = { chunk: 1, position: 0 };

/** List of a job's recipients: `accepted` has those of the job, `dropped` those that acceptance dropped. */
export type RecipientList = 'accepted' | 'dropped';

const LIST_NUMBERS: Record<RecipientList, number> = { accepted: 1, dropped: 2 };
const PLACE_BYTES = 5;
const CHECK_BYTES = 8;

/** Owner of a cursor: the cursor is valid for no other job and no other list. */
interface CursorOwner {
  jobId: string;
  list: RecipientList;
}

export function writeCursor(owner: CursorOwner, place: RecipientPlace): string {
  const bytes = Buffer.alloc(PLACE_BYTES);
  bytes.writeUInt8(LIST_NUMBERS[owner.list], 0);
  bytes.writeUInt16BE(place.chunk, 1);
  bytes.writeUInt16BE(place.position, 3);
  return Buffer.concat([bytes, checkOf(owner, bytes)]).toString('base64url');
}

/**
 * Reads a cursor.
 *
 * @throws ServiceError InvalidRequest for a cursor that `writeCursor` did not write for this job and list
 */
export function readCursor(owner: CursorOwner, cursor: string): RecipientPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length === PLACE_BYTES + CHECK_BYTES) {
    const place = { chunk: bytes.readUInt16BE(1), position: bytes.readUInt16BE(3) };
    if (writeCursor(owner, place) === cursor) return place;
  }
  throw invalidRequest({
    pointer: '?cursor',
    reason: 'is not a cursor of this listing: send nextCursor of the page before',
  });
}

/**
 * Computes a checksum that detects mistakes, such as the cursor of another job. The cursors in answers are encrypted as
 * well: see `sealed-cursors.ts`.
 */
function checkOf({ jobId }: CursorOwner, place: Buffer): Buffer {
  return createHash('sha256').update(jobId).update('#').update(place).digest().subarray(0, CHECK_BYTES);
}
