import type { Account } from '../../accounts/account';
import { type Contact } from '../../audience/contacts/contact';
import { localDate } from '../../content/date-helpers';
import type { TagForms } from '../../content/merge-tag-parser';
import { type EventData, resolveMergeTags } from '../../content/merge-tags';
import { checkContent } from '../../content/rules/check-content';
import type { ContentCategory } from '../../content/rules/content-category';
import { findInvalidCharacter } from '../../content/rules/invalid-characters';
import {
  type CustomFieldSchema,
  visibleCustomFieldValues,
} from '../../audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import {
  isTooLongToStore,
  refuseResolvedText,
  type TextRefusal,
  type TextSettings,
  type TextVerdicts,
} from './refuse-resolved-text';

/**
 * Refuses a body that may not be sent. The body is checked as the caller wrote it, before substitution.
 *
 * @throws ServiceError InvalidCharacters with `details.index` and `details.character`; ContentViolation with
 *   `details.category` and the matched span in `details.match`, `details.index`, `details.length`
 *
 * **Source:** rules 4.1, 4.3.
 */
export function checkBody(
  body: string,
  options: TagForms & {
    exemptCategories: ReadonlySet<ContentCategory>;
    registeredLinks: ReadonlySet<string>;
    /** Added to the error's details: the recipient of a batch. */
    where?: object;
  },
): void {
  const { exemptCategories, registeredLinks, hasDefaults, where } = options;
  checkCharacters(body, where);
  const violation = checkContent(body, { exemptCategories, registeredLinks, hasDefaults });
  if (violation) throw new ServiceError('ContentViolation', { details: { ...where, ...violation } });
}

/**
 * Refuses a body with invalid characters; this part of `checkBody` is reported first.
 *
 * @throws ServiceError InvalidCharacters
 */
export function checkCharacters(body: string, where: object = {}): void {
  const invalid = findInvalidCharacter(body);
  if (!invalid) return;
  throw new ServiceError('InvalidCharacters', {
    details: { ...where, index: invalid.index, character: invalid.codePoint },
  });
}

/**
 * Resolves the merge tags of a body for one recipient and checks the resolved text.
 *
 * @param options.body has passed `checkBody`
 * @param options.verdicts verdicts for the same account and links: equal texts are checked once
 * @returns with `refusal` when the text may not be handed over; `text` is the unresolved body when the resolved text
 *   cannot be stored
 *
 * **Source:** rules 2.7, E7.
 */
export function resolveBody(
  options: TagForms & {
    body: string;
    isMms: boolean;
    contact: Contact | undefined;
    schema: CustomFieldSchema;
    account: Pick<Account, 'timeZone'> & TextSettings;
    registeredLinks: ReadonlySet<string>;
    trackingToken: string;
    now: Date;
    /** Values of the event that began an automation; present for the texts of automations only. */
    eventData?: EventData | undefined;
    verdicts?: TextVerdicts;
  },
): { text: string; linkIds: string[]; refusal?: TextRefusal } {
  const { body, contact, schema } = options;
  const values = contact && visibleCustomFieldValues(contact, schema);
  const { text, linkIds } = resolveMergeTags({
    body,
    contact: contact && {
      phoneNumber: contact.phoneNumber,
      firstName: contact.firstName,
      lastName: contact.lastName,
      email: contact.email,
      gender: contact.gender,
      birthDate: contact.birthDate,
      postalCode: contact.address?.postalCode,
      customFields: values,
    },
    visibleCustomFieldKeys: new Set(Object.keys(values ?? {})),
    registeredLinks: options.registeredLinks,
    trackingToken: options.trackingToken,
    today: localDate({ now: options.now, timeZone: contact?.tz, fallbackTimeZone: options.account.timeZone }),
    eventData: options.eventData,
    hasDefaults: options.hasDefaults,
  });
  const refusal = refuseResolvedText(text, options);
  if (!refusal) return { text, linkIds };
  // The links of a refused text are not sent.
  return { text: isTooLongToStore(text) ? body : text, linkIds: [], refusal };
}
