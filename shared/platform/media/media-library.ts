import { createHash } from 'node:crypto';
import { type Clock, epochMs } from '../clock';
import type { Ids } from '../ids';
import { mediaKey } from '../keys';
import type { Table } from '../table';
import { fetchMedia, type FetchedMedia } from './fetch-media';
import type { MediaBucket } from './media-bucket';
import { CLAIM_FOR_MS, type MediaRecord, mediaItem, readMediaRecord } from './media-record';

/** Where a media file is for the provider. */
export type MediaPlace =
  | { state: 'stored'; uri: string }
  /** The file cannot be had, or cannot be sent; this stays so for all messages of the scope. */
  | { state: 'unusable' }
  /** It is being fetched, or our own storage does not answer: nothing is sent, the message may be tried again. */
  | { state: 'notYet'; retryAfterSeconds: number };

export interface MediaLibrary {
  /** @param media.scope what shares the file: a job's id, or a single message's */
  locate(media: { mediaUrl: string; scope: string }): Promise<MediaPlace>;
}

interface MediaDeps {
  table: Table;
  clock: Clock;
  ids: Pick<Ids, 'token'>;
  bucket: MediaBucket;
  fetch?: typeof fetchMedia;
  /** How long a caller waits for a file; fetching goes on behind its back. */
  patienceMs?: number;
}

/** Together with the provider's own time-out well within what a worker keeps in reserve. */
const PATIENCE_MS = 4_000;
const RETRY_AFTER_SECONDS = 2;
const CLAIM_TOKEN_CHARACTERS = 16;
const REMEMBERED_PLACES = 1_000;

const NOT_YET: MediaPlace = { state: 'notYet', retryAfterSeconds: RETRY_AFTER_SECONDS };

/**
 * Fetches each media file once for a scope, however many workers ask for it at once: who claims its record in the table
 * fetches it, and the others come back later. A failure is remembered like a success, so that a job with a dead URL
 * does not ask for it at each of its recipients.
 */
export function createMediaLibrary(deps: MediaDeps): MediaLibrary {
  const known = new Map<string, Promise<MediaPlace>>();

  const locate = (media: { mediaUrl: string; scope: string }): Promise<MediaPlace> => {
    const name = `${media.scope} ${media.mediaUrl}`;
    let place = known.get(name);
    if (place === undefined) {
      place = findOrFetch(deps, media).catch(() => NOT_YET);
      if (known.size >= REMEMBERED_PLACES) known.clear();
      known.set(name, place);
      void place.then(({ state }) => {
        if (state === 'notYet') known.delete(name);
      });
    }
    return place;
  };
  return { locate: (media) => withPatience(locate(media), deps.patienceMs ?? PATIENCE_MS) };
}

async function findOrFetch(deps: MediaDeps, media: { mediaUrl: string; scope: string }): Promise<MediaPlace> {
  const urlHash = createHash('sha256').update(media.mediaUrl).digest('hex');
  const key = mediaKey(media.scope, urlHash);
  const nowMs = epochMs(deps.clock);

  // 1. Has somebody fetched it, or is at it?
  const found = readMediaRecord(await deps.table.get(key), nowMs);
  if (found !== undefined && found.state !== 'claimable') return placeOf(found);

  // 2. Claim it.
  const claimId = deps.ids.token(CLAIM_TOKEN_CHARACTERS);
  const claim: MediaRecord = { state: 'fetching', claimId, leaseUntilMs: nowMs + CLAIM_FOR_MS };
  const claimed = await deps.table.put({
    Item: mediaItem(key, claim, nowMs),
    ...(found === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'claimId = :stale',
          ExpressionAttributeValues: { ':stale': found.claimId },
        }),
  });
  // The SDK repeats a write whose answer was lost, and finds its own.
  if (!claimed.written && claimed.found?.claimId !== claimId) {
    const winner = readMediaRecord(claimed.found, nowMs);
    return winner === undefined || winner.state === 'claimable' ? NOT_YET : placeOf(winner);
  }

  // 3. Fetch it, and tell everybody.
  const place = await store(deps, { mediaUrl: media.mediaUrl, name: `${media.scope}/${urlHash}` });
  const isOurs = {
    ConditionExpression: 'claimId = :claim',
    ExpressionAttributeValues: { ':claim': claimId },
  };
  if (place.state === 'notYet') await deps.table.delete({ Key: key, ...isOurs });
  else {
    const record: MediaRecord =
      place.state === 'stored' ? { ...place, claimId, storedAtMs: nowMs } : { ...place, claimId };
    await deps.table.put({ Item: mediaItem(key, record, nowMs), ...isOurs });
  }
  return place;
}

async function store(deps: MediaDeps, media: { mediaUrl: string; name: string }): Promise<MediaPlace> {
  const file: FetchedMedia = await (deps.fetch ?? fetchMedia)(media.mediaUrl);
  if ('unusable' in file) return { state: 'unusable' };
  try {
    return { state: 'stored', uri: await deps.bucket.put({ ...file, key: media.name }) };
  } catch {
    return NOT_YET;
  }
}

function placeOf(record: Exclude<MediaRecord, { state: 'claimable' }>): MediaPlace {
  switch (record.state) {
    case 'stored':
      return { state: 'stored', uri: record.uri };
    case 'unusable':
      return { state: 'unusable' };
    case 'fetching':
      return NOT_YET;
  }
}

async function withPatience(place: Promise<MediaPlace>, patienceMs: number): Promise<MediaPlace> {
  let timer: NodeJS.Timeout | undefined;
  const impatient = new Promise<MediaPlace>((resolve) => {
    timer = setTimeout(() => resolve(NOT_YET), patienceMs);
  });
  try {
    return await Promise.race([place, impatient]);
  } finally {
    clearTimeout(timer);
  }
}
