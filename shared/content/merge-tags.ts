import { formatInternational, type E164 } from '../phone-numbers/e164';
import { formatDate, offsetDate } from './date-helpers';
import {
  CONTACT_ATTRIBUTES,
  CURRENT_DATE,
  DATE_OFFSET,
  EVENT_PREFIX,
  findTagsInPasses,
  isContactVariable,
  isEventVariable,
  isTrackingLink,
  PHONE_NUMBER,
  TRACKING_LINK,
} from './known-tags';
import { findTags, type MergeTag, type TagForms } from './merge-tag-parser';

/** Values of a contact that merge tags can insert. **Source:** rules 2.7 (contact-scoped variables). */
export interface MergeTagContact {
  phoneNumber: E164;
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  /** `YYYY-MM-DD`; sent in this form. */
  birthDate?: string | undefined;
  postalCode?: string | undefined;
  /** Values by the definition's key, `contact_custom_field_N`. */
  customFields?: Record<string, string | number | boolean | string[]> | undefined;
}

/** Values of an event that a client reports, by name, for the tags `event_<name>`. */
export type EventData = Readonly<Record<string, string | number | boolean>>;

export interface MergeTagOptions extends TagForms {
  body: string;
  /** Absent when the account has no contact at the recipient's number: every contact-scoped tag is then empty. */
  contact: MergeTagContact | undefined;
  /** Keys of the visible definitions; values of other fields (disabled, deleted) are not sent. */
  visibleCustomFieldKeys: ReadonlySet<string>;
  /** Links of `findTrackingLinks(body)` that are registered on the account. */
  registeredLinks: ReadonlySet<string>;
  /** Token that identifies this message's clicks and goes into every registered link of the body. */
  trackingToken: string;
  /** Date at the recipient, `YYYY-MM-DD`, see `localDate`. */
  today: string;
  /**
   * Present for the texts of automations only, also when no event began them: a value that it lacks is empty. Absent:
   * tags of events are unknown.
   */
  eventData?: EventData | undefined;
}

/**
 * Finds the short-link identifiers in a body, each once; they must be looked up before `resolveMergeTags`.
 *
 * Arguments are returned as written, also the empty string and texts that cannot be identifiers.
 *
 * **Source:** rules 2.7 (tracking link).
 */
export function findTrackingLinks(body: string): string[] {
  return [...new Set(findTags(body, { name: TRACKING_LINK }).map((tag) => tag.argument ?? ''))];
}

/** Tag of a body with the text that replaces it. Tags that are sent as written have no entry. */
export interface Replacement {
  /** Indexes of the tag in the body. */
  start: number;
  end: number;
  text: string;
  /**
   * Index of `text` in the body, for a link that is not registered, whose bare argument is sent, and for the default of
   * an empty value.
   */
  argumentStart?: number | undefined;
}

/**
 * Puts a recipient's values into a body. It never fails: unknown tags stay unchanged, byte for byte.
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
 * Finds the replacement of each tag of a body, from left to right.
 *
 * There are two passes, tracking links first. Neither reads inserted text: a value is sent unchanged even if it looks
 * like a tag or completes one together with the text around it.
 */
export function findReplacements(options: MergeTagOptions): {
  replacements: Replacement[];
  linkIds: string[];
} {
  const { body, registeredLinks, trackingToken } = options;
  const linkIds = new Set<string>();
  const replacements: Replacement[] = [];
  for (const tag of findTagsInPasses(body, options)) {
    const { start, end, argument = '', argumentStart, ifEmpty } = tag;
    if (!isTrackingLink(tag)) {
      const value = resolveVariable(tag, options);
      if (value === undefined) continue;
      const isDefault = ifEmpty !== undefined && value.trim() === '';
      replacements.push(
        isDefault
          ? { start, end, text: ifEmpty.text, argumentStart: ifEmpty.start }
          : { start, end, text: value },
      );
    } else if (registeredLinks.has(argument)) {
      linkIds.add(argument);
      replacements.push({ start, end, text: `https://${argument}?r=${trackingToken}` });
    } else {
      replacements.push({ start, end, text: argument, argumentStart });
    }
  }
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

/** Returns the value of a known variable or helper, absent when the tag is unknown. */
function resolveVariable(
  { name, argument, ifEmpty }: MergeTag,
  options: MergeTagOptions,
): string | undefined {
  if (name === DATE_OFFSET) {
    const date = argument === undefined ? undefined : offsetDate({ date: options.today, offset: argument });
    return date === undefined ? undefined : formatDate(date);
  }
  if (argument !== undefined) return undefined;
  if (name === CURRENT_DATE) return ifEmpty === undefined ? formatDate(options.today) : undefined;
  if (options.eventData && isEventVariable(name)) return readEventData(options.eventData, name);

  if (!isContactVariable(name)) return undefined;
  const { contact, visibleCustomFieldKeys } = options;
  return contact === undefined ? '' : readContact(contact, { name, visibleCustomFieldKeys });
}

function readContact(
  contact: MergeTagContact,
  { name, visibleCustomFieldKeys }: { name: string; visibleCustomFieldKeys: ReadonlySet<string> },
): string {
  if (name === PHONE_NUMBER) return formatInternational(contact.phoneNumber);
  if (isAttribute(name)) return contact[CONTACT_ATTRIBUTES[name]] ?? '';
  return visibleCustomFieldKeys.has(name) ? writeCustomField(contact.customFields?.[name]) : '';
}

const isAttribute = (name: string): name is keyof typeof CONTACT_ATTRIBUTES =>
  Object.hasOwn(CONTACT_ATTRIBUTES, name);

function readEventData(data: EventData, tag: string): string {
  const name = tag.slice(EVENT_PREFIX.length);
  return Object.hasOwn(data, name) ? String(data[name]) : '';
}

function writeCustomField(value: string | number | boolean | string[] | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
