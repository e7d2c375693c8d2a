import { RequestError } from '../../api/request-error';

/** Part of a deletion. `nextCursor` is absent when the group is deleted. */
interface DeletedPart {
  left: number;
  nextCursor?: string;
}

/** Failures in a row after which the deletion is left for later. */
const MOST_FAILURES = 5;
const USUAL_WAIT_MS = 2_000;

/**
 * Deletes a group part by part. A part that the service has no room for now, or that took longer than a request may, is
 * asked for again: its members have left, and it goes on with the others.
 *
 * @param options.goesOn false once the deletion is to stop after the part under way
 * @param options.onProgress called with the number of contacts that have left
 */
export async function deleteInParts(options: {
  deletePart: (cursor: string | undefined) => Promise<DeletedPart>;
  goesOn: () => boolean;
  onProgress: (left: number) => void;
  wait: (ms: number) => Promise<unknown>;
}): Promise<{ isDone: boolean; left: number }> {
  let left = 0;
  let cursor: string | undefined;
  let failures = 0;
  do {
    try {
      const part = await options.deletePart(cursor);
      failures = 0;
      left += part.left;
      cursor = part.nextCursor;
      options.onProgress(left);
      if (cursor === undefined) return { isDone: true, left };
    } catch (error) {
      failures++;
      if (!isPassing(error) || failures >= MOST_FAILURES) throw error;
      await options.wait(1000 * (error.retryAfterSeconds ?? 0) || USUAL_WAIT_MS);
    }
  } while (options.goesOn());
  return { isDone: false, left };
}

const isPassing = (error: unknown): error is RequestError =>
  error instanceof RequestError && [429, 503, 504].includes(error.status);
