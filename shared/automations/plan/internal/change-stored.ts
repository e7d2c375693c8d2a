import type { Account } from '../../../accounts/account';
import { ServiceError } from '../../../errors/service-error';
import { isoNow } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import { retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { Automation } from '../../record/automation';
import { findAutomationOrThrow } from '../../record/automation-store';
import { saveAutomation, versionWrites } from './save-automation';

export type ChangeDeps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Without a limit of recipients any number of people can enter, so that an account with approvals needs one. */
export const needsApproval = ({ approvalAbove }: Account) => approvalAbove !== undefined;

/** Has people enter the plan as it is now. */
export const activate = (deps: Pick<ChangeDeps, 'clock'>, automation: Automation): Automation => ({
  ...automation,
  activeVersion: automation.version,
  activeSince: automation.activeSince ?? isoNow(deps.clock),
});

/**
 * Stores what a function makes of an automation, which is called again when another change came first.
 *
 * @param changed returns `done` when there is nothing to change, `refused` for a status that does not allow it
 * @throws ServiceError NoSuchResource, InvalidState
 */
export async function change(
  deps: ChangeDeps,
  { account, automationId }: { account: Account; automationId: string },
  changed: (automation: Automation) => Promise<Automation | 'done' | 'refused'>,
): Promise<Automation> {
  return retryOnConflict(deps.table.waits, async () => {
    const before = await findAutomationOrThrow(deps.table, { accountId: account.id, automationId });
    const after = await changed(before);
    if (after === 'done') return before;
    const { status } = before;
    if (after === 'refused') throw new ServiceError('InvalidState', { details: { status } });
    const isNewVersion = after.activeVersion !== undefined && after.activeVersion !== before.activeVersion;
    const also = isNewVersion ? versionWrites(after, account, deps.clock.now()) : [];
    return saveAutomation(deps, { before, after, also });
  });
}
