import { findAccount } from '../accounts/account-store';
import { approvalTopicOf } from '../accounts/approval-topics';
import type { ApprovalTopicsTask } from '../outbox/relay-outbox';
import { deleteTopic } from '../platform/aws/topics';
import type { Platform } from '../platform/platform';
import { openTopic, topicArnOf } from './internal/approval-mail';

/**
 * Makes the topics of the addresses that an account has now, and deletes those of the addresses that it has no more.
 * Harmless to repeat.
 *
 * @throws the errors of `subscribeEmail` and `deleteTopic`, after which the queue delivers the task again
 *
 * **Source:** rules E4.7.
 */
export async function followEmails(
  platform: Pick<Platform, 'table' | 'config' | 'log'>,
  { accountId, topics }: ApprovalTopicsTask,
): Promise<void> {
  const account = await findAccount(platform.table, accountId);
  for (const topic of topics) {
    const email = account?.approvalEmails.find((one) => approvalTopicOf(one) === topic);
    await (email === undefined
      ? deleteTopic(topicArnOf(platform, { accountId, topic }))
      : openTopic(platform, { accountId, email }));
  }
}
