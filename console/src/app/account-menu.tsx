import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useNavigate, useParams } from 'react-router';
import { accountColour, initialsOf } from '../theme/account-colour';
import { useSession, type SessionAccount } from './session';

/** Returns the name of an account, with the end of its id if another account of the user has the same name. */
function distinctName({ id, name }: SessionAccount, accounts: SessionAccount[]): string {
  return accounts.some((other) => other.id !== id && other.name === name)
    ? `${name} (…${id.slice(-6)})`
    : name;
}

/** Name of the account with its colour, and the choice of another one. */
export function AccountMenu() {
  const { accounts } = useSession();
  const { accountId } = useParams();
  const navigate = useNavigate();
  const current = accounts.find(({ id }) => id === accountId);
  const name = current === undefined ? 'Choose an account' : distinctName(current, accounts);
  return (
    <div className="bar-account">
      {current !== undefined && <AccountTile account={current} />}
      <ButtonDropdown
        ariaLabel={current === undefined ? name : `Account: ${name}`}
        items={accounts.map((account) => ({
          id: account.id,
          text: account.name,
          secondaryText: `You are ${account.role} here · ${account.id}`,
          disabled: account.id === accountId,
        }))}
        onItemClick={({ detail }) => void navigate(`/${detail.id}/overview`)}
      >
        {name}
      </ButtonDropdown>
    </div>
  );
}

/** Initials of an account on its colour: users of several accounts see where they are. */
function AccountTile({ account: { id, name } }: { account: SessionAccount }) {
  return (
    <span className="account-tile" style={{ background: accountColour(id) }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
