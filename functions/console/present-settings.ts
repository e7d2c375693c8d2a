import type { Account } from '../../shared/accounts/account';
import { withoutBalances } from '../../shared/accounts/present-account';
import { RATE_LIMITS } from '../../shared/limits';

/** Returns the settings of an account, with every rate limit. **Source:** rules E6. */
export function presentSettings(account: Account) {
  const { retainedSince: _since, closedAt: _closed, ...settings } = withoutBalances(account);
  return { ...settings, rateLimits: { ...RATE_LIMITS, ...account.rateLimits } };
}
