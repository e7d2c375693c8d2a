import { type Message, presentMessage } from './message';
import { presentDetails } from './provider-details';
import { countSegments } from '../content/segments';

/** What reading a message back shows: rules 2.1, and what the provider and the carrier said since. */
export function presentMessageStatus(message: Message): Record<string, unknown> {
  const { mediaUrl, deliveryStatus, deliveryStatusAt } = message;
  return {
    ...presentMessage(message),
    ...(mediaUrl !== undefined && { mediaUrl }),
    ...presentDetails(message),
    ...(deliveryStatus !== undefined && { deliveryStatus, deliveryStatusAt }),
    ...(!message.erased && countSegments(message.body)),
  };
}
