import { object, string } from 'valibot';
import { type FeedbackTask, feedbackQueueGroup } from '../../outbox/relay-outbox';
import { addLogContext } from '../../platform/observability/log';
import type { Platform } from '../../platform/platform';
import type { FeedbackTaker } from '../../platform/provider/port';
import { commit } from '../../platform/store/commit';
import { defineItem } from '../../platform/store/define-item';
import { feedbackKey } from '../../platform/store/keys';

type Deps = Pick<Platform, 'table' | 'clock' | 'queues' | 'log' | 'metrics'> & {
  /** Absent when the provider takes no feedback. */
  feedback?: FeedbackTaker | undefined;
};

/** Waits before the second try and the following ones. */
const FEEDBACK_RETRY_SECONDS = [30, 120, 600] as const;
/** Share of a wait by which tries are spread: many people click at once. */
const SPREAD = 0.5;
/** Time in which another answer to the same message gives no feedback again. */
const CLAIM_KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Click or answer that gives the feedback on a message. */
const feedbackItem = defineItem({
  entity: 'feedback',
  key: ({ accountId, feedbackOn }: Pick<FeedbackTask, 'accountId' | 'feedbackOn'>) =>
    feedbackKey(accountId, feedbackOn),
  value: object({ outboxId: string() }),
});

/**
 * Tells the provider that a person got a message, once for each message: the first click or answer gives the feedback,
 * and later ones do not. Feedback that the provider refuses, or does not take after all tries, is counted and given up.
 *
 * **Source:** rules E12.
 */
export async function giveFeedback(deps: Deps, task: FeedbackTask): Promise<void> {
  addLogContext({ accountId: task.accountId });
  if (!deps.feedback || !(await isFirst(deps, task))) return;
  const { outcome, providerReason, providerRequestId } = await deps.feedback.giveFeedback({
    providerMessageId: task.feedbackOn,
  });
  if (outcome === 'given') {
    deps.metrics.record('FeedbackGiven', 1);
    return;
  }
  const waitSeconds = outcome === 'unavailable' ? FEEDBACK_RETRY_SECONDS[task.attempt - 1] : undefined;
  if (waitSeconds !== undefined) return tryLater(deps, task, waitSeconds);
  deps.metrics.record('FeedbackNotGiven', 1);
  const { feedbackOn: providerMessageId, attempt } = task;
  deps.log.info('Feedback not given', {
    providerMessageId,
    outcome,
    attempt,
    providerReason,
    providerRequestId,
  });
}

/** Returns true for the click or answer that gives the feedback, also when its task is delivered again. */
async function isFirst({ table, clock }: Deps, task: FeedbackTask): Promise<boolean> {
  const { outboxId } = task;
  const claim = await commit(table, [
    {
      write: {
        Put: {
          Item: {
            ...feedbackItem.item(task, { outboxId }),
            expiresAtEpochSeconds: Math.floor((clock.now().getTime() + CLAIM_KEPT_FOR_MS) / 1000),
          },
          ConditionExpression: 'attribute_not_exists(pk) OR outboxId = :own',
          ExpressionAttributeValues: { ':own': outboxId },
        },
      },
      onFail: 'given',
    },
  ]);
  return claim.committed;
}

async function tryLater({ table, queues }: Deps, task: FeedbackTask, waitSeconds: number): Promise<void> {
  const body: FeedbackTask = { ...task, attempt: task.attempt + 1 };
  const delaySeconds = Math.ceil(waitSeconds * (1 + SPREAD * (table.waits.random() - 0.5)));
  const groupId = feedbackQueueGroup(task.accountId);
  const refused = await queues.send('message', [{ body, groupId, delaySeconds }]);
  // This try is delivered again then.
  if (refused.length > 0) throw new Error('The queue took no later try');
}
