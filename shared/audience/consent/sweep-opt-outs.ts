import { readContact } from '../contacts/contact';
import { findDue } from '../../outbox/find-due';
import type { Platform } from '../../platform/platform';
import { leaveGroups } from './leave-groups';

/**
 * Continues interrupted opt-outs, whose contacts are still in groups. One that fails is retried in the next minute; the
 * others continue.
 *
 * @returns number of contacts
 */
export async function sweepOptOuts(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>,
): Promise<number> {
  let takenUp = 0;
  for await (const item of findDue(platform.table, 'OPT_OUT', platform.clock.now())) {
    const { accountId, phoneNumber, hardOptOut } = readContact(item);
    if (!hardOptOut) continue;
    takenUp++;
    try {
      await leaveGroups(platform, { accountId, phoneNumber, source: hardOptOut.source });
    } catch (error) {
      platform.log.error('Contact still in groups after its refusal', error, { accountId });
    }
  }
  return takenUp;
}
