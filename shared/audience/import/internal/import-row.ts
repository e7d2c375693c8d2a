import { ServiceError } from '../../../errors/service-error';
import validate from '../../../platform/validation/generated/contact';
import { describeErrors } from '../../../platform/validation/validate-body';
import type { E164 } from '../../../phone-numbers/e164';
import { readPhoneText } from '../../../phone-numbers/phone-text';
import { ADDRESS_FIELDS } from '../../contacts/address';
import type { ContactBody } from '../../contacts/contact-fields';
import { emptyProfile } from '../../contacts/empty-profile';
import { patchProfile } from '../../contacts/profile';
import { type CustomFieldSchema, visibleFields } from '../../custom-fields/custom-field-schema';
import { type DateFormat, WRITTEN_DATES } from '../date-format';
import { CUSTOM_FIELD_PREFIX } from '../column-names';
import { TAGS_FIELD } from '../import-columns';
import { type ImportedOptOut, readImportedOptOut } from './import-opt-out';
import { readTagIds } from './membership-tags';
import { type Problem, problemOf } from '../problem';
import type { ReadingOptions, SourceRow } from '../source-row';
import { TIME_ZONE_FIELD } from './pinpoint-rows';

/** Row that can be imported. */
export interface ImportCandidate {
  row: number;
  phoneNumber: E164;
  body: ContactBody;
  /** Set when the row says that the contact has opted out. */
  optedOut?: ImportedOptOut;
  /** Tags that the membership gets; absent: they stay. */
  tagIds?: string[];
  /** IANA name; it is `tz` when the service derives none. */
  timeZone?: string;
}

/** Refusal of a row, with all reasons at once. */
export interface Refusal {
  problems: Problem[];
  /** Opt-out of the row, which is recorded all the same when it can be read. */
  optOut?: RefusedOptOut;
}

/** Hard opt-out of a rejected row. */
export type RefusedOptOut = Required<Pick<ImportCandidate, 'row' | 'phoneNumber' | 'optedOut'>>;

/**
 * Checks one row against the rules of a contact's body.
 *
 * **Source:** rules 2.3, 4.4, E5, E7.
 */
export function readImportRow(
  { row, values, problems: unreadable }: SourceRow,
  reading: Pick<ReadingOptions, 'schema' | 'countries' | 'dateFormat' | 'groupTags'>,
): ImportCandidate | Refusal {
  if (unreadable.length > 0) return { problems: [...unreadable] };
  const { schema, countries, dateFormat, groupTags = [] } = reading;
  const body = toBody(values);
  const phone = readPhone(values.get('phoneNumber'), countries);
  const optOut = readImportedOptOut({
    optedOut: values.get('optedOut'),
    optedOutAt: values.get('optedOutAt'),
  });
  const tagIds = readTagIds(values.get(TAGS_FIELD), groupTags);
  const problems = [
    ...(typeof phone === 'string' ? [] : [phone]),
    ...(optOut && 'cause' in optOut ? [optOut] : []),
    ...(tagIds && 'cause' in tagIds ? [tagIds] : []),
    ...bodyProblems(body, dateFormat),
    ...valueProblems(body, {
      schema,
      dateFormat,
      phoneNumber: typeof phone === 'string' ? phone : ('+12125550123' as E164),
    }),
  ];
  if (problems.length > 0 || typeof phone !== 'string') {
    const isReadable = typeof phone === 'string' && optOut !== undefined && !('cause' in optOut);
    return {
      problems: withoutRepetitions(problems),
      ...(isReadable && { optOut: { row, phoneNumber: phone, optedOut: optOut } }),
    };
  }
  const timeZone = values.get(TIME_ZONE_FIELD);
  return {
    row,
    phoneNumber: phone,
    body,
    ...(optOut && !('cause' in optOut) && { optedOut: optOut }),
    ...(tagIds && !('cause' in tagIds) && { tagIds }),
    ...(typeof timeZone === 'string' && { timeZone }),
  };
}

/** Returns the phone number of a row, or the problem with it. */
export function readPhone(value: unknown, countries: ReadingOptions['countries']): E164 | Problem {
  if (value === undefined || value === null || value === '')
    return problemOf('phoneNumber', 'required', value);
  if (typeof value !== 'string') return problemOf('phoneNumber', 'must be a phone number', value);
  const phone = readPhoneText(value, countries);
  return typeof phone === 'string' ? phone : problemOf('phoneNumber', phone.reason, value);
}

const NOT_IN_THE_BODY: ReadonlySet<string> = new Set([
  'phoneNumber',
  'optedOut',
  'optedOutAt',
  TAGS_FIELD,
  TIME_ZONE_FIELD,
]);

function toBody(values: ReadonlyMap<string, unknown>): ContactBody {
  const entries: Array<[string, unknown]> = [];
  const address: Record<string, unknown> = {};
  const customFields: Array<[string, unknown]> = [];
  for (const [field, value] of values) {
    if (NOT_IN_THE_BODY.has(field)) continue;
    if (field.startsWith('address.')) address[field.slice('address.'.length)] = value;
    else if (field.startsWith(CUSTOM_FIELD_PREFIX))
      customFields.push([field.slice(CUSTOM_FIELD_PREFIX.length), value]);
    else entries.push([field, value]);
  }
  if (Object.keys(address).length > 0) {
    const isCleared = ADDRESS_FIELDS.every((field) => address[field] === null);
    entries.push(['address', isCleared ? null : address]);
  }
  if (customFields.length > 0) entries.push(['customFields', Object.fromEntries(customFields)]);
  return Object.fromEntries(entries);
}

function bodyProblems(body: ContactBody, dateFormat: DateFormat): Problem[] {
  if (validate(body)) return [];
  return describeErrors(validate.errors).map(({ pointer, reason }) => {
    const path = pointer.slice(1).split('/');
    const value = path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      body as unknown,
    );
    const isDate = path[0] === 'birthDate';
    const told = isDate
      ? `must be a day of the calendar, YYYY-MM-DD or ${WRITTEN_DATES[dateFormat]}`
      : reason;
    return problemOf(path.join('.'), told, value);
  });
}

/** Checks what the schema cannot: the country, and each value of a custom field on its own. */
function valueProblems(
  body: ContactBody,
  options: { schema: CustomFieldSchema; dateFormat: DateFormat; phoneNumber: E164 },
): Problem[] {
  const { schema, dateFormat, phoneNumber } = options;
  const parts: ContactBody[] = [
    ...(body.address?.country ? [{ address: { country: body.address.country } }] : []),
    ...Object.entries(body.customFields ?? {}).map(([label, value]) => ({
      customFields: Object.fromEntries([[label, value]]),
    })),
  ];
  if (parts.length === 0) return [];
  const before = emptyProfile(phoneNumber);
  return parts.flatMap((part) => {
    try {
      patchProfile(before, { body: part, schema, phoneNumber });
      return [];
    } catch (error) {
      const [value] = Object.values(part.customFields ?? { country: part.address?.country });
      const [label] = Object.keys(part.customFields ?? {});
      const options = visibleFields(schema).find((field) => field.label === label)?.options;
      return [refusalProblem(error, { value: wrongPart(value, { label, schema }), options, dateFormat })];
    }
  });
}

/** Returns the options that the field does not have, if the value is a list, else the value. */
function wrongPart(
  value: unknown,
  { label, schema }: { label: string | undefined; schema: CustomFieldSchema },
): unknown {
  const definition = visibleFields(schema).find((field) => field.label === label);
  if (definition?.type !== 'MULTI_SELECT' || !Array.isArray(value)) return value;
  const unknown = value.filter((option) => !definition.options.includes(option as string));
  return unknown.length > 0 ? unknown.map(String).join(', ') : value;
}

/** Returns the problem for an error of the service; rethrows any other error. */
export function refusalProblem(
  error: unknown,
  {
    value,
    options,
    dateFormat = 'mdy',
  }: {
    value?: unknown;
    /** Options of a select field. */
    options?: readonly string[] | undefined;
    dateFormat?: DateFormat;
  } = {},
): Problem {
  if (!(error instanceof ServiceError)) throw error;
  const { name, message, details = {} } = error;
  switch (name) {
    case 'InvalidCustomField':
      return problemOf(
        `customFields.${String(details.label)}`,
        customFieldReason(String(details.reason), { options, dateFormat }),
        value,
      );
    case 'ContactHardOptedOut':
      return { cause: 'hard-opted-out: only the contact can opt in again' };
    case 'PendingElsewhere':
      return { cause: 'pending in another group' };
    case 'InvalidRequest': {
      const [first] = details.errors as Array<{ pointer: string; reason: string }>;
      return problemOf(first?.pointer.slice(1).replaceAll('/', '.') ?? '', first?.reason ?? message, value);
    }
    default:
      return { cause: message };
  }
}

/** Most options, and most characters of them, that a reason lists. */
const MOST_OPTIONS_TOLD = 10;
const MOST_OPTION_CHARACTERS_TOLD = 200;

function customFieldReason(
  reason: string,
  { options = [], dateFormat }: { options?: readonly string[] | undefined; dateFormat: DateFormat },
): string {
  if (reason === 'invalid_date_format') {
    return `invalid_date_format: must be a date, YYYY-MM-DD or ${WRITTEN_DATES[dateFormat]}`;
  }
  const list = options.length > MOST_OPTIONS_TOLD ? '' : options.join(', ');
  const isTold = reason === 'unknown_option' && list !== '' && list.length <= MOST_OPTION_CHARACTERS_TOLD;
  return isTold ? `unknown_option: must be one of ${list}` : (CUSTOM_FIELD_REASONS[reason] ?? reason);
}

const CUSTOM_FIELD_REASONS: Readonly<Record<string, string>> = {
  type_mismatch: 'type_mismatch: must be a value of the type of the field',
  unknown_option: 'unknown_option: must be one of the options of the field',
  invalid_calendar_date: 'invalid_calendar_date: must be a day that exists',
  length_exceeded: 'length_exceeded: must have at most 255 characters',
};

function withoutRepetitions(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ cause }) => !seen.has(cause) && seen.add(cause));
}
