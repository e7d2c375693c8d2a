import type { Item } from '../../platform/store/item';
import { type CustomFieldSchema, readSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import { contactKey, type Key, schemaKey } from '../../platform/store/keys';
import type { ByName } from '../../platform/store/read-by-name';
import { type Contact, contactItem } from './contact';

/** Items that reading and updating a contact need. */
export type ContactItems = ByName<'contact' | 'schema', Item>;

export function keysOfContact(accountId: string, phoneNumber: E164): Record<keyof ContactItems, Key> {
  return { contact: contactKey(accountId, phoneNumber), schema: schemaKey(accountId) };
}

/** @throws ServiceError ContactNotFound when there is no contact, or only the opt-out of its number */
export function readContactItems(items: ContactItems): { contact: Contact; schema: CustomFieldSchema } {
  const contact = contactItem.readIfAny(items.contact);
  if (contact?.id === undefined) throw new ServiceError('ContactNotFound', { cause: 'addressed' });
  return { contact, schema: readSchema(items.schema) };
}
