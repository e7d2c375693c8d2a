import type { Contact, ContactRequest } from '../../api/schemas';

export type Gender = NonNullable<Contact['gender']>;
/** Value of a custom field; empty when it is not known. */
export type CustomValue = Contact['customFields'][string];
type Address = NonNullable<ContactRequest['address']>;

/** Content of the form for a contact. An empty field removes the value. */
export interface ContactFields {
  firstName: string;
  lastName: string;
  email: string;
  birthDate: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  gender: Gender | '';
  isFavorite: boolean;
  /** Changed custom fields by their labels. */
  customFields: Record<string, CustomValue>;
}

export function fieldsOf({ address = {}, ...contact }: Contact): ContactFields {
  return {
    firstName: contact.firstName ?? '',
    lastName: contact.lastName ?? '',
    email: contact.email ?? '',
    birthDate: contact.birthDate ?? '',
    street: address.street ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    postalCode: address.postalCode ?? '',
    country: address.country ?? '',
    gender: contact.gender ?? '',
    isFavorite: contact.isFavorite,
    customFields: {},
  };
}

/**
 * Converts the form to the body of the change; `null` removes a value. A new field of the API does not compile until it
 * is here.
 */
export function requestOf(fields: ContactFields): Required<ContactRequest> {
  const address: Required<Address> = {
    street: given(fields.street),
    city: given(fields.city),
    state: given(fields.state),
    postalCode: given(fields.postalCode),
    country: given(fields.country),
  };
  return {
    firstName: given(fields.firstName),
    lastName: given(fields.lastName),
    email: given(fields.email),
    birthDate: given(fields.birthDate),
    gender: fields.gender,
    isFavorite: fields.isFavorite,
    address,
    customFields: Object.fromEntries(
      Object.entries(fields.customFields).map(([label, value]) => [label, isEmpty(value) ? null : value]),
    ),
  };
}

const given = (text: string): string | null => text.trim() || null;
const isEmpty = (value: CustomValue) => value === '' || (Array.isArray(value) && value.length === 0);
