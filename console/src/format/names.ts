/** Returns first and last name; a dash when neither is known. */
export const nameOf = ({
  firstName,
  lastName,
}: {
  firstName?: string | undefined;
  lastName?: string | undefined;
}): string => [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ') || '–';
