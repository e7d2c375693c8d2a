import { EVENT_DATA_NAME_PATTERN, MAX_CUSTOM_FIELDS } from '../limits';
import { offsetDate } from './date-helpers';
import { findTags, type MergeTag, type TagForms } from './merge-tag-parser';

export const TRACKING_LINK = 'trackingLink';
export const CURRENT_DATE = 'current_date';
export const DATE_OFFSET = 'dateOffset';
export const CUSTOM_FIELD_PREFIX = 'contact_custom_field_';
export const EVENT_PREFIX = 'event_';

export const PHONE_NUMBER = 'contact_phone_number';

/** Contact-scoped variables for attributes of the contact that are sent as they are. **Source:** rules 2.7. */
export const CONTACT_ATTRIBUTES = {
  contact_first_name: 'firstName',
  contact_last_name: 'lastName',
  contact_email: 'email',
  contact_gender: 'gender',
  contact_date_of_birth: 'birthDate',
  contact_zip_code: 'postalCode',
} as const;

/** Names of the contact-scoped variables. **Source:** rules 2.7. */
export const CONTACT_VARIABLE_NAMES: readonly string[] = [
  ...Object.keys(CONTACT_ATTRIBUTES),
  PHONE_NUMBER,
  ...Array.from({ length: MAX_CUSTOM_FIELDS }, (_, index) => `${CUSTOM_FIELD_PREFIX}${index + 1}`),
];

const CONTACT_VARIABLES = new Set(CONTACT_VARIABLE_NAMES);
const EVENT_DATA_NAME = new RegExp(EVENT_DATA_NAME_PATTERN);
/** Any day, since only the form of an offset is checked. */
const SOME_DAY = '2026-01-01';

export const isContactVariable = (name: string): boolean => CONTACT_VARIABLES.has(name);

export const isCustomFieldVariable = (name: string): boolean =>
  isContactVariable(name) && name.startsWith(CUSTOM_FIELD_PREFIX);

/** Returns true for a tag that takes a value of an event. */
export const isEventVariable = (name: string): boolean =>
  name.startsWith(EVENT_PREFIX) && EVENT_DATA_NAME.test(name.slice(EVENT_PREFIX.length));

/** Returns true for a tag that stands for a tracking link, registered or not. */
export const isTrackingLink = ({ name, argument }: MergeTag): boolean =>
  name === TRACKING_LINK && argument !== undefined;

/**
 * Finds the well-formed tags of a body in the order in which they resolve: tracking links first, then the tags between
 * them, none of which spans a link. The result is in the order of the body.
 *
 * **Source:** rules 2.7.
 */
export function findTagsInPasses(body: string, { hasDefaults }: TagForms = {}): MergeTag[] {
  const tags: MergeTag[] = [];
  let from = 0;
  for (const link of findTags(body, { name: TRACKING_LINK })) {
    tags.push(...findTags(body.slice(0, link.start), { hasDefaults, from }), link);
    from = link.end;
  }
  tags.push(...findTags(body, { hasDefaults, from }));
  return tags;
}

/**
 * Returns true for a tag that the service replaces.
 *
 * @param options.hasEvents true for texts of automations, in which tags of events are known
 */
export function isKnownTag(tag: MergeTag, { hasEvents = false } = {}): boolean {
  const { name, argument, ifEmpty } = tag;
  if (isTrackingLink(tag)) return true;
  if (name === DATE_OFFSET)
    return argument !== undefined && offsetDate({ date: SOME_DAY, offset: argument }) !== undefined;
  if (argument !== undefined) return false;
  if (name === CURRENT_DATE) return ifEmpty === undefined;
  return isContactVariable(name) || (hasEvents && isEventVariable(name));
}
