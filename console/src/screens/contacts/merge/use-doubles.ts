import { useQuery } from '@tanstack/react-query';
import { MAX_SEARCH_CHARACTERS, MIN_SEARCH_CHARACTERS } from '../../../../../shared/limits';
import { type Api, unwrap } from '../../../api/client';
import { orNothing } from '../../../api/or-nothing';
import type { Contact } from '../../../api/schemas';
import { useAccount } from '../../../app/session';
import { contactSearchOf, wholeNumberOf } from '../../../search/search-text';
import { isSameMail, isSameName, searchesFor } from './likely-doubles';

const MOST_SHOWN = 10;
const MOST_READ = 50;

async function searchContacts(api: Api, text: string): Promise<Contact[]> {
  const search = text.slice(0, MAX_SEARCH_CHARACTERS);
  const query = { search, limit: MOST_READ };
  return (await unwrap(api.GET('/api/v1/contacts', { params: { query } }))).results;
}

const othersOf = (contacts: Contact[], phoneNumber: string): Contact[] => {
  const others = new Map(contacts.map((other) => [other.phoneNumber, other]));
  others.delete(phoneNumber);
  return [...others.values()];
};

/** Finds contacts with the same e-mail address, then those with the same first and last name. */
export function useLikelyDoubles(contact: Contact) {
  const { id, api } = useAccount();
  const searches = searchesFor(contact);
  return useQuery({
    queryKey: [id, 'contact', contact.phoneNumber, 'doubles', searches],
    queryFn: async () => {
      const found = await Promise.all(searches.map((search) => searchContacts(api, search)));
      const others = othersOf(found.flat(), contact.phoneNumber);
      const sameMail = others.filter((other) => isSameMail(contact, other));
      const sameName = others.filter((other) => !isSameMail(contact, other) && isSameName(contact, other));
      return [...sameMail, ...sameName].slice(0, MOST_SHOWN);
    },
  });
}

/** Finds the other contacts by a name, an e-mail address or a number; disabled while the text is too short for a search. */
export function useFoundContacts({ phoneNumber }: Contact, text: string) {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'contacts', 'other than', phoneNumber, text],
    queryFn: async () => {
      const whole = wholeNumberOf(text);
      const params = { path: { phoneNumber: whole ?? '' } };
      const own =
        whole === undefined
          ? undefined
          : await orNothing(unwrap(api.GET('/api/v1/contacts/by-phone/{phoneNumber}', { params })));
      const found = own === undefined ? await searchContacts(api, contactSearchOf(text)) : [own];
      return othersOf(found, phoneNumber).slice(0, MOST_SHOWN);
    },
    enabled: text.length >= MIN_SEARCH_CHARACTERS,
  });
}
