import type { Scope } from '../api/schemas';
import type { Area } from '../app/navigation';
import { OPEN_NEW } from '../app/open-new';
import { matchesWords } from './search-text';

/** Result of the search: opens an address of the console. */
export interface Found {
  id: string;
  text: string;
  details?: string;
  /** Path below `/console`. */
  to: string;
}

interface Action {
  text: string;
  /** Other words for it. */
  words: string;
  screen: string;
  needs: Scope;
}

const ACTIONS: readonly Action[] = [
  {
    ...{ text: 'Create campaign', words: 'new plan send text broadcast' },
    ...{ screen: 'campaigns/new', needs: 'campaigns:write' },
  },
  {
    ...{ text: 'Create automation', words: 'new welcome birthday reminder journey' },
    ...{ screen: 'automations/new', needs: 'campaigns:write' },
  },
  {
    ...{ text: 'Create segment', words: 'new audience filter contacts' },
    ...{ screen: 'contacts?tab=filter', needs: 'contacts:write' },
  },
  {
    ...{ text: 'Add contact', words: 'new create person people' },
    ...{ screen: `contacts?${OPEN_NEW}`, needs: 'contacts:write' },
  },
  {
    ...{ text: 'Import contacts', words: 'new upload csv file people' },
    ...{ screen: 'imports/new', needs: 'contacts:write' },
  },
  {
    ...{ text: 'Add saved reply', words: 'new create answer canned inbox' },
    ...{ screen: `inbox/saved-replies?${OPEN_NEW}`, needs: 'contacts:write' },
  },
  {
    ...{ text: 'Create group', words: 'new add list' },
    ...{ screen: `groups?${OPEN_NEW}`, needs: 'account:admin' },
  },
  {
    ...{ text: 'Create custom field', words: 'new add' },
    ...{ screen: `custom-fields?${OPEN_NEW}`, needs: 'account:admin' },
  },
  {
    ...{ text: 'Create opt-in form', words: 'new add sign-up page' },
    ...{ screen: `forms?${OPEN_NEW}`, needs: 'account:admin' },
  },
  {
    ...{ text: 'Create API key', words: 'new add secret token' },
    ...{ screen: `keys?${OPEN_NEW}`, needs: 'account:admin' },
  },
  {
    ...{ text: 'Invite user', words: 'new add create colleague' },
    ...{ screen: `users?${OPEN_NEW}`, needs: 'account:admin' },
  },
  {
    ...{ text: 'Add webhook endpoint', words: 'new create' },
    ...{ screen: `webhooks?${OPEN_NEW}`, needs: 'account:admin' },
  },
];

/** Other words for pages. */
const WORDS_OF_PAGE: Readonly<Record<string, string>> = {
  Overview: 'home dashboard statistics',
  Usage: 'cost costs price money bill spending month statistics',
  Inbox: 'replies conversations answers',
  Contacts: 'people subscribers',
  Segments: 'audiences',
  Links: 'short clicks tracking',
  Messages: 'texts find timeline',
  'Broadcasts and batches': 'jobs',
  Numbers: 'phone sender',
  Senders: 'pools sender ids from',
  Settings: 'quiet hours keywords pause sending approval',
  'API keys': 'secrets tokens',
  Users: 'team roles invitations',
  'Audit log': 'history changes',
  Doctor: 'aws health checks',
  Registrations: 'aws 10dlc brand campaign toll-free verification denied',
};

/** Returns the actions of an account that the user may take, as the buttons on its screens begin them. */
export const actionsOf = (account: {
  can: (scope: Scope) => boolean;
  path: (screen: string) => string;
}): Place[] =>
  ACTIONS.filter(({ needs }) => account.can(needs)).map(({ text, words, screen }) => ({
    ...{ id: `action ${screen}`, text, details: 'Action', words, to: account.path(screen) },
  }));

/** Action or page of the console, with the words that find it besides its name. */
interface Place extends Found {
  words: string;
}

/** Returns the pages of a navigation. */
export const pagesOf = (areas: readonly Area[]): Place[] =>
  areas
    .flatMap(({ screens }) => screens)
    .map(({ text, to }) => ({
      ...{ id: `page ${to}`, text, details: 'Page', words: WORDS_OF_PAGE[text] ?? '', to },
    }));

const MAX_PLACES = 6;

/** Finds actions and pages by their names and other words; those whose name matches come first. */
export function findPlaces(text: string, places: readonly Place[]): Found[] {
  const found = places.filter((place) => matchesWords(text, `${place.text} ${place.words}`));
  const isNamed = (place: Place) => matchesWords(text, place.text);
  return [...found.filter(isNamed), ...found.filter((place) => !isNamed(place))].slice(0, MAX_PLACES);
}
