import { DateTime } from 'luxon';
import type {
  CheckedAudience,
  ConditionInput,
  LeafInput,
} from '../../../../../shared/audience/segments/audience';

/** Contact as the API returns it, with the ids of tags, as the model below reads it. */
export interface ModelContact {
  phoneNumber: string;
  firstName?: string;
  lastName?: string;
  birthDate?: string;
  tz?: string;
  isFavorite: boolean;
  address?: { city?: string; postalCode?: string };
  createdAt: string;
  lastClickedAt?: string;
  customFields: Record<string, unknown>;
  tagsByGroup: Record<string, string[]>;
  optedOut: boolean;
}

export interface ModelWorld {
  /** Kinds of custom fields by label. */
  labels: Record<string, 'text' | 'number' | 'date' | 'boolean' | 'options'>;
  liveTags: string[];
  timeZone: string;
  now: string;
}

/** Returns true for a contact in an audience, from the specification alone, without any of the service's own code. */
export function isInAudience(contact: ModelContact, audience: CheckedAudience, world: ModelWorld): boolean {
  const groups = Object.keys(contact.tagsByGroup);
  const wanted = audience.groups?.length ? audience.groups : groups;
  const inWanted = groups.filter((group) => wanted.includes(group));
  if (audience.groups?.length && inWanted.length === 0) return false;
  if (audience.tags?.length) {
    const tags = inWanted.flatMap((group) => contact.tagsByGroup[group] ?? []);
    const asked = audience.tags.filter((tag) => world.liveTags.includes(tag));
    if (!asked.some((tag) => tags.includes(tag))) return false;
  }
  if (groups.some((group) => audience.excludeGroups?.includes(group))) return false;
  return audience.filter === undefined || holds(contact, audience.filter, world);
}

function holds(contact: ModelContact, condition: ConditionInput, world: ModelWorld): boolean {
  if ('not' in condition) return !holds(contact, condition.not, world);
  if ('all' in condition) return !condition.all.some((part) => !holds(contact, part, world));
  if ('any' in condition) return condition.any.filter((part) => holds(contact, part, world)).length > 0;
  return leafHolds(contact, condition, world);
}

function leafHolds(contact: ModelContact, leaf: LeafInput, world: ModelWorld): boolean {
  const { field, op, value } = leaf;
  if (op === 'notEquals') return !leafHolds(contact, { field, op: 'equals', value }, world);
  const label = field.startsWith('customFields.') ? field.slice('customFields.'.length) : undefined;
  const has = label === undefined ? builtIn(contact, field, world) : contact.customFields[label];
  const isEmpty = has === undefined || (Array.isArray(has) && has.length === 0);
  if (op === 'exists') return isEmpty !== value;
  if (isEmpty) return false;
  const kind = label === undefined ? kindOf(field) : world.labels[label];
  switch (kind) {
    case 'text':
      return textHolds(lower(has), op, value);
    case 'number':
      return numberHolds(has as number, op, value);
    case 'date':
      return dateHolds(has as string, op, value, world);
    case 'boolean':
      return has === value;
    default: {
      const chosen = new Set(has as string[]);
      const asked = (value as string[]).filter((option) => chosen.has(option)).length;
      return op === 'containsAll' ? asked === (value as string[]).length : asked > 0;
    }
  }
}

function builtIn(contact: ModelContact, field: string, { liveTags }: ModelWorld): unknown {
  if (field === 'groups') return Object.keys(contact.tagsByGroup);
  if (field === 'tags') {
    const tags = new Set(Object.values(contact.tagsByGroup).flat());
    return liveTags.filter((tag) => tags.has(tag));
  }
  return field.startsWith('address.')
    ? (contact.address as Record<string, unknown> | undefined)?.[field.slice('address.'.length)]
    : (contact as unknown as Record<string, unknown>)[field];
}

function kindOf(field: string): ModelWorld['labels'][string] {
  if (field === 'groups' || field === 'tags') return 'options';
  if (['birthDate', 'createdAt', 'lastClickedAt'].includes(field)) return 'date';
  return field === 'isFavorite' ? 'boolean' : 'text';
}

const lower = (text: unknown) => String(text).normalize('NFC').toLowerCase();

function textHolds(has: string, op: string, value: unknown): boolean {
  if (op === 'in') return (value as string[]).map(lower).some((one) => one === has);
  const wanted = lower(value);
  if (op === 'startsWith') return has.slice(0, wanted.length) === wanted;
  return op === 'contains' ? has.split(wanted).length > 1 || wanted === '' : has === wanted;
}

function numberHolds(has: number, op: string, value: unknown): boolean {
  if (op === 'in') return (value as number[]).some((one) => one === has);
  const difference = has - (value as number);
  return {
    equals: difference === 0,
    lt: difference < 0,
    lte: difference <= 0,
    gt: difference > 0,
    gte: difference >= 0,
  }[op] as boolean;
}

function dateHolds(has: string, op: string, value: unknown, world: ModelWorld): boolean {
  const zone = world.timeZone;
  const isMoment = has.includes('T');
  const day = isMoment ? DateTime.fromISO(has, { zone }).startOf('day') : DateTime.fromISO(has, { zone });
  const today = DateTime.fromISO(world.now, { zone }).startOf('day');
  const compare = (other: string): number =>
    other.includes('T')
      ? DateTime.fromISO(has).toMillis() - DateTime.fromISO(other).toMillis()
      : day.toMillis() - DateTime.fromISO(other, { zone }).toMillis();
  switch (op) {
    case 'equals':
      return compare(value as string) === 0;
    case 'before':
      return compare(value as string) < 0;
    case 'after':
      return compare(value as string) > 0;
    case 'between': {
      const [from = '', to = ''] = value as string[];
      return compare(from) >= 0 && compare(to) <= 0;
    }
    case 'withinLastDays':
      return day >= today.minus({ days: value as number }) && day <= today;
    case 'notWithinLastDays':
      return day < today.minus({ days: value as number });
    case 'anniversaryWithinDays':
      return daysUntil(day, today) <= (value as number);
    default:
      return comesRound(day, today.plus({ days: value as number }));
  }
}

// Luxon turns 29 February into 28 February in a year without it.
const comesRound = (day: DateTime, on: DateTime): boolean =>
  day.set({ year: on.year }).toISODate() === on.toISODate();

const daysUntilByDates = new Map<string, number>();

/** Counts the days until a day comes round, today included: all days are tried, once for each day. */
function daysUntil(day: DateTime, today: DateTime): number {
  const dates = `${day.toISODate()} ${today.toISODate()}`;
  let days = daysUntilByDates.get(dates);
  if (days === undefined) {
    days = 0;
    while (!comesRound(day, today.plus({ days }))) days += 1;
    daysUntilByDates.set(dates, days);
  }
  return days;
}
