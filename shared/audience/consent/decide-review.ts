import { findContact } from '../contacts/find-contact';
import { changeConsent, type ConsentDeps } from './change-consent';
import { leaveGroups } from './leave-groups';
import type { ConsentStatement } from './opt-out-contact';

/** Result of a review; `notPending`: the contact is not under review. */
type ReviewDecision = 'decided' | 'notPending';

/**
 * Decides that the text of a contact was a refusal: the contact becomes hard-opted-out, exactly as after a STOP at the
 * time of the text. It gets no reply.
 *
 * **Source:** rules 3.3.
 */
export async function acceptLikelyOptOut(
  deps: ConsentDeps,
  statement: ConsentStatement,
): Promise<ReviewDecision> {
  const { accountId, phoneNumber } = statement;
  const likely = (await findContact(deps.table, statement))?.likelyOptOut;
  if (!likely) return 'notPending';
  const { at: saidAt, messageId } = likely;
  const evidence = statement.evidence ?? `likely opt-out, text ${messageId}`;
  await changeConsent(deps, {
    accountId,
    phoneNumber,
    trigger: { type: 'optOut', source: 'stop', evidence, saidAt },
    actor: { type: 'operator', evidence, messageId },
  });
  await leaveGroups(deps, { accountId, phoneNumber, source: 'stop' });
  return 'decided';
}

/**
 * Decides that the text of a contact was not a refusal, so that it gets marketing messages again.
 *
 * **Source:** rules 3.3.
 */
export async function dismissLikelyOptOut(
  deps: ConsentDeps,
  statement: ConsentStatement,
): Promise<ReviewDecision> {
  const { accountId, phoneNumber, evidence } = statement;
  const { outcome } = await changeConsent(deps, {
    accountId,
    phoneNumber,
    trigger: { type: 'dismissLikelyOptOut' },
    actor: { type: 'operator', evidence },
  });
  return outcome === 'changed' ? 'decided' : 'notPending';
}
