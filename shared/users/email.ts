const LONGEST_EMAIL = 254;

/**
 * The e-mail address in the form under which users are found: in lower case.
 *
 * @returns `undefined` for what is no e-mail address
 */
export function parseEmail(raw: string): string | undefined {
  const email = raw.trim().normalize('NFC').toLowerCase();
  const isEmail =
    /^[^\s@"<>,;:\\()[\]\p{Cc}]+@[^\s@"<>,;:\\()[\]\p{Cc}.]+(\.[^\s@"<>,;:\\()[\]\p{Cc}.]+)+$/u.test(email);
  return isEmail && email.length <= LONGEST_EMAIL ? email : undefined;
}
