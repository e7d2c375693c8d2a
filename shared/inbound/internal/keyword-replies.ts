import type { Account, OnOrOff } from '../../accounts/account';

/** Returns the answer to HELP: the account's own text, or one that names the account and mentions STOP. */
export function helpText(account: Pick<Account, 'name' | 'helpText'>): string {
  return (
    account.helpText ??
    `${account.name}: For help, contact us where you signed up. Msg & data rates may apply. Reply STOP to opt out.`
  );
}

/** Returns the answer to a STOP that took effect: the account's own text, or one that names the account. */
export function optOutText(account: Pick<Account, 'name' | 'optOutText'>): string {
  return (
    account.optOutText ??
    `${account.name}: You have opted out and will get no more texts. Reply HELP for help.`
  );
}

/**
 * Returns true when the service answers STOP and HELP. If the provider answers them, the service does not, so that a
 * phone gets one answer.
 *
 * @param byDefault the setting of accounts without one of their own
 */
export function areKeywordsAnswered(account: Pick<Account, 'keywordReplies'>, byDefault: OnOrOff): boolean {
  return (account.keywordReplies ?? byDefault) === 'on';
}
