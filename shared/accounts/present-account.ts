import type { Account } from './account';

/** Returns an account without its balances and the settings that only the service itself uses. **Source:** rules E6. */
export function withoutBalances(account: Account) {
  const {
    smsCredits: _sms,
    mmsCredits: _mms,
    hasPurses: _purses,
    purseFills: _fills,
    pursesHoldAtMost: _held,
    contactTimeZones: _zones,
    ...shown
  } = account;
  return shown;
}
