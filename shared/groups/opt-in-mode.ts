import type { Account } from '../accounts/account';

/** How a contact joins a group. **Source:** contract 4.6. */
export const OPT_IN_MODES = ['DIRECT', 'CONFIRM', 'SILENT'] as const;
export type OptInMode = (typeof OPT_IN_MODES)[number];

/** Whether the account may enrol this way at all, whoever the contact is; 33038 where not. **Source:** contract 5.5. */
export function isOptInModeAvailable(optInMode: OptInMode, account: Pick<Account, 'silentOptIn'>): boolean {
  return optInMode !== 'SILENT' || account.silentOptIn;
}
