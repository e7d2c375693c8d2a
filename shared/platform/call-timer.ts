import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { calling } from './callee';

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
  const { functionName: FunctionName, endsAfterMs } = options;
  // A second run beside the first would find nothing to do.
  const lambda = new LambdaClient({ maxAttempts: 1 });
  const abortSignal = endsAfterMs === undefined ? undefined : AbortSignal.timeout(endsAfterMs);
  try {
    const { FunctionError: failure, Payload: payload } = await calling(
      'Lambda',
      lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' }), {
        ...(abortSignal && { abortSignal }),
      }),
    );
    return failure === undefined
      ? { outcome: 'done' }
      : { outcome: 'failed', errorType: readErrorType(payload) };
  } catch (error) {
    if (abortSignal?.aborted) return { outcome: 'running' };
    throw error;
  } finally {
    lambda.destroy();
  }
}

/** The class of the error and no more: its message may quote anything. */
function readErrorType(payload: Uint8Array | undefined): string {
  try {
    const { errorType } = JSON.parse(Buffer.from(payload ?? []).toString('utf8')) as { errorType?: unknown };
    return typeof errorType === 'string' ? errorType : 'Error';
  } catch {
    return 'Error';
  }
}
