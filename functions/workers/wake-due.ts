import { wakeOptOuts } from '../../shared/consent/wake-opt-outs';
import { wakeJobs } from '../../shared/jobs/wake-jobs';
import { wakeMessages } from '../../shared/messages/wake-messages';
import { wakeOutbox } from '../../shared/outbox/wake-outbox';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { wakeDeliveries } from '../../shared/webhooks/wake-deliveries';

/** Scheduler, once a minute: takes up whatever was due and did not happen. */
export async function handler(): Promise<void> {
  const platform = getRelayPlatform();
  const outboxItems = await wakeOutbox(platform);
  const messages = await wakeMessages(platform);
  const optOuts = await wakeOptOuts(platform);
  const chunks = await wakeJobs(platform);
  // Long waits end here, so that this is no sign that anything went wrong.
  await wakeDeliveries(platform);
  if (outboxItems + messages + optOuts + chunks > 0) {
    platform.log.warn('Took up overdue work', { outboxItems, messages, optOuts, chunks });
  }
}
