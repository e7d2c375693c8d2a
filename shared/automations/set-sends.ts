import { type Campaign, campaignItem } from '../campaigns/record/campaign';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import type { TransactItem } from '../platform/store/table';
import { type Automation, automationItem, type AutomationVersion, isSend } from './record/automation';
import { sendIdOf } from './record/send-id';

const WRITES_AT_ONCE = 90;

/** Returns the status of the campaigns that carry the texts of an automation: it is that of their automation. */
export const sendStatusOf = ({
  status,
}: Pick<Automation, 'status'>): Extract<Campaign['status'], 'sending' | 'paused' | 'cancelled'> =>
  status === 'paused' ? 'paused' : status === 'stopped' ? 'cancelled' : 'sending';

/**
 * Has the texts of all versions go out, rest, or be given up, as the automation does: workers of chunks read this before
 * each send batch. Idempotent: the worker of the automation repeats it, in case the request died. When the automation
 * has been steered again meanwhile, that request does it.
 *
 * @param versions those that there are now, or that there were after the automation was read
 */
export async function setSends(
  deps: Pick<Platform, 'table' | 'clock'>,
  automation: Automation,
  versions: readonly AutomationVersion[],
): Promise<void> {
  const { accountId, id: automationId } = automation;
  const status = sendStatusOf(automation);
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
