import type { AddWebhookRequest } from '../../api/schemas';
import { countryName } from '../../format/countries';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { describeReason } from '../../recipients/reasons';

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
    return [{ label: labelOf(path), value: valueInWords(name, part) }];
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

/** Fields that count something; other numbers, such as codes of errors, are not grouped. */
const COUNTS = ['parts', 'selected', 'sent', 'failed', 'skipped', 'totalRecipients', 'limit'];
/** Enough for the price of one text, which is a fraction of a cent. */
const price = new Intl.NumberFormat(undefined, {
  ...{ style: 'currency', currency: 'USD', maximumFractionDigits: 8 },
});

/** Words for the values that a field can have. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  channel: { sms: 'SMS', mms: 'MMS', rcs: 'RCS' },
  direction: { inbound: 'received', outbound: 'sent' },
  effect: { stopped: 'texts to it stop for the day', told: 'texts go on' },
  kind: { broadcast: 'broadcast', batch: 'batch' },
  optInMode: {
    DIRECT: 'at once',
    CONFIRM: 'by a YES to a text',
    SILENT: 'without a text',
  },
  reason: {
    MANUAL_REMOVAL: 'removed from the group',
    STOP: 'the person texted STOP',
    KIOSK: 'the person told you',
    CARRIER: 'the carrier says so',
    IMPORT: 'an import',
    budget: 'the most in a day is reached',
    jump: 'many more than usual',
    gone: 'the receiver answered that it is gone',
    failing: 'all deliveries failed for five days',
    paused: 'a user or operator paused it',
    provider: 'the provider takes nothing',
    spend_limit: 'the spend limit is reached',
    refusal: 'a text sounds like an opt-out',
    wrong_number: 'a text says that it is a wrong number',
  },
  scope: { service: 'all accounts', account: 'the account', number: 'a number' },
  stage: { handOver: 'not handed over to the provider', delivery: 'handed over, and not delivered' },
  status: { sent: 'sent', failed: 'failed', completed: 'completed', cancelled: 'cancelled' },
};

function valueInWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return listInWords(name, value);
  switch (typeof value) {
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'number':
      return numberInWords(name, value);
    case 'string':
      return textInWords(name, value);
    default:
      return Object.entries(value)
        .map(([part, its]: [string, unknown]) => `${inWords(part)} ${valueInWords(part, its)}`)
        .join(', ');
  }
}

function listInWords(name: string, values: readonly unknown[]): string {
  // The parts of objects have commas between them.
  const hasObjects = values.some((value) => typeof value === 'object');
  return values.map((value) => valueInWords(name, value)).join(hasObjects ? '; ' : ', ') || 'none';
}

function numberInWords(name: string, value: number): string {
  if (name === 'price') return price.format(value);
  return COUNTS.includes(name) ? formatCount(value) : String(value);
}

function textInWords(name: string, value: string): string {
  if (ISO_TIME.test(value)) return formatDateTime(value);
  if (name === 'errorType') return describeReason(value);
  if (name === 'country') return countryName(value);
  return VALUES[name]?.[value] ?? (value || 'empty');
}
