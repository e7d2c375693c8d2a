import { channelOf, type Message, presentMessage } from './message';
import { presentDetails } from './provider-details';
import { countSegments } from '../content/segments';

/** Returns a message as it is read back: the fields of rules 2.1, and what provider and carrier have reported since. */
export function presentMessageStatus(message: Message): Record<string, unknown> {
  const { mediaUrl, deliveryStatus, deliveryStatusAt } = message;
  return {
    ...presentMessage(message),
    ...(mediaUrl !== undefined && { mediaUrl }),
    ...presentDetails({ ...message, channel: channelOf(message) }),
    ...(deliveryStatus !== undefined && { deliveryStatus, deliveryStatusAt }),
    ...(!message.erased && countSegments(message.body)),
  };
}
