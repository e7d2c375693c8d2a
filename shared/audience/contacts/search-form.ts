import type { FilterTerm } from '../../platform/store/filter-terms';
import { MAX_SEARCH_CHARACTERS } from '../../limits';
import { foldName } from '../../text/fold-name';
import type { Contact } from './contact';

type Searched = Pick<Contact, 'firstName' | 'lastName' | 'email'>;

/** Sign before each text in the form, which no folded text contains. */
const START = '\n';

/** Folds a text, of which no search compares more characters than it can have. */
const beginningOf = (text: string): string =>
  Array.from(foldName(text)).slice(0, MAX_SEARCH_CHARACTERS).join('');

/**
 * Returns the form of a contact that DynamoDB searches: it cannot fold names, so that every contact would be read to
 * find one.
 *
 * @returns `undefined` when the contact has no name and no e-mail address
 */
export function searchFormOf({ firstName = '', lastName = '', email = '' }: Searched): string | undefined {
  // The first name is the beginning of the whole name.
  const texts = new Set([firstName + lastName, lastName, email].map(beginningOf));
  texts.delete('');
  return texts.size === 0 ? undefined : [...texts].map((text) => START + text).join('');
}

/**
 * Builds the term of a search: a name or the e-mail address begins with the text, or the phone number contains its
 * digits. The digits can have the separators that people write in numbers.
 *
 * @returns `undefined` for a text that finds no contact
 *
 * **Source:** rules E2.
 */
export function termOfSearch(search: string): FilterTerm | undefined {
  const wanted = beginningOf(search);
  const digits = /^[+\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : '';
  const any: FilterTerm[] = [
    ...(wanted === '' ? [] : [{ path: ['searchForm'], test: 'contains' as const, value: START + wanted }]),
    ...(digits === '' ? [] : [{ path: ['phoneNumber'], test: 'contains' as const, value: digits }]),
  ];
  return any.length === 0 ? undefined : { any };
}
