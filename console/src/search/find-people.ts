import { type Api, unwrap } from '../api/client';
import { orNothing } from '../api/or-nothing';
import type { Contact } from '../api/schemas';
import { nameOf } from '../format/names';
import type { Found } from './places';
import { contactSearchOf, wholeNumberOf } from './search-text';

const MAX_PEOPLE = 6;

interface Query {
  api: Api;
  path: (screen: string) => string;
  text: string;
  /** Ends the request once its answer is no longer wanted. */
  signal: AbortSignal;
}

/**
 * Finds contacts by the beginning of a name or e-mail address, or by their number. A whole number is read on its own,
 * since a search takes long in a large contact book.
 */
export async function findPeople({ api, path, text, signal }: Query): Promise<Found[]> {
  const phoneNumber = wholeNumberOf(text);
  if (phoneNumber !== undefined) {
    const params = { path: { phoneNumber } };
    const contact = await orNothing(
      unwrap(api.GET('/api/v1/contacts/by-phone/{phoneNumber}', { params, signal })),
    );
    if (contact !== undefined) return [asFound(contact, path)];
  }
  const search = contactSearchOf(text);
  const query = { search, limit: MAX_PEOPLE };
  const page = await unwrap(api.GET('/api/v1/contacts', { params: { query }, signal }));
  const found = page.results.map((contact) => asFound(contact, path));
  if (found.length === 0 && phoneNumber !== undefined)
    found.push({
      id: 'texts',
      text: `Texts of ${phoneNumber}`,
      details: 'no contact has this number',
      to: path(`messages?phone=${encodeURIComponent(phoneNumber)}`),
    });
  if (page.nextCursor === undefined) return found;
  return [
    ...found,
    {
      id: 'more people',
      text: found.length === 0 ? 'Go on searching in Contacts' : 'Show all in Contacts',
      to: path(`contacts?search=${encodeURIComponent(search)}`),
    },
  ];
}

function asFound(contact: Contact, path: Query['path']): Found {
  const { id, phoneNumber, optedOutAt } = contact;
  const name = nameOf(contact);
  const isNamed = name !== '–';
  const details = [...(isNamed ? [phoneNumber] : []), ...(optedOutAt === undefined ? [] : ['opted out'])];
  return {
    ...{ id, text: isNamed ? name : phoneNumber, details: details.join(' · ') },
    to: path(`contacts/${encodeURIComponent(phoneNumber)}`),
  };
}
