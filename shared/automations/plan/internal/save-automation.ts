import type { Account } from '../../../accounts/account';
import { tellOfApproval } from '../../../approvals/tell-of-approval';
import { type Campaign, campaignItem } from '../../../campaigns/record/campaign';
import { commit, type Part, required } from '../../../platform/store/commit';
import { CONFLICT } from '../../../platform/store/retry-on-conflict';
import type { Platform } from '../../../platform/platform';
import type { TransactItem } from '../../../platform/store/table';
import {
  type Automation,
  automationItem,
  automationVersionItem,
  isSend,
  planOfAutomation,
} from '../../record/automation';
import { sendIdOf } from '../../record/send-id';
import { automationDue, callAutomationWorker } from '../../record/automation-due';
import { sendStatusOf } from '../../set-sends';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Stores an automation as it is now, conditional on the revision that was read.
 *
 * @param also writes that must commit with it
 * @returns CONFLICT when another change came first
 */
export async function saveAutomation(
  deps: Deps,
  { before, after, also = [] }: { before: Automation; after: Automation; also?: TransactItem[] },
): Promise<Automation | typeof CONFLICT> {
  const now = deps.clock.now();
  const { accountId, id: automationId } = before;
  const saved = { ...after, revision: before.revision + 1, updatedAt: now.toISOString() };
  const needsWorker = after.status !== 'draft' && after.activeVersion !== undefined;
  const due = needsWorker ? automationDue(automationId, now.getTime()) : {};
  const parts: Array<Part<'changed'>> = [
    {
      write: {
        Put: {
          Item: { ...automationItem.item(saved, saved), ...due },
          ConditionExpression: '#revision = :read',
          ExpressionAttributeNames: { '#revision': 'revision' },
          ExpressionAttributeValues: { ':read': before.revision },
        },
      },
      onFail: 'changed',
    },
    ...required(needsWorker ? [callAutomationWorker(deps.ids, { accountId, automationId, now })] : []),
    ...required(tellOfApproval(deps.ids, { before, after: saved, now })),
    ...required(also),
  ];
  const result = await commit(deps.table, parts);
  return result.committed ? saved : CONFLICT;
}

/** Builds the writes of a version that people can enter: its plan, and the campaigns that carry its texts. */
export function versionWrites(automation: Automation, account: Account, now: Date): TransactItem[] {
  const { accountId, id: automationId, version } = automation;
  const address = { accountId, automationId, version };
  const plan = planOfAutomation(automation);
  const sends = plan.steps.flatMap((step, index) => (isSend(step) ? [{ step, index }] : []));
  return [
    {
      Put: { Item: automationVersionItem.item(address, { ...address, plan, activeFrom: now.toISOString() }) },
    },
    ...sends.map(({ step, index }): TransactItem => {
      const id = sendIdOf({ automationId, version, step: index });
      const at = now.toISOString();
      const campaign: Campaign = {
        ...NOTHING,
        ...{ id, accountId, name: plan.name, from: plan.from, purpose: plan.purpose },
        ...step.send,
        sendingHours: plan.sendingHours,
        retentionDays: account.retentionDays,
        ...{ status: sendStatusOf(automation), createdAt: at, updatedAt: at, startedAt: at },
      };
      return { Put: { Item: campaignItem.item({ accountId, id }, campaign) } };
    }),
  ];
}

const NOTHING = {
  schedule: undefined,
  expiresAt: undefined,
  audience: { kind: 'people', everyone: true, fieldReferences: {} },
  version: 1,
  jobCount: 0,
  jobsDone: 0,
  counts: { sent: 0, failed: 0, skipped: 0, unknown: 0 },
  skippedBy: {},
} as unknown as Campaign;
