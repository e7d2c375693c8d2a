import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { findDue } from '../../shared/outbox/find-due';
import type { Table } from '../../shared/platform/store/table';
import { calling } from './callee';
import { OperatorError } from './operator-error';
import type { Target } from './target';

/** The index shows a moment later what the table has. */
const LOOKS = 5;
const LOOK_AGAIN_AFTER_MS = 1_000;

/**
 * Runs the timer once, now, and ends when everything that was overdue in the outbox has been relayed.
 *
 * @throws OperatorError when it failed, or the outbox still holds what was due before
 */
export async function runTimer(target: Pick<Target, 'table' | 'clock' | 'outputs'>): Promise<void> {
  const { TimerFunctionName: FunctionName } = target.outputs;
  if (FunctionName === undefined) {
    throw new OperatorError('The service does not say what its timer is: deploy it again.');
  }
  const beganAt = target.clock.now();
  // A run may take minutes, and a second one beside it would find nothing to do.
  const lambda = new LambdaClient({ maxAttempts: 1 });
  const { FunctionError: failure, Payload: payload } = await calling(
    'Lambda',
    lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' })),
  );
  if (failure !== undefined) {
    throw new OperatorError(
      `The timer failed (${readErrorType(payload)}), see the log of WakeDue. Its dead letters and those of the relay are kept.`,
    );
  }
  for (let look = 1; await isAnythingDue(target.table, beganAt); look++) {
    if (look === LOOKS) {
      throw new OperatorError(
        'The timer has run, and the outbox still holds what is overdue: see the log of WakeDue, and whether SQS or ' +
          'EventBridge refuse. The dead letters of relay and timer are kept.',
      );
    }
    await sleep(LOOK_AGAIN_AFTER_MS);
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

async function isAnythingDue(table: Table, at: Date): Promise<boolean> {
  for await (const _ of findDue(table, 'OUTBOX', at)) return true;
  return false;
}
