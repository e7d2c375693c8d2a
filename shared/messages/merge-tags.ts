import { MAX_CUSTOM_FIELDS } from '../limits';
import { formatInternational, type E164 } from '../phone-numbers/e164';
import { formatDate, offsetDate } from './date-helpers';
import { findTags, type MergeTag } from './merge-tag-parser';

/** What merge tags can say of a contact. **Source:** contract 2.7 (contact-scoped variables). */
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
  /** Tells this message's clicks from those of others; goes into every registered link of the body. */
  trackingToken: string;
  /** `YYYY-MM-DD` where the recipient is, see `localDate`. */
  today: string;
}

const TRACKING_LINK = 'trackingLink';
const CURRENT_DATE = 'current_date';
const CUSTOM_FIELD_PREFIX = 'contact_custom_field_';

/**
 * The short-link identifiers that a body asks for, each once: what must be looked up before `resolveMergeTags`.
 *
 * Arguments come as they are written, the empty string and what can be no identifier included.
 *
 * **Source:** contract 2.7 (tracking link).
 */
export function findTrackingLinks(body: string): string[] {
  return [...new Set(findTags(body, { name: TRACKING_LINK }).map((tag) => tag.argument ?? ''))];
}

/**
 * Puts a recipient's values into a body, and never fails: what is not known stays byte for byte.
 *
 * Two passes, tracking links first. Neither reads what the other or itself has put in: a value is sent as it is even if it
 * looks like a tag or completes one together with the text around it.
 *
 * @returns `text`, and `linkIds`: the registered links in it, each once, in the order of their first use.
 *
 * **Source:** contract 2.7.
 */
export function resolveMergeTags(options: MergeTagOptions): { text: string; linkIds: string[] } {
  const { body, registeredLinks, trackingToken } = options;
  const linkIds = new Set<string>();

  const text = replaceTags({
    text: body,
    tags: findTags(body, { name: TRACKING_LINK }),
    replaceTag: ({ argument = '' }) => {
      if (!registeredLinks.has(argument)) return argument;
      linkIds.add(argument);
      return `https://${argument}?r=${trackingToken}`;
    },
    replaceText: (between) => resolveVariables(between, options),
  });
  return { text, linkIds: [...linkIds] };
}

function resolveVariables(text: string, options: MergeTagOptions): string {
  return replaceTags({
    text,
    tags: findTags(text),
    replaceTag: (tag) => resolveVariable(tag, options) ?? text.slice(tag.start, tag.end),
    replaceText: (between) => between,
  });
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

/** Whether `{{name}}` stands for something: any other name is sent as it is written. **Source:** contract 2.7. */
export function isVariable(name: string): boolean {
  return name === CURRENT_DATE || CONTACT_VARIABLES.has(name);
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

function writeCustomField(value: string | number | boolean | string[] | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function replaceTags(options: {
  text: string;
  /** In order, none overlapping another. */
  tags: MergeTag[];
  replaceTag: (tag: MergeTag) => string;
  /** Called for the text before, between and behind the tags. */
  replaceText: (text: string) => string;
}): string {
  const { text, tags, replaceTag, replaceText } = options;
  let result = '';
  let position = 0;
  for (const tag of tags) {
    result += replaceText(text.slice(position, tag.start)) + replaceTag(tag);
    position = tag.end;
  }
  return result + replaceText(text.slice(position));
}
