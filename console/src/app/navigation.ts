import type { SideNavigationProps } from '@cloudscape-design/components/side-navigation';
import type { Scope } from '../api/schemas';

type Items = SideNavigationProps.Item[];

/** Account whose screens are shown, with the rights of its user. */
interface ShownAccount {
  can: (scope: Scope) => boolean;
  path: (screen: string) => string;
}

const link = (text: string, href: string): SideNavigationProps.Link => ({ type: 'link', text, href });

/** Returns the screens that a user with this role can open, most frequently used first. */
export function navigationOf(account: ShownAccount, { user }: { user: { isOperator: boolean } }): Items {
  const to = (text: string, screen: string) => link(text, `/console${account.path(screen)}`);
  const isAdmin = account.can('account:admin');
  return [
    to('Overview', 'overview'),
    to('Usage', 'usage'),
    to('Inbox', 'inbox'),
    { type: 'divider' },
    to('Campaigns', 'campaigns'),
    to('Automations', 'automations'),
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
        link('All accounts', '/console/operator'),
        link('Accounts', '/console/operator/accounts'),
        link('All users', '/console/operator/users'),
        link('Sending', '/console/operator/sending'),
        link('Dead letters', '/console/operator/dead-letters'),
        link('Overdue work', '/console/operator/overdue'),
        link('Doctor', '/console/operator/doctor'),
        link('Registrations', '/console/operator/registrations'),
        link('Audit log of the service', '/console/operator/audit'),
      ],
    },
  ];
}
