import type { Platform } from '../../../platform/platform';
import { changeConsent } from '../../consent/change-consent';
import { leaveGroups } from '../../consent/leave-groups';
import { findErasedPeople } from '../../contacts/erased-person';
import type { RefusedOptOut } from './import-row';
import { type ImportScope, optOutTrigger } from '../import-scope';

/**
 * Records the hard opt-outs of rows that cannot be imported otherwise. For a number without a contact the opt-out is
 * stored, as a STOP is. Repeating it changes nothing. People who were erased since the import began are left out.
 *
 * **Source:** rules E5.
 */
export async function recordOptOuts(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { scope, optOuts }: { scope: ImportScope; optOuts: RefusedOptOut[] },
): Promise<void> {
  const { accountId, optOutSource: source, evidence, startedAt } = scope;
  const addresses = optOuts.map(({ phoneNumber }) => ({ accountId, phoneNumber }));
  const erased = await findErasedPeople(platform.table, addresses);
  for (const [index, { phoneNumber, optedOut }] of optOuts.entries()) {
    if ((erased[index]?.erasedAt ?? '') > startedAt) continue;
    const trigger = optOutTrigger(scope, { optedOut, now: platform.clock.now() });
    await changeConsent(platform, { accountId, phoneNumber, trigger, actor: { type: 'import', evidence } });
    await leaveGroups(platform, { accountId, phoneNumber, source });
  }
}
