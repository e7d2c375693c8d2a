import type { Contact } from '../../../api/schemas';

type Named = Pick<Contact, 'firstName' | 'lastName' | 'email'>;

const folded = (text: string | undefined): string => (text ?? '').trim().toLowerCase();

/** Returns true when both have the same e-mail address. */
export const isSameMail = (a: Named, b: Named): boolean =>
  folded(a.email) !== '' && folded(a.email) === folded(b.email);

/** Returns true when both have the same first and last name, and both of them. */
export const isSameName = (a: Named, b: Named): boolean =>
  folded(a.firstName) !== '' &&
  folded(a.lastName) !== '' &&
  folded(a.firstName) === folded(b.firstName) &&
  folded(a.lastName) === folded(b.lastName);

/** Returns the searches that find contacts with the same e-mail address or the same name. */
export const searchesFor = ({ firstName, lastName, email }: Named): string[] => [
  ...(folded(email) === '' ? [] : [email?.trim() ?? '']),
  ...(folded(firstName) === '' || folded(lastName) === ''
    ? []
    : [`${firstName?.trim()} ${lastName?.trim()}`]),
];
