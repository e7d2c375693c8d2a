import { runTimer as run } from '../../shared/operations/run-timer';
import { OperatorError } from './operator-error';
import type { Target } from './target';

/**
 * Runs the timer once, now, and ends when everything that was overdue in the outbox has been relayed.
 *
 * @throws OperatorError when it failed, or the outbox still has items that were due before
 */
export async function runTimer(target: Pick<Target, 'table' | 'clock' | 'outputs'>): Promise<void> {
  const { TimerFunctionName: functionName } = target.outputs;
  if (functionName === undefined) {
    throw new OperatorError('The service does not say what its timer is: deploy it again.');
  }
  const result = await run(target, { functionName });
  switch (result.outcome) {
    case 'done':
      return;
    case 'failed':
      throw new OperatorError(
        `The timer failed (${result.errorType}), see the log of WakeDue. Its dead letters and those of the relay are kept.`,
      );
    case 'running':
      throw new OperatorError('The timer still runs; its dead letters and those of the relay are kept.');
    case 'stillDue':
      throw new OperatorError(
        'The timer has run, and the outbox still holds what is overdue: see the log of WakeDue, and whether SQS or ' +
          'EventBridge refuse. The dead letters of relay and timer are kept.',
      );
  }
}
