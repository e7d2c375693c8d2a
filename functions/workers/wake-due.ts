import { wakeOptOuts } from '../../shared/consent/wake-opt-outs';
import { wakeMessages } from '../../shared/messages/wake-messages';
import { wakeOutbox } from '../../shared/outbox/wake-outbox';
import { getPlatform } from '../../shared/platform/platform';

/** Scheduler, once a minute: takes up whatever was due and did not happen. */
export async function handler(): Promise<void> {
  const platform = getPlatform();
  const outboxItems = await wakeOutbox(platform);
  const messages = await wakeMessages(platform);
  const optOuts = await wakeOptOuts(platform);
  if (outboxItems + messages + optOuts > 0) {
    platform.log.warn('Took up overdue work', { outboxItems, messages, optOuts });
  }
}
