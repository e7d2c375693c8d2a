import { randomPhone } from '../service/service';

/** Person whose number, names and texts occur nowhere else. */
export interface MarkedPerson {
  phone: string;
  /** Path of the contact, below `/api/v1/`. */
  path: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Word in each text to and from the person. */
  word: string;
  /** Number as in a spreadsheet. */
  written: string;
}

const LETTERS = 'abcdefghij';

export function markedPerson(): MarkedPerson {
  const phone = randomPhone();
  const unique = phone.slice(-7).replace(/\d/g, (digit) => LETTERS[Number(digit)] ?? '');
  return {
    phone,
    path: `contacts/by-phone/${encodeURIComponent(phone)}`,
    firstName: `Xanthippe${unique}`,
    lastName: `Quillfeather${unique}`,
    email: `mail-${unique}@example.com`,
    word: `secretword${unique}`,
    written: `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`,
  };
}

/**
 * Returns all marks of the person, to search for as bytes: the number in each of its forms has the digits of the first.
 */
export function marksOf({ phone, firstName, lastName, email, word, written }: MarkedPerson): string[] {
  const [area, exchange, line] = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)];
  const forms = [phone.slice(2), written, `${area}-${exchange}-${line}`, `${area} ${exchange} ${line}`];
  return [...forms, firstName, lastName, email, word].flatMap((mark) => [mark, mark.toLowerCase()]);
}
