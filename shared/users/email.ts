const LONGEST_EMAIL = 254;

/**
 * The e-mail address in the form under which users are found: in lower case.
 *
 * @returns `undefined` for what is no e-mail address, and for one that only becomes ASCII in lower case, as with the Kelvin sign:
 *   it is not the address in ASCII that it would stand for
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
