import { MAX_CUSTOM_FIELDS } from '../limits';
import { formatInternational, type E164 } from '../phone-numbers/e164';
import { formatDate, offsetDate } from './date-helpers';
import { findTags, type MergeTag } from './merge-tag-parser';

/** What merge tags can say of a contact. **Source:** rules 2.7 (contact-scoped variables). */
export interface MergeTagContact {
  phoneNumber: E164;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  /** `YYYY-MM-DD`; sent in this form. */
  birthDate?: string | undefined;
  postalCode?: string | undefined;
  /** By the definition's key, `contact_custom_field_N`. */
  customFields?: Record<string, string | number | boolean | string[]> | undefined;
}

export interface MergeTagOptions {
  body: string;
  /** Absent when the account has no contact at the recipient's number: every contact-scoped tag is then empty. */
  contact: MergeTagContact | undefined;
  /** Keys of the definitions that the schema shows; values of other fields (disabled, deleted) are not sent. */
  visibleCustomFieldKeys: ReadonlySet<string>;
  /** Which of `findTrackingLinks(body)` are registered on the account. */
  registeredLinks: ReadonlySet<string>;
  /** Identifies this message's clicks; goes into every registered link of the body. */
  trackingToken: string;
  /** `YYYY-MM-DD` where the recipient is, see `localDate`. */
  today: string;
}

const TRACKING_LINK = 'trackingLink';
export const CURRENT_DATE = 'current_date';
const CUSTOM_FIELD_PREFIX = 'contact_custom_field_';

/**
 * The short-link identifiers that a body asks for, each once: what must be looked up before `resolveMergeTags`.
 *
 * Arguments come as they are written, the empty string and what can be no identifier included.
 *
 * **Source:** rules 2.7 (tracking link).
 */
export function findTrackingLinks(body: string): string[] {
  return [...new Set(findTags(body, { name: TRACKING_LINK }).map((tag) => tag.argument ?? ''))];
}

/** A tag of a body, and what is sent in its place. Tags that are sent as they are written have none. */
export interface Replacement {
  /** Of the tag in the body. */
  start: number;
  end: number;
  text: string;
  /** Where `text` stands in the body: of a link that is not registered, which is sent as its bare argument. */
  argumentStart?: number | undefined;
}

/**
 * Puts a recipient's values into a body, and never fails: what is not known stays byte for byte.
 *
 * @returns `text`, and `linkIds`: the registered links in it, each once, in the order of their first use.
 *
 * **Source:** rules 2.7.
 */
export function resolveMergeTags(options: MergeTagOptions): { text: string; linkIds: string[] } {
  const { replacements, linkIds } = findReplacements(options);
  return { text: applyReplacements(options.body, replacements), linkIds };
}

/**
 * What is sent in the place of each tag of a body, from left to right.
 *
 * Two passes, tracking links first. Neither reads what the other or itself has put in: a value is sent as it is even if it
 * looks like a tag or completes one together with the text around it.
 */
export function findReplacements(options: MergeTagOptions): {
  replacements: Replacement[];
  linkIds: string[];
} {
  const { body, registeredLinks, trackingToken } = options;
  const linkIds = new Set<string>();
  const replacements: Replacement[] = [];
  let position = 0;
  for (const { start, end, argument = '', argumentStart } of findTags(body, { name: TRACKING_LINK })) {
    replacements.push(...findVariables(body, { from: position, to: start }, options));
    if (registeredLinks.has(argument)) {
      linkIds.add(argument);
      replacements.push({ start, end, text: `https://${argument}?r=${trackingToken}` });
    } else {
      replacements.push({ start, end, text: argument, argumentStart });
    }
    position = end;
  }
  replacements.push(...findVariables(body, { from: position, to: body.length }, options));
  return { replacements, linkIds: [...linkIds] };
}

export function applyReplacements(body: string, replacements: readonly Replacement[]): string {
  let text = '';
  let position = 0;
  for (const replacement of replacements) {
    text += body.slice(position, replacement.start) + replacement.text;
    position = replacement.end;
  }
  return text + body.slice(position);
}

/** The tags between two tracking links: none of them reaches over a link. */
function findVariables(
  body: string,
  { from, to }: { from: number; to: number },
  options: MergeTagOptions,
): Replacement[] {
  const replacements: Replacement[] = [];
  for (const tag of findTags(body.slice(from, to))) {
    const text = resolveVariable(tag, options);
    if (text !== undefined) replacements.push({ start: from + tag.start, end: from + tag.end, text });
  }
  return replacements;
}

/** The value of a known variable or helper, absent when the tag is unknown. */
function resolveVariable({ name, argument }: MergeTag, options: MergeTagOptions): string | undefined {
  if (name === 'dateOffset') {
    const date = argument === undefined ? undefined : offsetDate({ date: options.today, offset: argument });
    return date === undefined ? undefined : formatDate(date);
  }
  if (argument !== undefined) return undefined;
  if (name === CURRENT_DATE) return formatDate(options.today);

  const read = CONTACT_VARIABLES.get(name);
  if (read === undefined) return undefined;
  return options.contact === undefined ? '' : read(options.contact, options.visibleCustomFieldKeys);
}

type ContactVariable = (contact: MergeTagContact, visibleCustomFieldKeys: ReadonlySet<string>) => string;

const CONTACT_VARIABLES: ReadonlyMap<string, ContactVariable> = new Map<string, ContactVariable>([
  ['contact_first_name', (contact) => contact.firstName ?? ''],
  ['contact_last_name', (contact) => contact.lastName ?? ''],
  ['contact_email', (contact) => contact.email ?? ''],
  ['contact_phone_number', (contact) => formatInternational(contact.phoneNumber)],
  ['contact_gender', (contact) => contact.gender ?? ''],
  ['contact_date_of_birth', (contact) => contact.birthDate ?? ''],
  ['contact_zip_code', (contact) => contact.postalCode ?? ''],
  ...Array.from({ length: MAX_CUSTOM_FIELDS }, (_, index): [string, ContactVariable] => {
    const key = `${CUSTOM_FIELD_PREFIX}${index + 1}`;
    return [
      key,
      (contact, visible) => (visible.has(key) ? writeCustomField(contact.customFields?.[key]) : ''),
    ];
  }),
]);

/** Names of the contact-scoped variables. */
export const CONTACT_VARIABLE_NAMES: readonly string[] = [...CONTACT_VARIABLES.keys()];

export const isCustomFieldVariable = (name: string): boolean =>
  CONTACT_VARIABLES.has(name) && name.startsWith(CUSTOM_FIELD_PREFIX);

function writeCustomField(value: string | number | boolean | string[] | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
