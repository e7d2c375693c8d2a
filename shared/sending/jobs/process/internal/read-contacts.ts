import { readContact } from '../../../../audience/contacts/contact';
import { changeByLookUp } from '../../../../audience/contacts/look-up';
import { epochMs } from '../../../../platform/clock';
import { contactKey } from '../../../../platform/store/keys';
import type { Item } from '../../../../platform/store/item';
import { StoredItemError } from '../../../../platform/store/define-item';
import { type ChunkDeps, type ChunkWork, type ContactRead, recipientAt } from './chunk-work';
import { RESULT_PAGE_SIZE } from '../../results/result';

/**
 * Longest age of a contact that was read ahead: a STOP that arrived longer ago than this before the hand-over wins. It
 * is hardly longer than the lag of an eventually consistent read.
 */
const OLDEST_READ_MS = 250;
/** Together with the current batch, as many contacts as one request can read. */
const MOST_SEND_BATCHES_AHEAD = 3;

/**
 * Reads the contacts at these positions. While send batches are quick, the contacts of the next batches are read in the
 * same request.
 *
 * @param options.isFirstTry the positions are the next ones of the chunk
 */
export async function readContacts(
  deps: Pick<ChunkDeps, 'table' | 'clock' | 'log'>,
  work: ChunkWork,
  options: { positions: number[]; isFirstTry: boolean },
): Promise<ContactRead[]> {
  const { positions } = options;
  const nowMs = epochMs(deps.clock);
  const ahead = work.contactsAhead;
  const isFresh = ahead !== undefined && nowMs - ahead.readAtMs <= OLDEST_READ_MS;
  if (isFresh && positions.every((position) => ahead.contacts.has(position))) {
    return positions.map((position) => afterLookUp(work, position, ahead.contacts.get(position)));
  }
  const wanted = options.isFirstTry ? [...positions, ...nextPositions(work, positions)] : positions;
  const items = await deps.table.batchGet(
    wanted.map((position) => contactKey(work.job.accountId, recipientAt(work, position).to)),
    { eventuallyConsistent: true },
  );
  const contacts = new Map(wanted.map((position, index) => [position, readIfReadable(deps, items[index])]));
  if (options.isFirstTry) work.contactsAhead = { readAtMs: nowMs, contacts };
  return positions.map((position) => afterLookUp(work, position, contacts.get(position)));
}

/** Returns a contact as it is after a look-up of this send batch, which the read can have missed. */
function afterLookUp({ lookUps }: ChunkWork, position: number, contact: ContactRead): ContactRead {
  const found = lookUps.get(position);
  if (!found || contact === undefined || contact === 'unreadable') return contact;
  return { ...contact, ...changeByLookUp(contact, found) };
}

/** Reads a stored contact. One in an unexpected form delays only its own message, not the rest of the chunk. */
function readIfReadable({ log }: Pick<ChunkDeps, 'log'>, item: Item | undefined): ContactRead {
  try {
    return item && readContact(item);
  } catch (error) {
    if (!(error instanceof StoredItemError)) throw error;
    log.error('A contact cannot be read', error);
    return 'unreadable';
  }
}

/**
 * Returns the positions that will be due before their contacts are too old, judged by the duration of the last send
 * batch.
 */
function nextPositions(work: ChunkWork, positions: number[]): number[] {
  if (work.ratePerSecond !== undefined || work.lastSendBatchMs === undefined) return [];
  const inTime = Math.floor(OLDEST_READ_MS / Math.max(1, work.lastSendBatchMs));
  const most = RESULT_PAGE_SIZE * Math.min(MOST_SEND_BATCHES_AHEAD, inTime);
  const first = Math.max(...positions) + 1;
  const count = Math.max(0, Math.min(most, work.recipients.length - first));
  return Array.from({ length: count }, (_, index) => first + index);
}
