import type { WebhookDelivery } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { nameOfEvent } from './event-words';

/** Names a delivery by its event and time. */
export const labelOfDelivery = ({ eventType, eventTime }: Pick<WebhookDelivery, 'eventType' | 'eventTime'>) =>
  `${nameOfEvent(eventType)}, ${formatDateTime(eventTime)}`;
