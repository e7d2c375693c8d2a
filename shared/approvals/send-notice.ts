import { parse } from 'valibot';
import { findAccount } from '../accounts/account-store';
import type { Actor } from '../accounts/actor';
import { approvalTopicOf } from '../accounts/approval-topics';
import type { ApprovalNoticeTask } from '../outbox/relay-outbox';
import { publishEmail } from '../platform/aws/topics';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import { findUser } from '../users/user-store';
import { openTopic, topicArnOf } from './internal/approval-mail';
import type { Decision } from './approval';
import { type Notice, storedNotice } from './internal/notice';
import { writeNotice } from './internal/notice-text';

/** Part of a campaign or automation that its notices show. */
interface Shown {
  name: string;
  note?: string | undefined;
  decision?: Decision | undefined;
}

/**
 * Sends a notice to the addresses of its account, to each at least once. The topic of an address that has none, such as
 * after a move of the account, is made anew.
 *
 * @param about campaign or automation as it is now; absent: it was deleted, and no notice is sent
 * @throws an error of SNS, after the other addresses were told; the queue then delivers the task again
 *
 * **Source:** rules E4.7.
 */
export async function sendNotice(
  platform: Pick<Platform, 'table' | 'config' | 'log'>,
  task: ApprovalNoticeTask,
  about: Shown | undefined,
): Promise<void> {
  const { table, config } = platform;
  const { accountId, campaignId } = task;
  const account = await findAccount(table, accountId);
  if (!about || !account || account.approvalEmails.length === 0) return;
  const notice = parse(storedNotice, task.notice);
  const mail = writeNotice(notice, {
    campaignId,
    name: about.name,
    words: wordsOf(notice, about),
    accountName: account.name,
    launchedBy: await nameOf(table, notice.launchedBy),
    decidedBy: await nameOf(table, notice.decidedBy),
    consoleUrl: config.hasConsole ? `${config.baseUrl}/console/${accountId}` : undefined,
  });
  const results = await Promise.allSettled(
    account.approvalEmails.map((email) => send(platform, { accountId, email, mail })),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Returns the note, or what was said to the decision, unless there has been another one since. */
function wordsOf({ kind, decidedAt }: Notice, { note, decision }: Shown): string | undefined {
  if (kind === 'awaiting') return note;
  return decision?.at === decidedAt ? (decision?.comment ?? decision?.reason) : undefined;
}

async function send(
  platform: Pick<Platform, 'config' | 'log'>,
  { accountId, email, mail }: { accountId: string; email: string; mail: { subject: string; text: string } },
): Promise<void> {
  const topicArn = topicArnOf(platform, { accountId, topic: approvalTopicOf(email) });
  if ((await publishEmail({ topicArn, ...mail })) === 'published') return;
  await openTopic(platform, { accountId, email });
  await publishEmail({ topicArn, ...mail });
}

/** Returns the name of a user, or their address; API keys and operators are named by what they are. */
async function nameOf(table: Table, actor: Actor | undefined): Promise<string | undefined> {
  switch (actor?.kind) {
    case undefined:
      return undefined;
    case 'user': {
      const user = await findUser(table, actor.id);
      return user?.name ?? user?.email ?? 'a former user';
    }
    case 'apiKey':
      return 'an API key';
    case 'operator':
      return 'an operator';
  }
}
