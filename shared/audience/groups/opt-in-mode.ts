import type { Account } from '../../accounts/account';
import { invalidRequest } from '../../errors/service-error';
import type { Group } from './group';

/** Ways in which a contact joins a group. **Source:** rules 4.6. */
export const OPT_IN_MODES = ['DIRECT', 'CONFIRM', 'SILENT'] as const;
export type OptInMode = (typeof OPT_IN_MODES)[number];

/** Returns true when the account may enrol contacts in this mode. **Source:** rules 5.5. */
export function isOptInModeAvailable(optInMode: OptInMode, account: Pick<Account, 'silentOptIn'>): boolean {
  return optInMode !== 'SILENT' || account.silentOptIn;
}

/**
 * Checks the mode against the group's opt-in type, which is advice to the caller unless the account enforces it.
 *
 * @throws ServiceError InvalidRequest for `DIRECT` into a `DOUBLE` group
 *
 * **Source:** rules E7.
 */
export function checkOptInType(
  optInMode: OptInMode,
  {
    account,
    group,
  }: { account: Pick<Account, 'enforceOptInType'>; group: Pick<Group, 'optInType'> | undefined },
): void {
  if (!account.enforceOptInType || optInMode !== 'DIRECT' || group?.optInType !== 'DOUBLE') return;
  throw invalidRequest({ pointer: '/optInMode', reason: 'must be CONFIRM for a group of type DOUBLE' });
}
