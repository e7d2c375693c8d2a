import { findContact } from '../contacts/find-contact';
import { changeConsent, type ConsentDeps } from './change-consent';
import { leaveGroups } from './leave-groups';
import type { ConsentStatement } from './opt-out-contact';

/** `notPending`: the contact has no text that a person is to decide on. */
export type ReviewDecision = 'decided' | 'notPending';

/**
 * Takes the text of a contact for the refusal that it likely is: from now on the contact is hard-opted-out, exactly as
 * after a STOP of the time of the text. Nothing is sent about it.
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
 * Decides that the text of a contact was no refusal: marketing goes on.
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
