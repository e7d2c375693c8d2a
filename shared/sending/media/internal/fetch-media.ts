import { setTimeout as sleep } from 'node:timers/promises';
import { guardedRequest, type OutgoingResult } from '../../../platform/outgoing/guarded-client';
import { type OutgoingPolicy, readOutgoingPolicy } from '../../../platform/outgoing/public-address';
import { checkMediaFile, MAX_MEDIA_BYTES } from './media-file';
import { FETCH_WITHIN_MS } from '../timeouts';

export type FetchedMedia = { contentType: string; body: Buffer } | { unusable: string };

const MAX_REDIRECTS = 3;
const TRIES = 2;
const PAUSE_MS = 500;

/**
 * Fetches a media file from the URL in a request: public addresses only, redirects checked like the first URL, type and
 * size checked. A transient failure is retried once.
 *
 * @param options.signal aborts the download; the result then says nothing about the file
 * @returns the file, or `unusable` with the reason in one word
 *
 * **Source:** rules 2.1, `mediaUrl`.
 */
export async function fetchMedia(
  mediaUrl: string,
  options: { policy?: OutgoingPolicy; signal?: AbortSignal } = {},
): Promise<FetchedMedia> {
  const { policy = { ...readOutgoingPolicy(), allowsPlainHttp: true }, signal } = options;
  const endMs = performance.now() + FETCH_WITHIN_MS;
  for (let attempt = 1; ; attempt++) {
    const result = await guardedRequest(mediaUrl, {
      method: 'GET',
      headers: { accept: '*/*', 'user-agent': 'messaging-service' },
      timeoutMs: Math.max(1, Math.round(endMs - performance.now())),
      ...(signal && { signal }),
      maxBytes: MAX_MEDIA_BYTES,
      followRedirects: MAX_REDIRECTS,
      policy,
    });
    if (!mayPass(result) || attempt === TRIES || signal?.aborted) return toFetchedMedia(result);
    await sleep(PAUSE_MS);
  }
}

function mayPass(result: OutgoingResult): boolean {
  switch (result.outcome) {
    case 'answered':
      return result.status >= 500 || result.status === 429;
    case 'failed':
      return result.reason === 'connection';
    case 'refused':
      return false;
  }
}

function toFetchedMedia(result: OutgoingResult): FetchedMedia {
  if (result.outcome !== 'answered') return { unusable: result.reason };
  const { status, headers, body, isCut } = result;
  if (status !== 200) return { unusable: `status${status}` };
  const contentType = headers['content-type'];
  const verdict = checkMediaFile({
    contentType: typeof contentType === 'string' ? contentType : undefined,
    body,
    isCut,
  });
  return 'refused' in verdict ? { unusable: verdict.refused } : { contentType: verdict.contentType, body };
}
