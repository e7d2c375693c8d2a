import type { Account } from '../../shared/accounts/account';
import { presentAccount } from '../../shared/accounts/present-account';
import { RATE_LIMITS } from '../../shared/limits';

/** Returns the settings of an account, with every rate limit. **Source:** rules E6. */
export const presentSettings = (account: Account) => ({
  ...presentAccount(account),
  rateLimits: { ...RATE_LIMITS, ...account.rateLimits },
});
