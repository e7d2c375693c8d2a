import TopNavigation, { type TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { readAppearance, saveAppearance, type Appearance } from './appearance';
import { isKeyOf } from './chosen-of';
import { useSession, type SessionAccount } from './session';
import { searchKeyName } from './search-key';
import { signOut } from './sign-out';
import { useSearch } from './use-search';

const APPEARANCES: Record<Appearance, string> = {
  system: 'As the device',
  light: 'Light',
  dark: 'Dark',
};

/** Returns the name of an account, with the end of its id if another account of the user has the same name. */
function distinctName({ id, name }: SessionAccount, accounts: SessionAccount[]): string {
  return accounts.some((other) => other.id !== id && other.name === name)
    ? `${name} (…${id.slice(-6)})`
    : name;
}

/** Bar with the search, the choice of account, the appearance, and the signed-in user. */
export function TopBar() {
  const { user, accounts } = useSession();
  const { accountId } = useParams();
  const navigate = useNavigate();
  const [appearance, setAppearance] = useState(readAppearance);
  const current = accounts.find(({ id }) => id === accountId);
  // On a screen that does not exist there is nothing to search.
  const isOffered = current !== undefined || (accountId === undefined && user.isOperator);
  const { open, dialog } = useSearch({ isOffered });

  const search: TopNavigationProps.Utility = {
    type: 'button',
    iconName: 'search',
    text: 'Search',
    ariaLabel: `Search, ${searchKeyName(navigator.userAgent)}`,
    disableUtilityCollapse: true,
    onClick: open,
  };
  const utilities: TopNavigationProps.Utility[] = [
    ...(isOffered ? [search] : []),
    {
      type: 'menu-dropdown',
      text: current === undefined ? 'Choose an account' : distinctName(current, accounts),
      ariaLabel: current === undefined ? 'Choose an account' : `Account: ${distinctName(current, accounts)}`,
      iconName: 'multiscreen',
      items: accounts.map(({ id, name, role }) => ({
        id,
        text: name,
        secondaryText: `You are ${role} here · ${id}`,
        disabled: id === accountId,
      })),
      onItemClick: ({ detail }) => void navigate(`/${detail.id}/overview`),
    },
    {
      type: 'menu-dropdown',
      iconName: 'settings',
      title: 'Appearance',
      ariaLabel: 'Appearance',
      items: Object.entries(APPEARANCES).map(([id, text]) => ({
        id,
        text,
        itemType: 'checkbox' as const,
        checked: id === appearance,
      })),
      onItemClick: ({ detail }) => {
        if (!isKeyOf(APPEARANCES, detail.id)) return;
        saveAppearance(detail.id);
        setAppearance(detail.id);
      },
    },
    {
      type: 'menu-dropdown',
      iconName: 'user-profile',
      text: user.name ?? user.email,
      description: user.email,
      items: [{ id: 'sign-out', text: 'Sign out' }],
      onItemClick: () => void signOut(),
    },
  ];

  return (
    <>
      <TopNavigation
        identity={{
          title: 'Messaging',
          href: '/console/',
          onFollow: (event) => {
            event.preventDefault();
            void navigate('/');
          },
        }}
        utilities={utilities}
      />
      {dialog}
    </>
  );
}
