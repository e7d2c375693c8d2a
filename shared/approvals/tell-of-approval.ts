import type { Actor } from '../accounts/actor';
import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { Decision, PutBack } from './approval';
import type { Notice } from './internal/notice';

/** Part of a campaign or automation that approvals are about. */
interface Launchable {
  id: string;
  accountId: string;
  status: string;
  /** User or key that launched the campaign, or started the automation. */
  launchedBy?: Actor | undefined;
  startedBy?: Actor | undefined;
  decision?: Decision | undefined;
  decidedBy?: Actor | undefined;
  approvedRecipients?: number | undefined;
  putBack?: PutBack | undefined;
}

/**
 * Builds the write by which the addresses of the account are told of a change, for the transaction of the change. The
 * list is empty for a change that neither begins to await an approval nor decides on one.
 *
 * @param options.before absent: it is new
 *
 * **Source:** rules E4.7.
 */
export function tellOfApproval(
  ids: Ids,
  { before, after, now }: { before?: Launchable; after: Launchable; now: Date },
): TransactItem[] {
  const notice = noticeOf(before, after);
  if (!notice) return [];
  const { accountId, id: campaignId } = after;
  const entry = { kind: 'approvalNotice' as const, accountId, campaignId, notice };
  return [putIntoOutbox({ id: ids.next('out'), entry, now })];
}

function noticeOf(before: Launchable | undefined, after: Launchable): Notice | undefined {
  const isAwaiting = after.status === 'awaitingApproval';
  const wasAwaiting = before?.status === 'awaitingApproval';
  if (isAwaiting === wasAwaiting) return undefined;
  const { decision, putBack } = after;
  if (isAwaiting) {
    const recipients = putBack?.reason === 'audience_grew' ? putBack.now : undefined;
    return { kind: 'awaiting', launchedBy: launcherOf(after), putBack, recipients };
  }
  // Cancelled, stopped or paused without a decision.
  if (!decision || decision.at === before?.decision?.at) return undefined;
  return {
    ...{ kind: decision.status, decidedAt: decision.at, decidedBy: after.decidedBy },
    recipients: after.approvedRecipients,
    // A rejected launch has no launcher any more.
    launchedBy: before && launcherOf(before),
  };
}

const launcherOf = ({ launchedBy, startedBy }: Launchable) => launchedBy ?? startedBy;
