import type { Account } from '../accounts/account';

/** What answers HELP: the account's own text, or one that names the account and says STOP. */
export function helpText(account: Pick<Account, 'name' | 'helpText'>): string {
  return (
    account.helpText ??
    `${account.name}: For help, contact us where you signed up. Msg & data rates may apply. Reply STOP to opt out.`
  );
}
