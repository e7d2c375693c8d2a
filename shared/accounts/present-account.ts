import type { Account } from './account';
import { ACCOUNT_SETTING_NAMES, type AccountSettingName } from './account-settings';

/** Returns the id, the settings and the time of creation of an account. **Source:** rules E6. */
export function presentAccount(account: Account) {
  const { id, createdAt } = account;
  const settings = Object.fromEntries(ACCOUNT_SETTING_NAMES.map((name) => [name, account[name]]));
  return { id, ...(settings as Pick<Account, AccountSettingName>), createdAt };
}
