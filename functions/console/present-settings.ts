import type { Account } from '../../shared/accounts/account';
import { RATE_LIMITS } from '../../shared/limits';

/** The settings of an account, without its balances and what the service keeps for itself. **Source:** rules E6. */
export function presentSettings(account: Account) {
  const {
    smsCredits: _sms,
    mmsCredits: _mms,
    hasPurses: _purses,
    purseFills: _fills,
    pursesHoldAtMost: _held,
    contactTimeZones: _zones,
    retainedSince: _since,
    closedAt: _closed,
    ...settings
  } = account;
  return { ...settings, rateLimits: { ...RATE_LIMITS, ...account.rateLimits } };
}
