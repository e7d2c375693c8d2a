import { putIntoOutbox } from '../../outbox/outbox';
import type { Ids } from '../../platform/ids';
import { updateExpression } from '../../platform/store/expressions';
import { commit } from '../../platform/store/commit';
import { automationKey, dueAttributes } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import type { AutomationAddress } from './automation';

/** Index attributes by which the timer looks at an automation from a time on. */
export const automationDue = (id: string, atMs: number) =>
  dueAttributes('AUTOMATION', { id, dueAt: new Date(atMs).toISOString() });

export const AUTOMATION_DUE_ATTRIBUTES = ['gsi1pk', 'gsi1sk'];

/** Builds the write that calls the worker of an automation. */
export const callAutomationWorker = (
  ids: Ids,
  { accountId, automationId, now }: AutomationAddress & { now: Date },
): TransactItem =>
  putIntoOutbox({
    id: ids.next('out'),
    now,
    entry: { kind: 'campaign', accountId, campaignId: automationId },
  });

/**
 * Has the worker of an automation called for a person who is due, unless it is called before that anyway. Called after
 * the person was stored; its caller repeats both when it dies in between.
 */
export async function wakeAutomation(
  deps: { table: Table; ids: Ids },
  { accountId, automationId, dueAt, now }: AutomationAddress & { dueAt: string; now: Date },
): Promise<void> {
  const atMs = Math.max(Date.parse(dueAt), now.getTime());
  const set = automationDue(automationId, atMs);
  const isNow = atMs <= now.getTime();
  await commit(deps.table, [
    {
      write: {
        Update: {
          Key: automationKey(accountId, automationId),
          ...updateExpression({ set }, { names: { '#status': 'status' }, values: { ':stopped': 'stopped' } }),
          // Who enters a stopped one had found it running, and has to leave, though its worker looks no more.
          ConditionExpression:
            'attribute_exists(pk) AND (#gsi1sk > :gsi1sk OR (attribute_not_exists(#gsi1sk) AND #status = :stopped))',
        },
      },
      onFail: 'called',
    },
    ...(isNow ? [{ write: callAutomationWorker(deps.ids, { accountId, automationId, now }) }] : []),
  ]);
}
