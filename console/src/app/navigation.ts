import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import Badge from '@cloudscape-design/components/badge';
import { createElement } from 'react';
import type { Approvals, Scope } from '../api/schemas';
import { countOf } from '../format/numbers';

type Items = SideNavigationProps.Item[];

/** Account whose screens are shown, with the rights of its user. */
interface ShownAccount {
  can: (scope: Scope) => boolean;
  path: (screen: string) => string;
}

const link = (text: string, href: string): SideNavigationProps.Link => ({ type: 'link', text, href });

/** Adds to a link how many decisions of the user are awaited there. */
const withBadge = (item: SideNavigationProps.Link, count = 0): SideNavigationProps.Link => {
  if (count === 0) return item;
  const label = `${countOf(count, 'approval')} to decide`;
  const figure = createElement('span', { role: 'img', 'aria-label': label, title: label }, count);
  return { ...item, info: createElement(Badge, { color: 'blue' }, figure) };
};

/**
 * Returns the screens that a user with this role can open, most frequently used first.
 *
 * @param awaited decisions of the user that are awaited
 */
export function navigationOf(
  account: ShownAccount,
  { user }: { user: { isOperator: boolean } },
  awaited: Partial<Approvals> = {},
): Items {
  const to = (text: string, screen: string) => link(text, `/console${account.path(screen)}`);
  const isAdmin = account.can('account:admin');
  return [
    to('Overview', 'overview'),
    to('Usage', 'usage'),
    to('Inbox', 'inbox'),
    { type: 'divider' },
    withBadge(to('Campaigns', 'campaigns'), awaited.campaigns),
    withBadge(to('Automations', 'automations'), awaited.automations),
    to('Segments', 'segments'),
    to('Links', 'links'),
    { type: 'divider' },
    to('Contacts', 'contacts'),
    to('Groups', 'groups'),
    to('Opt-in forms', 'forms'),
    to('Custom fields', 'custom-fields'),
    to('Imports', 'imports'),
    { type: 'divider' },
    to('Messages', 'messages'),
    to('Broadcasts and batches', 'jobs'),
    { type: 'divider' },
    {
      type: 'section',
      text: 'Account',
      defaultExpanded: true,
      items: [
        to('Numbers', 'numbers'),
        to('Senders', 'senders'),
        to('Settings', 'settings'),
        ...(isAdmin
          ? [
              to('API keys', 'keys'),
              to('Users', 'users'),
              to('Webhooks', 'webhooks'),
              to('Audit log', 'audit'),
            ]
          : []),
      ],
    },
    ...(user.isOperator ? operatorItems() : []),
  ];
}

/** Returns the screens for operators, which are about no account, or about all. */
export function operatorItems(): Items {
  return [
    {
      type: 'section',
      text: 'Operator',
      defaultExpanded: true,
      items: [
        link('Accounts', '/console/operator/accounts'),
        link('All users', '/console/operator/users'),
        link('Sending', '/console/operator/sending'),
        link('Dead letters', '/console/operator/dead-letters'),
        link('Overdue work', '/console/operator/overdue'),
        link('Doctor', '/console/operator/doctor'),
        link('Audit log of the service', '/console/operator/audit'),
      ],
    },
  ];
}
