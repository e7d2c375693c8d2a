import type { Account } from '../../accounts/account';
import { invalidRequest } from '../../errors/service-error';
import type { Group } from './group';

/** How a contact joins a group. **Source:** rules 4.6. */
export const OPT_IN_MODES = ['DIRECT', 'CONFIRM', 'SILENT'] as const;
export type OptInMode = (typeof OPT_IN_MODES)[number];

/** Whether the account may enrol contacts in this mode. **Source:** rules 5.5. */
export function isOptInModeAvailable(optInMode: OptInMode, account: Pick<Account, 'silentOptIn'>): boolean {
  return optInMode !== 'SILENT' || account.silentOptIn;
}

/**
 * A group's opt-in type is advice to the caller, unless the account enforces it.
 *
 * @throws ServiceError InvalidRequest `DIRECT` into a `DOUBLE` group
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
