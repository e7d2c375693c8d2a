import type { Account } from '../../../accounts/account';
import { type Campaign, campaignItem } from '../../../campaigns/record/campaign';
import { commit, type Part, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { CONFLICT } from '../../../platform/store/retry-on-conflict';
import { isoNow } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import type { TransactItem } from '../../../platform/store/table';
import {
  type Automation,
  automationItem,
  automationVersionItem,
  isSend,
  planOfAutomation,
  sendIdOf,
} from '../../record/automation';
import { automationDue, callAutomationWorker } from '../../record/automation-due';
import { findVersions } from '../../record/automation-store';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Campaign statuses of the texts, by the status of their automation. */
type SendStatus = Extract<Campaign['status'], 'sending' | 'paused' | 'cancelled'>;
const WRITES_AT_ONCE = 90;

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
    { Put: { Item: automationVersionItem.item(address, { ...address, plan }) } },
    ...sends.map(({ step, index }): TransactItem => {
      const id = sendIdOf({ automationId, version, step: index });
      const at = now.toISOString();
      const campaign: Campaign = {
        ...NOTHING,
        ...{ id, accountId, name: plan.name, from: plan.from, purpose: plan.purpose },
        ...step.send,
        sendingHours: plan.sendingHours,
        retentionDays: account.retentionDays,
        ...{ createdAt: at, updatedAt: at, startedAt: at },
      };
      return { Put: { Item: campaignItem.item({ accountId, id }, campaign) } };
    }),
  ];
}

const NOTHING = {
  schedule: undefined,
  expiresAt: undefined,
  audience: { kind: 'people', everyone: true, fieldReferences: {} },
  status: 'sending',
  version: 1,
  jobCount: 0,
  jobsDone: 0,
  counts: { sent: 0, failed: 0, skipped: 0, unknown: 0 },
  skippedBy: {},
} as unknown as Campaign;

/**
 * Has the texts of all versions go out, rest, or be given up: what workers of chunks read before each send batch. When
 * the automation has been steered again meanwhile, that request does it.
 */
export async function setSends(deps: Deps, automation: Automation, status: SendStatus): Promise<void> {
  const { accountId, id: automationId } = automation;
  const versions = await findVersions(deps.table, { accountId, automationId });
  // Texts that waited for too long before this are missed.
  const resumed = status === 'sending' ? { launchedAt: isoNow(deps.clock) } : {};
  const keys = versions.flatMap(({ version, plan }) =>
    plan.steps.flatMap((step, index) =>
      isSend(step)
        ? [campaignItem.key({ accountId, id: sendIdOf({ automationId, version, step: index }) })]
        : [],
    ),
  );
  // A repeated request changes nothing.
  const sends = await deps.table.batchGet(keys);
  const writes = keys
    .filter((_, index) => campaignItem.readIfAny(sends[index])?.status !== status)
    .map((Key): TransactItem => ({
      Update: {
        Key,
        ...updateExpression({ set: { status, ...resumed } }),
        ConditionExpression: 'attribute_exists(pk)',
      },
    }));
  for (let first = 0; first < writes.length; first += WRITES_AT_ONCE) {
    const result = await commit<'steered'>(deps.table, [
      { write: isStill(automation), onFail: 'steered' },
      ...required(writes.slice(first, first + WRITES_AT_ONCE)),
    ]);
    if (!result.committed) return;
  }
}

const isStill = (automation: Automation): TransactItem => ({
  ConditionCheck: {
    Key: automationItem.key(automation),
    ConditionExpression: '#status = :status',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':status': automation.status },
  },
});
