import { propertiesOf } from '../../platform/is-record';
import type { Item } from '../../platform/store/item';
import { type Contact, readContact } from '../../audience/contacts/contact';
import { type CustomFieldSchema, readSchema } from '../../audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import { type KeyRecord, readKeyRecord } from '../idempotency/key-record';
import { isIdempotencyKey } from '../idempotency/is-idempotency-key';
import { MAX_BODY_CHARACTERS } from '../../limits';
import { isLinkIdentifier } from '../../content/link';
import { type E164, isSenderId, parseE164, parseSender } from '../../phone-numbers/e164';
import { accountLinkKey, contactKey, idempotencyKey, type Key, schemaKey } from '../../platform/store/keys';
import type { ByName } from '../../platform/store/read-by-name';
import { senderKeys } from '../../senders/number';
import { findTrackingLinks } from '../../content/merge-tags';

/**
 * Items that a single send reads, derived from the body before it is validated, so that they are read in one round trip
 * with the credentials. Items that an invalid body does not name are left out; validation refuses the request later.
 */
export interface SendPlan {
  to: E164 | undefined;
  /** Number, or the id of a sender until `chooseSender` has put the identity of a member in its place. */
  from: string | undefined;
  /** Sender that the request names, once a member of it is chosen. */
  senderId?: string | undefined;
  /** Reason why no member of the sender can send. */
  refusal?: 'noMember' | 'noMemberForCountry' | undefined;
  key: string | undefined;
  /** Identifiers in `{{trackingLink}}` tags that can be registered links. */
  links: string[];
}

// A code point takes at most two code units.
const LONGEST_BODY = 2 * MAX_BODY_CHARACTERS;

export function planSend(unvalidatedBody: unknown): SendPlan {
  const { to, from, body, idempotencyKey: key } = propertiesOf(unvalidatedBody);
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

type PlanName = 'idempotency' | 'number' | 'service' | 'outage' | 'contact' | 'schema' | `link ${string}`;
/** Items of a plan, by name. */
export type PlannedItems = ByName<PlanName, Item>;

/** Returns the keys of the plan's items. The idempotency key is read even when a number in the request is invalid. */
export function keysOfPlan(accountId: string, plan: SendPlan): ByName<PlanName, Key> {
  const { to, from, key } = plan;
  return {
    ...(key !== undefined && { idempotency: idempotencyKey(accountId, 'message', key) }),
    ...(to !== undefined &&
      from !== undefined && {
        ...senderKeysByName(accountId, from),
        contact: contactKey(accountId, to),
        schema: schemaKey(accountId),
        ...Object.fromEntries(plan.links.map((link) => [`link ${link}`, accountLinkKey(accountId, link)])),
      }),
  };
}

function senderKeysByName(accountId: string, from: string): ByName<'number' | 'service' | 'outage', Key> {
  const [number, service, outage] = senderKeys({ accountId, number: from });
  // The breakers are those of the members.
  return { number, service, ...(!isSenderId(from) && { outage }) };
}

/** Reads the record of the plan's idempotency key, if it has one. */
export function readPlannedKey({ idempotency: item }: PlannedItems): KeyRecord | undefined {
  return item && readKeyRecord(item);
}

export interface SendState {
  to: E164;
  /** Number or other identity from which it leaves. */
  from: string;
  senderId: string | undefined;
  refusal: SendPlan['refusal'];
  /** Items of `senderKeys`. */
  senderItems: Array<Item | undefined>;
  contact: Contact | undefined;
  schema: CustomFieldSchema;
  registeredLinks: ReadonlySet<string>;
  keyRecord: KeyRecord | undefined;
}

/**
 * Reads the state of a send from the items of its plan.
 *
 * @throws ServiceError InvalidPhoneNumber with the field that is not a number
 */
export function readSendState(plan: SendPlan, items: PlannedItems): SendState {
  const { to, from } = plan;
  if (to === undefined)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notE164', details: { field: 'to' } });
  if (from === undefined)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notASender', details: { field: 'from' } });
  return {
    ...{ to, from, senderId: plan.senderId, refusal: plan.refusal },
    senderItems: [items.number, items.service, items.outage],
    contact: items.contact && readContact(items.contact),
    schema: readSchema(items.schema),
    registeredLinks: new Set(plan.links.filter((link) => items[`link ${link}`] !== undefined)),
    keyRecord: readPlannedKey(items),
  };
}
