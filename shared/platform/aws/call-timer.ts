import { askLambda } from './internal/lambda-api';

/** Result of a run; `running`: the function had not ended when the caller's time was over, and it goes on. */
export type TimerCall =
  | { outcome: 'done' }
  | { outcome: 'failed'; errorType: string }
  | { outcome: 'running' };

/**
 * Runs the timer's function once, immediately, and waits for its end.
 *
 * @param options.endsAfterMs longest wait in milliseconds; absent: until the function has ended, which may take minutes
 */
export async function callTimer(options: { functionName: string; endsAfterMs?: number }): Promise<TimerCall> {
  const { functionName, endsAfterMs } = options;
  const signal = endsAfterMs === undefined ? undefined : AbortSignal.timeout(endsAfterMs);
  try {
    // The request is sent once: a second run beside the first would find nothing to do.
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

/** Returns the class of the error only: its message may quote personal data. */
function readErrorType(payload: string): string {
  try {
    const { errorType } = JSON.parse(payload) as { errorType?: unknown };
    return typeof errorType === 'string' ? errorType : 'Error';
  } catch {
    return 'Error';
  }
}
