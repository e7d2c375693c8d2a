import type { Scope } from '../api/schemas';
import type { AreaIconName } from './area-icons';

/** Account whose screens are shown, with the rights of its user. */
interface ShownAccount {
  can: (scope: Scope) => boolean;
  path: (screen: string) => string;
}

/** Link to a list or a form of the console, by its path below `/console`. */
export interface ScreenLink {
  text: string;
  to: string;
}

/** Entry of the menu: what a user comes for, with its screens. The entry leads to the first of them. */
export interface Area {
  name: string;
  icon: AreaIconName;
  screens: readonly [ScreenLink, ...ScreenLink[]];
}

/** Returns the areas whose screens a user with this role can open, those of the daily work first. */
export function navigationOf(account: ShownAccount, { user }: { user: { isOperator: boolean } }): Area[] {
  const to = (text: string, screen: string): ScreenLink => ({ text, to: account.path(screen) });
  const administration = [
    to('Users', 'users'),
    to('API keys', 'keys'),
    to('Webhooks', 'webhooks'),
    to('Audit log', 'audit'),
  ];
  return [
    { name: 'Overview', icon: 'home', screens: [to('Overview', 'overview')] },
    { name: 'Inbox', icon: 'inbox', screens: [to('Inbox', 'inbox')] },
    {
      ...{ name: 'Outreach', icon: 'outreach' },
      screens: [to('Campaigns', 'campaigns'), to('Automations', 'automations')],
    },
    {
      ...{ name: 'People', icon: 'people' },
      screens: [
        to('Contacts', 'contacts'),
        to('Groups', 'groups'),
        to('Segments', 'segments'),
        to('Imports', 'imports'),
        to('Opt-in forms', 'forms'),
        to('Custom fields', 'custom-fields'),
      ],
    },
    {
      ...{ name: 'Activity', icon: 'activity' },
      screens: [
        to('Messages', 'messages'),
        to('Broadcasts and batches', 'jobs'),
        to('Links', 'links'),
        to('Usage and cost', 'usage'),
      ],
    },
    {
      ...{ name: 'Account', icon: 'account' },
      screens: [
        to('Settings', 'settings'),
        to('Numbers', 'numbers'),
        to('Senders', 'senders'),
        ...(account.can('account:admin') ? administration : []),
      ],
    },
    ...(user.isOperator ? operatorAreas() : []),
  ];
}

/** Returns the screens for operators, which are about no account, or about all. */
export function operatorAreas(): Area[] {
  const to = (text: string, screen: string): ScreenLink => ({ text, to: `/operator/${screen}` });
  return [
    {
      ...{ name: 'Operator', icon: 'operator' },
      screens: [
        { text: 'All accounts', to: '/operator' },
        to('Accounts', 'accounts'),
        to('All users', 'users'),
        to('Sending', 'sending'),
        to('Dead letters', 'dead-letters'),
        to('Overdue work', 'overdue'),
        to('Doctor', 'doctor'),
        to('Registrations', 'registrations'),
        to('Audit log of the service', 'audit'),
      ],
    },
  ];
}

/** Areas that a phone shows at the bottom of each screen; the others are behind a button. */
export const PHONE_AREAS = 4;

/** Returns the list to which a path of the console belongs: that of a page is the one that it is opened from. */
export const listOf = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');

/** Finds the area of a path of the console. */
export const areaOf = (areas: readonly Area[], pathname: string): Area | undefined =>
  areas.find(({ screens }) => screens.some(({ to }) => to === listOf(pathname)));
