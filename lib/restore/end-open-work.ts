import { findAccount } from '../../shared/accounts/account-store';
import { NO_CHARGE } from '../../shared/accounts/charge';
import { steerAutomation } from '../../shared/automations/plan/steer-automation';
import { automationItem, isAtWork } from '../../shared/automations/record/automation';
import { steerCampaign } from '../../shared/campaigns/plan/steer-campaign';
import { campaignItem } from '../../shared/campaigns/record/campaign';
import { readMessage } from '../../shared/messages/message';
import { findDue } from '../../shared/outbox/find-due';
import { type DueKind, jobKey } from '../../shared/platform/store/keys';
import { updateExpression } from '../../shared/platform/store/expressions';
import type { Item } from '../../shared/platform/store/item';
import type { Table } from '../../shared/platform/store/table';
import type { RegionSide } from '../../shared/platform/region-side';
import type { Platform } from '../../shared/platform/platform';
import { readJob } from '../../shared/sending/jobs/job';
import { endUnknown } from '../../shared/sending/single/message-progress';
import { recordSendOutcome } from '../../shared/sending/single/record-send-outcome';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Numbers of what was ended or held. */
export interface OpenWork {
  messages: number;
  jobs: number;
  campaigns: number;
  automations: number;
}

/** Later than anything is due. */
export const EVER = new Date('9999-01-01T00:00:00.000Z');

const RUNNING = ['scheduled', 'selecting', 'sending'];

/**
 * Drops what the outbox had at the restore point: events and calls of workers that have been relayed since.
 *
 * @param options.restoredTo time of the restore point
 * @returns number of items
 */
export async function dropOutbox(
  { table }: Pick<Deps, 'table'>,
  { restoredTo, isDryRun }: { restoredTo: Date; isDryRun: boolean },
): Promise<number> {
  const drop = async ({ pk, sk, createdAt }: Item): Promise<boolean> => {
    // Those of this program are later.
    if (String(createdAt) > restoredTo.toISOString()) return false;
    if (!isDryRun) await table.delete({ Key: { pk, sk } });
    return true;
  };
  return (await endAll(table, { kind: 'OUTBOX' }, drop)) + (await endAll(table, { kind: 'EVENT' }, drop));
}

async function endAll(
  table: Table,
  { kind, side }: { kind: DueKind; side?: RegionSide | undefined },
  end: (item: Item) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for await (const item of findDue(table, kind, EVER, side)) if (await end(item)) count++;
  return count;
}

/**
 * Ends or holds what was under way at the restore point, or in a region that was lost, since its texts may have gone out
 * after it. The index of due work has all of it, so that this takes as long as there was work, whatever the size of the
 * table.
 *
 * @param options.side region that was lost; absent: the table was restored
 */
export async function endOpenWork(
  deps: Deps,
  { side, isDryRun }: { side?: RegionSide; isDryRun: boolean },
): Promise<OpenWork> {
  const { table } = deps;
  const end = async (kind: DueKind, endOne: (item: Item) => Promise<boolean>) =>
    endAll(table, { kind, side }, endOne);

  // 1. Ends queued texts.
  const messages = await end('MESSAGE', async (item) => {
    const message = readMessage(item);
    if (!isDryRun)
      await recordSendOutcome(deps, {
        ...{ message, progress: endUnknown(message.attempts), isCallerTold: false },
      });
    return true;
  });

  // 2. Cancels jobs, without refunds: the balances are those after all that was sent and refunded.
  const jobs = await end('JOB', async (item) => {
    const job = readJob(item);
    const isCarried = job.kind === 'campaign';
    if (!isDryRun) {
      const free = { chargePerRecipient: NO_CHARGE, baseCharge: NO_CHARGE };
      await table.update({
        Key: jobKey(job.id),
        ...updateExpression({ set: { ...free, ...(!isCarried && { status: 'cancelled' }) } }),
        ConditionExpression: 'attribute_exists(gsi1pk)',
      });
    }
    return !isCarried;
  });

  // 3. Pauses campaigns and automations: a person decides what of them went out.
  const campaigns = await end('CAMPAIGN', async (item) => {
    const { accountId, id, status } = campaignItem.read(item);
    if (!RUNNING.includes(status)) return false;
    if (!isDryRun) await steerCampaign(deps, { accountId, id, step: 'pause' });
    return true;
  });
  const automations = await end('AUTOMATION', async (item) => {
    const automation = automationItem.read(item);
    const account = await findAccount(table, automation.accountId);
    if (!account || !isAtWork(automation)) return false;
    if (!isDryRun) await steerAutomation(deps, { account, automationId: automation.id, step: 'pause' });
    return true;
  });
  return { messages, jobs, campaigns, automations };
}
