import { sweepOptOuts } from '../../shared/audience/consent/sweep-opt-outs';
import { requeueDueAutomations } from '../../shared/automations/run/requeue-due-automations';
import { requeueStalledCampaigns } from '../../shared/campaigns/run/requeue-stalled-campaigns';
import { sweepErasures } from '../../shared/erasure/sweep-erasures';
import { requeueStalledTransfers } from '../../shared/exports/requeue-stalled-transfers';
import { recordDueLag } from '../../shared/outbox/record-due-lag';
import { recordRelay } from '../../shared/outbox/record-relay';
import { sweepOutbox } from '../../shared/outbox/sweep-outbox';
import { IndependentSteps } from '../../shared/operations/independent-steps';
import { recordSpendLimit } from '../../shared/operations/record-spend-limit';
import { tellHolds } from '../../shared/operations/tell-holds';
import { beat } from '../../shared/regions/beat';
import { getRelayPlatform } from '../../shared/platform/queues/relay-platform';
import { requeueStalledChunks } from '../../shared/sending/jobs/process/requeue-stalled-chunks';
import { requeueStalledMessages } from '../../shared/sending/single/requeue-stalled-messages';
import { wakeWaitingTransfers } from '../../shared/transfers/wake-waiting-transfers';
import { sweepDeliveries } from '../../shared/webhooks/sweep-deliveries';
import { worker } from './worker';

/** Scheduler, once a minute: requeues overdue work of each kind, even if the search for another kind fails. */
export const handler = worker(
  'sweep',
  async () => {
    const platform = getRelayPlatform();
    const steps = new IndependentSteps(platform.log);
    const duty = await beat(platform);
    if (duty !== 'active') {
      platform.log.info('This region is not active', { duty });
      if (duty === 'standby') await sweepStandby(platform, steps);
      return steps.throwIfAnyFailed();
    }
    await steps.run('dueLag', () => recordDueLag(platform));
    const first = await steps.run('outbox', () =>
      sweepOutbox(platform, { kinds: ['OUTBOX'], onRelay: (items) => recordRelay(platform, items) }),
    );
    const messages = await steps.run('messages', () => requeueStalledMessages(platform));
    const optOuts = await steps.run('optOuts', () => sweepOptOuts(platform));
    const chunks = await steps.run('chunks', () => requeueStalledChunks(platform));
    const isHeld = (await steps.run('holds', async () => Number(await tellHolds(platform)))) > 0;
    if (isHeld) platform.metrics.record('SendingHeld', 1);
    await steps.run('spendLimit', () => recordSpendLimit(platform));
    await steps.run('erasures', () => sweepErasures(platform));
    const imports =
      (await steps.run('imports', () => requeueStalledTransfers(platform, 'IMPORT'))) +
      (await steps.run('exports', () => requeueStalledTransfers(platform, 'EXPORT')));
    // Not counted: deliveries wait here between attempts, campaigns for their time, and transfers for their turn, which
    // is no failure.
    await steps.run('deliveries', () => sweepDeliveries(platform));
    await steps.run('waitingTransfers', () => wakeWaitingTransfers(platform));
    await steps.run('campaigns', () => requeueStalledCampaigns(platform));
    await steps.run('automations', () => requeueDueAutomations(platform));
    // Last, because an import can leave an item for each of its rows.
    const outboxItems =
      first + (await steps.run('events', () => sweepOutbox(platform, { kinds: ['EVENT'] })));
    platform.metrics.record('WorkTakenUp', outboxItems + messages + optOuts + chunks + imports);
    if (outboxItems + messages + optOuts + chunks + imports > 0) {
      platform.log.warn('Took up overdue work', { outboxItems, messages, optOuts, chunks, imports });
    }
    steps.throwIfAnyFailed();
  },
  { runs: 'always' },
);

/** Takes up what phones and carriers have caused in a region that is not active: opt-outs, and the events about them. */
async function sweepStandby(platform: ReturnType<typeof getRelayPlatform>, steps: IndependentSteps) {
  await steps.run('outbox', () => sweepOutbox(platform));
  await steps.run('optOuts', () => sweepOptOuts(platform));
  await steps.run('deliveries', () => sweepDeliveries(platform));
}
