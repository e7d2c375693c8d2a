import type { Item } from '../../platform/store/item';
import { type Contact, readContact } from '../../audience/contacts/contact';
import { type CustomFieldSchema, readSchema } from '../../audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import { type KeyRecord, readKeyRecord } from '../idempotency/key-record';
import { isIdempotencyKey } from '../idempotency/is-idempotency-key';
import { MAX_BODY_CHARACTERS } from '../../limits';
import { isLinkIdentifier } from '../../content/link';
import { type E164, parseE164, parseSender, type SenderNumber } from '../../phone-numbers/e164';
import {
  accountLinkKey,
  accountNumberKey,
  contactKey,
  idempotencyKey,
  type Key,
  schemaKey,
} from '../../platform/store/keys';
import { findTrackingLinks } from '../../content/merge-tags';

/**
 * What a single send will have to read, told by a body that nobody has validated yet: it is read in one round trip
 * with the credentials. What the body does not tell is left out, and the request is refused later.
 */
export interface SendPlan {
  to: E164 | undefined;
  from: SenderNumber | undefined;
  key: string | undefined;
  /** Identifiers in `{{trackingLink}}` tags that can be registered links. */
  links: string[];
}

// A code point takes at most two code units.
const LONGEST_BODY = 2 * MAX_BODY_CHARACTERS;

export function planSend(unvalidatedBody: unknown): SendPlan {
  const fields = (
    typeof unvalidatedBody === 'object' && unvalidatedBody !== null ? unvalidatedBody : {}
  ) as Record<string, unknown>;
  const { to, from, body, idempotencyKey: key } = fields;
  return {
    to: typeof to === 'string' ? parseE164(to) : undefined,
    from: typeof from === 'string' ? parseSender(from) : undefined,
    key: typeof key === 'string' && isIdempotencyKey(key) ? key : undefined,
    links:
      typeof body === 'string' && body.length <= LONGEST_BODY
        ? findTrackingLinks(body).filter(isLinkIdentifier)
        : [],
  };
}

/** In the order in which `readSendState` takes the items; the key first, because it is looked at whatever the rest is. */
export function keysOfPlan(accountId: string, plan: SendPlan): Key[] {
  const { to, from, key } = plan;
  return [
    ...(key === undefined ? [] : [idempotencyKey(accountId, 'message', key)]),
    ...(to === undefined || from === undefined
      ? []
      : [
          accountNumberKey(accountId, from),
          contactKey(accountId, to),
          schemaKey(accountId),
          ...plan.links.map((link) => accountLinkKey(accountId, link)),
        ]),
  ];
}

/** What the plan's idempotency key stands for, if it has one. */
export function readPlannedKey(plan: SendPlan, items: Array<Item | undefined>): KeyRecord | undefined {
  const item = plan.key === undefined ? undefined : items[0];
  return item && readKeyRecord(item);
}

export interface SendState {
  to: E164;
  from: SenderNumber;
  numberItem: Item | undefined;
  contact: Contact | undefined;
  schema: CustomFieldSchema;
  registeredLinks: ReadonlySet<string>;
  keyRecord: KeyRecord | undefined;
}

/** @throws ServiceError InvalidPhoneNumber with the field whose number is not one */
export function readSendState(plan: SendPlan, items: Array<Item | undefined>): SendState {
  const { to, from } = plan;
  if (to === undefined) throw new ServiceError('InvalidPhoneNumber', { details: { field: 'to' } });
  if (from === undefined) throw new ServiceError('InvalidPhoneNumber', { details: { field: 'from' } });
  const [numberItem, contactItem, schemaItem, ...linkItems] = plan.key === undefined ? items : items.slice(1);
  return {
    to,
    from,
    numberItem,
    contact: contactItem && readContact(contactItem),
    schema: readSchema(schemaItem),
    registeredLinks: new Set(plan.links.filter((_, index) => linkItems[index] !== undefined)),
    keyRecord: readPlannedKey(plan, items),
  };
}
