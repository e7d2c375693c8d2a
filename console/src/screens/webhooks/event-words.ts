import type { AddWebhookRequest } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';

export type EventType = NonNullable<AddWebhookRequest['eventTypes']>[number];

/** Names of events, as people read them. */
const EVENT_NAMES: Record<EventType, string> = {
  'contacts.group.opted_in': 'Opt-in to a group',
  'contacts.group.opted_out': 'Opt-out of a group',
  'messaging.message.delivered': 'Text delivered',
  'messaging.message.failed': 'Text failed',
  'messaging.message.received': 'Text received',
  'messaging.link.clicked': 'Link clicked',
  'messaging.optout.likely': 'Likely opt-out',
  'messaging.job.completed': 'Broadcast or batch completed',
  'messaging.campaign.completed': 'Campaign completed',
  'messaging.sending.paused': 'Sending paused',
  'messaging.sending.resumed': 'Sending resumed',
  'messaging.country.exceeded': 'Texts to a country exceeded',
  'webhooks.endpoint.disabled': 'Webhook turned off by the service',
};
const OTHER_NAMES: Record<string, string> = { 'webhooks.test': 'Test', ...EVENT_NAMES };

/** Returns the name of a type of event; of a newer one the type itself. */
export const nameOfEvent = (type: string): string => OTHER_NAMES[type] ?? type;

const MOST_NAMED = 3;

/** Says in words which events an endpoint gets. */
export function describeEvents(types: readonly string[] | undefined): string {
  if (types === undefined) return 'All events';
  const named = types.slice(0, MOST_NAMED).map(nameOfEvent).join(', ');
  return types.length > MOST_NAMED ? `${named} and ${types.length - MOST_NAMED} more` : named;
}

/** Part of an event with its value, both in words. */
interface EventPart {
  label: string;
  value: string;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
/** Fields that the dialog has in its heading, or that are the same in each event. */
const LEFT_OUT = ['type', 'version', 'time', 'accountId'];

/** Lists the parts of an event in words, in the order in which they were sent; without ids, which are for programs. */
export const partsOfEvent = (event: object): EventPart[] =>
  partsOf(Object.fromEntries(Object.entries(event).filter(([name]) => !LEFT_OUT.includes(name))), []);

function partsOf(value: object, names: readonly string[]): EventPart[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (/^id$|Id$/.test(name)) return [];
    const path = [...names, name];
    if (typeof part === 'object' && part !== null && !Array.isArray(part)) return partsOf(part, path);
    return [{ label: labelOf(path), value: valueInWords(part) }];
  });
}

function labelOf(path: readonly string[]): string {
  const words = path.map(inWords).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const inWords = (name: string) =>
  name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();

function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.map(valueInWords).join(', ') || 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatCount(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return ISO_TIME.test(value) ? formatDateTime(value) : value || 'empty';
}
