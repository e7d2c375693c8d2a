import type { AuditEntry } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { describeScopes, KEY_SCOPES } from '../keys/key-scopes';
import { nameOfEvent } from '../webhooks/event-words';

/** Changed value; `what` is the setting or attribute, if it is one. */
type Change = NonNullable<AuditEntry['changes']>[number];

/** Converts an action to words: `createSegment` to “Create segment”. */
export function words(action: string): string {
  const text = action
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Converts a change to words.
 *
 * @param names names for ids, such as that of a group
 */
export function describeChange({ what, from, to }: Change, names: ReadonlyMap<string, string>): string {
  const of = what === undefined ? '' : `${LABELS[what] ?? words(what)}: `;
  const shown = (value = '') => `“${names.get(value) ?? valueInWords(what, value)}”`;
  if (from === undefined) return `${of}${shown(to)} added`;
  return to === undefined ? `${of}${shown(from)} removed` : `${of}${shown(from)} became ${shown(to)}`;
}

/** Labels of values whose name does not say them by itself. */
const LABELS: Readonly<Record<string, string>> = {
  url: 'Address',
  scopes: 'May',
  expiresAt: 'Ends',
  formerSecretUntil: 'The former secret works until',
  eventTypes: 'Events',
  termsUrl: 'Terms',
  privacyUrl: 'Privacy policy',
  sms: 'SMS credits',
  mms: 'MMS credits',
  dailyQuota: 'Recipients in a day',
  isDisabled: 'Turned off',
};

/** States as people read them. */
const STATES: Readonly<Record<string, string>> = {
  awaitingApproval: 'waits for an approval',
  disabled: 'off',
  enabled: 'on',
};

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
/** Values that are numbers; other texts of digits can be names. */
const NUMBERS = [
  ...['dailyQuota', 'freeTexts', 'recipients', 'dailyCap', 'ratePerSecond', 'mmsPerSecond', 'maxSegments'],
  ...['retentionDays', 'approvalAbove', 'sms', 'mms', 'marketingCap'],
];

/** Attributes with texts of people, which can be “true”. */
const TEXTS = ['name', 'label', 'description', 'brand', 'frequency', 'body', 'text', 'title', 'reply'];

function valueInWords(what: string | undefined, value: string): string {
  if (ISO_TIME.test(value)) return formatDateTime(value);
  switch (what) {
    case 'scopes':
      return describeScopes(
        KEY_SCOPES.flatMap(({ value: scope }) => (value.split(' ').includes(scope) ? [scope] : [])),
      );
    case 'eventTypes':
      return value === 'all' ? 'all events' : value.split(', ').map(nameOfEvent).join(', ');
    case 'status':
      return STATES[value] ?? value;
    default:
      if (what !== undefined && !TEXTS.includes(what) && /^(true|false)$/.test(value))
        return yesOrNo(value === 'true');
      return what !== undefined && NUMBERS.includes(what) && /^\d+$/.test(value)
        ? formatCount(Number(value))
        : inWords(value);
  }
}

/** Converts a value with several parts, which is stored as JSON, to words; other text stays as it is. */
function inWords(text: string): string {
  if (!/^[{[]/.test(text)) return text;
  try {
    return wordsOfValue(JSON.parse(text));
  } catch {
    return text;
  }
}

function wordsOfValue(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return yesOrNo(value);
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map(wordsOfValue)
    : Object.entries(value).map(([name, part]) => `${words(name).toLowerCase()} ${wordsOfValue(part)}`);
  return parts.join(', ') || 'none';
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
