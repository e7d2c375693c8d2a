import type { Account } from '../accounts/account';
import { brandOf, type NamedAccount } from '../accounts/brand';

/** Returns the answer to HELP: the account's own text, or one that names the brand and mentions STOP. */
export function helpText(account: NamedAccount & Pick<Account, 'helpText'>): string {
  return (
    account.helpText ??
    `${brandOf(account)}: For help, contact us where you signed up. Msg & data rates may apply. Reply STOP to opt out.`
  );
}

/** Returns the answer to a STOP that took effect: the account's own text, or one that names the brand. */
export function optOutText(account: NamedAccount & Pick<Account, 'optOutText'>): string {
  return (
    account.optOutText ??
    `${brandOf(account)}: You have opted out and will get no more texts. Reply HELP for help.`
  );
}
