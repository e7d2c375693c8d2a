import { createHash } from 'node:crypto';
import { type Clock, epochMs } from '../../platform/clock';
import type { Ids } from '../../platform/ids';
import { regionSide } from '../../platform/region-side';
import { mediaKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { fetchMedia, type FetchedMedia } from './internal/fetch-media';
import type { MediaBucket } from '../../platform/files/media-bucket';
import type { MediaFile, MediaLibrary, MediaPlace } from '../../platform/provider/media';
import {
  CLAIM_FOR_MS,
  type MediaAddress,
  type MediaRecord,
  mediaItem,
  readMediaRecord,
} from './media-record';

interface MediaDeps {
  table: Table;
  clock: Clock;
  ids: Pick<Ids, 'token'>;
  bucket: MediaBucket;
  fetch?: typeof fetchMedia;
}

/** Time to wait for a download to end after it was aborted. */
const ABORT_GRACE_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;
const CLAIM_TOKEN_CHARACTERS = 16;
const REMEMBERED_PLACES = 1_000;

const NOT_YET: MediaPlace = { state: 'notYet', retryAfterSeconds: RETRY_AFTER_SECONDS };

/** Search for a file that is under way or has found it. */
interface Search {
  place: Promise<MediaPlace>;
  waiting: number;
  abort: AbortController;
}

/**
 * Creates the library, which fetches each media file once for a scope even when many workers ask for it at once: the
 * worker that claims the file's record in the table fetches it, and the others try again later. A failure is stored
 * like a success, so that a job with a dead URL does not request it for each of its recipients.
 *
 * A download never outlives its caller: Lambda freezes the process between requests, and a download that continued in
 * the background would look like one that timed out.
 */
export function createMediaLibrary(deps: MediaDeps): MediaLibrary {
  const known = new Map<string, Search>();

  const startSearch = (name: string, media: MediaFile): Search => {
    const abort = new AbortController();
    const place = findOrFetch(deps, media, abort.signal).catch(() => NOT_YET);
    const search = { place, waiting: 0, abort };
    if (known.size >= REMEMBERED_PLACES) known.clear();
    known.set(name, search);
    void place.then(({ state }) => {
      if (state === 'notYet' && known.get(name) === search) known.delete(name);
    });
    return search;
  };

  return {
    locate: async ({ timeoutMs, ...media }) => {
      const name = `${media.scope} ${media.mediaUrl}`;
      const search = known.get(name) ?? startSearch(name, media);
      search.waiting += 1;
      const place = await withTimeout(search.place, timeoutMs);
      search.waiting -= 1;
      if (place !== 'late') return place;
      if (search.waiting > 0) return NOT_YET;
      search.abort.abort();
      const last = await withTimeout(search.place, ABORT_GRACE_MS);
      return last === 'late' ? NOT_YET : last;
    },
  };
}

async function findOrFetch(deps: MediaDeps, media: MediaFile, signal: AbortSignal): Promise<MediaPlace> {
  // Each region has copies in a bucket of its own.
  const whose = regionSide() === 'second' ? `second ${media.mediaUrl}` : media.mediaUrl;
  const urlHash = createHash('sha256').update(whose).digest('hex');
  const address: MediaAddress = { scope: media.scope, urlHash };
  const key = mediaKey(media.scope, urlHash);
  const nowMs = epochMs(deps.clock);

  // 1. Return the file's place when it was fetched already or another worker is fetching it.
  const found = readMediaRecord(await deps.table.get(key), nowMs);
  if (found !== undefined && found.state !== 'claimable') return placeOf(found);

  // 2. Claim it.
  const claimId = deps.ids.token(CLAIM_TOKEN_CHARACTERS);
  const claim = { state: 'fetching' as const, claimId, leaseUntilMs: nowMs + CLAIM_FOR_MS };
  const claimed = await deps.table.put({
    Item: mediaItem(address, claim, nowMs),
    ...(found === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'claimId = :stale',
          ExpressionAttributeValues: { ':stale': found.claimId },
        }),
  });
  // The SDK repeats a write whose response was lost, and then finds its own first write.
  if (!claimed.written && claimed.found?.claimId !== claimId) {
    const winner = readMediaRecord(claimed.found, nowMs);
    return winner === undefined || winner.state === 'claimable' ? NOT_YET : placeOf(winner);
  }

  // 3. Fetch it, and store where it is.
  const place = await store(deps, { mediaUrl: media.mediaUrl, name: `${media.scope}/${urlHash}`, signal });
  const isOurs = {
    ConditionExpression: 'claimId = :claim',
    ExpressionAttributeValues: { ':claim': claimId },
  };
  if (place.state === 'notYet') await deps.table.delete({ Key: key, ...isOurs });
  else {
    const record =
      place.state === 'stored' ? { ...place, claimId, storedAtMs: nowMs } : { ...place, claimId };
    await deps.table.put({ Item: mediaItem(address, record, nowMs), ...isOurs });
  }
  return place;
}

async function store(
  deps: MediaDeps,
  media: { mediaUrl: string; name: string; signal: AbortSignal },
): Promise<MediaPlace> {
  const { signal } = media;
  const file: FetchedMedia = await (deps.fetch ?? fetchMedia)(media.mediaUrl, { signal });
  // An aborted download says nothing about the file.
  if (signal.aborted) return NOT_YET;
  if ('unusable' in file) return { state: 'unusable' };
  try {
    return { state: 'stored', uri: await deps.bucket.put({ ...file, key: media.name, signal }) };
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

async function withTimeout(place: Promise<MediaPlace>, timeoutMs: number): Promise<MediaPlace | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    return await Promise.race([place, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
