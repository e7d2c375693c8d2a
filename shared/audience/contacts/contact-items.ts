import type { Item } from '../../platform/store/item';
import { type CustomFieldSchema, readSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import { contactKey, type Key, schemaKey } from '../../platform/store/keys';
import { type Contact, readContact } from './contact';

/** What reading and updating a contact need; in the order in which they take it. */
export function keysOfContact(accountId: string, phoneNumber: E164): Key[] {
  return [contactKey(accountId, phoneNumber), schemaKey(accountId)];
}

/** @throws ServiceError ContactNotFound where there is no contact, or only something remembered of its number */
export function readContactItems(items: Array<Item | undefined>): {
  contact: Contact;
  schema: CustomFieldSchema;
} {
  const [contactItem, schemaItem] = items;
  const contact = contactItem && readContact(contactItem);
  if (contact?.id === undefined) throw new ServiceError('ContactNotFound');
  return { contact, schema: readSchema(schemaItem) };
}
