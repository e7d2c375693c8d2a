import type { ErrorObject } from 'ajv';
import {
  BRAND_PATTERN,
  EVENT_DATA_NAME_PATTERN,
  EVENT_NAME_PATTERN,
  IDEMPOTENCY_KEY_PATTERN,
  MAX_BATCH_RECIPIENTS,
  MAX_BROADCAST_RECIPIENTS,
  MIN_BATCH_RECIPIENTS,
  MIN_BROADCAST_RECIPIENTS,
} from '../../../limits';
import { NOT_STORABLE } from '../../../text/storable-text';
import type { formats } from '../formats';

/** Returns an instruction to the caller: what the value must be. The validators omit ajv's own messages. */
export function validationReason({ keyword, params }: Pick<ErrorObject, 'keyword' | 'params'>): string {
  switch (keyword) {
    case 'additionalProperties':
      return 'unknown property: remove it';
    case 'required':
      return 'required';
    case 'false schema':
      return 'not allowed here: remove it';
    case 'type':
      return `must be ${listTypes(params.type as string | string[])}`;
    case 'enum':
      return `must be ${listValues(params.allowedValues as unknown[])}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'minLength':
      return `must have at least ${count(params.limit as number, 'character')}`;
    case 'maxLength':
      return `must have at most ${count(params.limit as number, 'character')}`;
    case 'minItems':
      return `must have at least ${count(params.limit as number, 'item')}${advice(TOO_FEW, params.limit)}`;
    case 'maxItems':
      return `must have at most ${count(params.limit as number, 'item')}${advice(TOO_MANY, params.limit)}`;
    case 'maxProperties':
      return `must have at most ${count(params.limit as number, 'property', 'properties')}`;
    case 'minProperties':
      return `must have at least ${count(params.limit as number, 'property', 'properties')}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'minimum':
      return `must be ${params.limit} or more`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'maximum':
      return `must be ${params.limit} or less`;
    case 'pattern':
      return PATTERNS[params.pattern as string] ?? `must match the pattern ${params.pattern}`;
    case 'format':
      return FORMATS[params.format as keyof typeof formats] ?? `must be a ${params.format}`;
    case 'anyOf':
    case 'oneOf':
      return 'must have exactly one of the forms that the reference shows';
    default:
      return `does not meet ${keyword}`;
  }
}

type Advice = Readonly<Record<number, () => string>>;

/**
 * Advice on the route for another number of recipients, by the limit that was missed. Built on demand, because
 * formatting the first number takes ten milliseconds, a third of the time in which a function starts.
 */
const TOO_FEW: Advice = {
  [MIN_BROADCAST_RECIPIENTS]: () =>
    `use batch for ${range(MIN_BATCH_RECIPIENTS, MAX_BATCH_RECIPIENTS)} recipients, and single sends for fewer`,
  [MIN_BATCH_RECIPIENTS]: () => 'use single sends for fewer',
};
const TOO_MANY: Advice = {
  [MAX_BROADCAST_RECIPIENTS]: () => 'use several broadcasts',
  [MAX_BATCH_RECIPIENTS]: () =>
    `use several batches, or a broadcast for ${range(MIN_BROADCAST_RECIPIENTS, MAX_BROADCAST_RECIPIENTS)} recipients of one message`,
};

const PATTERNS: Readonly<Record<string, string>> = {
  '^grp_': 'must be an id that begins with grp_',
  '^tag_': 'must be an id that begins with tag_',
  '^cmp_': 'must be an id that begins with cmp_',
  [EVENT_NAME_PATTERN]: 'must have 1 to 100 letters, digits and _ . : -, and begin with a letter or digit',
  [EVENT_DATA_NAME_PATTERN]: 'must have a name of 1 to 50 letters, digits and _ . -, beginning with a letter',
  [BRAND_PATTERN]: 'must have 1 to 40 letters, digits, spaces and . _ -, and begin with a letter or digit',
  [IDEMPOTENCY_KEY_PATTERN]: 'must have no characters but A-Z, a-z, 0-9 and : @ - _ ( )',
};

const FORMATS: Readonly<Record<keyof typeof formats, string>> = {
  email: 'must be an e-mail address, such as name@example.com',
  date: 'must be a day of the calendar as YYYY-MM-DD',
  country: 'must be an ISO 3166-1 alpha-2 code',
  'http-url': 'must be an address that begins with http:// or https:// and is escaped as URLs are',
  'link-target':
    'must be an address that begins with http:// or https://, without a user name or password, and is escaped as URLs are',
  'media-type': 'must be a media type, such as text/csv',
  text: NOT_STORABLE,
};

const TYPES: Readonly<Record<string, string[]>> = {
  string: ['a string'],
  number: ['a number'],
  integer: ['a whole number'],
  boolean: ['true', 'false'],
  array: ['an array'],
  object: ['an object'],
  null: ['null'],
};

function listTypes(types: string | string[]): string {
  const names = [types].flat().flatMap((type) => TYPES[type] ?? [type]);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

function listValues(values: unknown[]): string {
  const told = values.filter((value) => value !== null && value !== '');
  return told.length === 1 ? String(told[0]) : `one of ${told.join(', ')}`;
}

function count(limit: number, one: string, many = `${one}s`): string {
  return `${limit.toLocaleString('en-US')} ${limit === 1 ? one : many}`;
}

function advice(table: Advice, limit: unknown): string {
  const text = table[limit as number]?.();
  return text === undefined ? '' : `: ${text}`;
}

function range(from: number, to: number): string {
  return `${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')}`;
}
