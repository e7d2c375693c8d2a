import Icon from '@cloudscape-design/components/icon';
import { Link, useParams } from 'react-router';
import { accountColour } from '../theme/account-colour';
import { AccountMenu } from './account-menu';
import mark from './icon.svg';
import { searchKeyName } from './search-key';
import { useSession } from './session';
import { UserMenu } from './user-menu';
import { useIsPhone } from './use-phone';
import { useSearch } from './use-search';

/** Bar with the account in its colour, the search, and the signed-in user. */
export function TopBar() {
  const { user, accounts } = useSession();
  const { accountId } = useParams();
  const isKnown = accounts.some(({ id }) => id === accountId);
  // On a screen that does not exist there is nothing to search.
  const isOffered = isKnown || (accountId === undefined && user.isOperator);
  const { open, dialog } = useSearch({ isOffered });
  const isPhone = useIsPhone();
  const key = searchKeyName(navigator.userAgent);
  return (
    <header
      className="bar"
      {...(isKnown && accountId !== undefined && { style: { borderTopColor: accountColour(accountId) } })}
    >
      <Link className="bar-mark" to="/" aria-label="Messaging">
        <img src={mark} alt="" width="30" height="30" />
        <span>Messaging</span>
      </Link>
      <AccountMenu />
      <div className="bar-tools">
        {isOffered && (
          <button
            type="button"
            className="bar-search"
            onClick={open}
            {...(isPhone && { 'aria-label': 'Search' })}
          >
            <Icon name="search" />
            <span>Search</span> <kbd>{key}</kbd>
          </button>
        )}
        <UserMenu />
      </div>
      {dialog}
    </header>
  );
}
