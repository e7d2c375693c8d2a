/** Returns first and last name; a dash when neither is known. */
export const nameOf = ({
  firstName,
  lastName,
}: {
  firstName?: string | undefined;
  lastName?: string | undefined;
}): string => [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ') || '–';

/** Returns the name of a contact with its number; the number alone when no name is known. */
export function nameWithNumber(contact: {
  phoneNumber: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}): string {
  const name = nameOf(contact);
  return name === '–' ? contact.phoneNumber : `${name}, ${contact.phoneNumber}`;
}
