import type { OptOutSource } from '../contacts/contact';
import type { E164 } from '../../phone-numbers/e164';
import { spellingsOf } from '../../phone-numbers/spellings';
import type { ConsentActor } from './consent-log';
import { changeConsent, type ConsentDeps, type ConsentOutcome, GROUPS_LEFT_AT_ONCE } from './change-consent';

const ACTOR_BY_SOURCE: Record<OptOutSource, ConsentActor['type']> = {
  stop: 'contact',
  kiosk: 'operator',
  carrier: 'operator',
  import: 'import',
};

/**
 * Removes a hard-opted-out contact, under every spelling of its phone number, from its groups, a limited number in each
 * transaction. It does nothing to other contacts, so it can be called at any time, and it continues where it was
 * interrupted.
 *
 * **Source:** rules 3.3.
 */
export async function leaveGroups(
  deps: ConsentDeps,
  options: { accountId: string; phoneNumber: string; source: OptOutSource },
): Promise<void> {
  const { accountId, source } = options;
  for (const phoneNumber of spellingsOf(options.phoneNumber as E164)) {
    let outcome: ConsentOutcome['outcome'];
    do {
      ({ outcome } = await changeConsent(deps, {
        accountId,
        phoneNumber,
        trigger: { type: 'leaveGroups', most: GROUPS_LEFT_AT_ONCE },
        actor: { type: ACTOR_BY_SOURCE[source] },
      }));
    } while (outcome !== 'unchanged');
  }
}
