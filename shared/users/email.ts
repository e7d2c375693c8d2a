const LONGEST_EMAIL = 254;

/**
 * Parses an e-mail address into the form under which users are found: lower case.
 *
 * @returns `undefined` for an invalid address, and for one that only becomes ASCII in lower case, as with the Kelvin
 *   sign: it is not the ASCII address that it would become
 */
export function parseEmail(raw: string): string | undefined {
  const text = raw.trim();
  const email = text.normalize('NFC').toLowerCase();
  if (isAscii(email) && !isAscii(text)) return undefined;
  const isEmail =
    /^[^\s@"<>,;:\\()[\]\p{Cc}]+@[^\s@"<>,;:\\()[\]\p{Cc}.]+(\.[^\s@"<>,;:\\()[\]\p{Cc}.]+)+$/u.test(email);
  return isEmail && email.length <= LONGEST_EMAIL ? email : undefined;
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);
