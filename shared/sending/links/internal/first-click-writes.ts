import { queueLinkClicked } from '../../../messages/message-events';
import { queueFeedback } from '../../../messages/queue-feedback';
import type { Message } from '../../../messages/message';
import type { Ids } from '../../../platform/ids';
import type { TransactItem } from '../../../platform/store/table';

/**
 * Builds the writes that the first click of a message causes, once for each message, for the transaction of that click:
 * the event, and the feedback to the provider. Any count of people who clicked adds its write here.
 *
 * @param click.jobId id of the message's job, if it has one
 *
 * **Source:** rules 6, E4.8, E12.
 */
export function firstClickWrites(
  ids: Ids,
  click: { message: Message; link: string; jobId: string | undefined; now: Date },
): TransactItem[] {
  const { message, now } = click;
  return [
    // The service's own texts have no events.
    ...(message.purpose === 'send' ? [queueLinkClicked(ids, click)] : []),
    ...(message.expectsFeedback ? queueFeedback(ids, { ...message, now }) : []),
  ];
}
