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

/**
 * Converts the changes of the form to the body of the request. Unchanged fields are not sent, so that a save does not
 * undo the change of another user.
 */
export function changesOf(fields: ContactFields, before: ContactFields): ContactRequest {
  const [wanted, had] = [requestOf(fields), requestOf(before)];
  const address = changedIn(wanted.address ?? {}, had.address ?? {});
  const { address: _address, customFields, ...plain } = wanted;
  return {
    ...changedIn(plain, had),
    ...(Object.keys(address).length > 0 && { address }),
    ...(Object.keys(customFields ?? {}).length > 0 && { customFields }),
  };
}

/** Returns the properties that differ. */
function changedIn<T extends object>(wanted: T, had: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(had));
  const changed: Partial<T> = { ...wanted };
  for (const name of Object.keys(wanted) as (keyof T & string)[]) {
    if (before.get(name) === wanted[name]) delete changed[name];
  }
  return changed;
}

/** Returns true when another user or tab changed one of the fields that this form changes. */
export function areChangedElsewhere(
  fields: ContactFields,
  { before, now }: { before: Contact; now: Contact },
): boolean {
  const [was, is] = [fieldsOf(before), fieldsOf(now)];
  const { customFields, ...plain } = fields;
  const names = Object.keys(plain) as (keyof typeof plain)[];
  return (
    names.some((name) => plain[name] !== was[name] && is[name] !== was[name] && is[name] !== plain[name]) ||
    Object.keys(customFields).some(
      (label) => JSON.stringify(before.customFields[label]) !== JSON.stringify(now.customFields[label]),
    )
  );
}

const given = (text: string): string | null => text.trim() || null;
const isEmpty = (value: CustomValue) => value === '' || (Array.isArray(value) && value.length === 0);
