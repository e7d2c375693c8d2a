import { sweepOptOuts } from '../../shared/audience/consent/sweep-opt-outs';
import { requeueStalledTransfers } from '../../shared/exports/requeue-stalled-transfers';
import { requeueStalledCampaigns } from '../../shared/campaigns/run/requeue-stalled-campaigns';
import { requeueStalledChunks } from '../../shared/sending/jobs/process/requeue-stalled-chunks';
import { requeueStalledMessages } from '../../shared/sending/single/requeue-stalled-messages';
import { recordRelay } from '../../shared/outbox/record-relay';
import { sweepOutbox } from '../../shared/outbox/sweep-outbox';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { DUE_LAG_METRICS, measureDueLag, type WatchedKind } from '../../shared/outbox/measure-due-lag';
import { sweepErasures } from '../../shared/erasure/sweep-erasures';
import { sweepDeliveries } from '../../shared/webhooks/sweep-deliveries';
import { worker } from './worker';

/** Due work is requeued within a minute or two. */
const LONG_LAG_SECONDS = 300;

/** Scheduler, once a minute: requeues overdue work. */
export const handler = worker('sweep', async () => {
  const platform = getRelayPlatform();
  const dueLag = await measureDueLag(platform.table, platform.clock.now());
  platform.metrics.record('DueLag', dueLag.seconds);
  for (const kind of Object.keys(dueLag.byKind) as WatchedKind[])
    platform.metrics.record(DUE_LAG_METRICS[kind], dueLag.byKind[kind]);
  if (dueLag.seconds > LONG_LAG_SECONDS) {
    const { seconds, kind } = dueLag;
    platform.log.warn('Work is long overdue', { seconds, kind });
  }
  const outboxItems = await sweepOutbox(platform, (attempt) => recordRelay(platform, attempt));
  const messages = await requeueStalledMessages(platform);
  const optOuts = await sweepOptOuts(platform);
  const chunks = await requeueStalledChunks(platform);
  await sweepErasures(platform);
  const imports = await requeueStalledTransfers(platform);
  // Not counted: deliveries wait here between attempts, and campaigns for their time, which is no failure.
  await sweepDeliveries(platform);
  await requeueStalledCampaigns(platform);
  platform.metrics.record('WorkTakenUp', outboxItems + messages + optOuts + chunks + imports);
  if (outboxItems + messages + optOuts + chunks + imports > 0) {
    platform.log.warn('Took up overdue work', { outboxItems, messages, optOuts, chunks, imports });
  }
});
