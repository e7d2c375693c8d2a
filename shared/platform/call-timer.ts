import { askLambda } from './lambda-api';

/** `running`: it had not ended when the caller's time was over; it goes on. */
export type TimerCall =
  | { outcome: 'done' }
  | { outcome: 'failed'; errorType: string }
  | { outcome: 'running' };

/**
 * Runs the timer's function once, now, and waits for its end.
 *
 * @param options.endsAfterMs how long to wait; absent: until it has ended, which may take minutes
 */
export async function callTimer(options: { functionName: string; endsAfterMs?: number }): Promise<TimerCall> {
  const { functionName, endsAfterMs } = options;
  const signal = endsAfterMs === undefined ? undefined : AbortSignal.timeout(endsAfterMs);
  try {
    // Once: a second run beside the first would find nothing to do.
    const path = `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`;
    const { headers, text } = await askLambda({ path, body: '{}', signal });
    return headers.has('x-amz-function-error')
      ? { outcome: 'failed', errorType: readErrorType(text) }
      : { outcome: 'done' };
  } catch (error) {
    if (signal?.aborted) return { outcome: 'running' };
    throw error;
  }
}

/** The class of the error and no more: its message may quote anything. */
function readErrorType(payload: string): string {
  try {
    const { errorType } = JSON.parse(payload) as { errorType?: unknown };
    return typeof errorType === 'string' ? errorType : 'Error';
  } catch {
    return 'Error';
  }
}
