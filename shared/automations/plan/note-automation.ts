import type { Account } from '../../accounts/account';
import { type Actor, areSame } from '../../accounts/actor';
import { ServiceError } from '../../errors/service-error';
import type { BeforeNote } from '../../campaigns/plan/note-campaign';
import type { Automation } from '../record/automation';
import { change, type ChangeDeps } from './internal/change-stored';

/**
 * Writes the note of who started or changed an automation to who decides on it.
 *
 * @param request.note empty: removes it
 * @throws ServiceError NoSuchResource; InvalidState for an automation that awaits no approval; Forbidden for others than
 *   who started or changed it
 *
 * **Source:** rules E4.7, E10.
 */
export async function noteAutomation(
  deps: ChangeDeps,
  request: { account: Account; automationId: string; note: string; actor: Actor; beforeWrite?: BeforeNote },
): Promise<Automation> {
  const note = request.note === '' ? undefined : request.note;
  return change(deps, request, (automation) => {
    if (automation.status !== 'awaitingApproval') return Promise.resolve('refused');
    if (!mayNoteOn(automation, request.actor)) throw new ServiceError('Forbidden', { cause: 'notLauncher' });
    if (automation.note === note) return Promise.resolve('done');
    request.beforeWrite?.({ note: automation.note }, { note });
    return Promise.resolve({ ...automation, note });
  });
}

/** Returns true for who started or changed an automation that awaits an approval. */
export const mayNoteOn = (
  { status, startedBy }: Pick<Automation, 'status' | 'startedBy'>,
  actor: Actor,
): boolean => status === 'awaitingApproval' && startedBy !== undefined && areSame(startedBy, actor);
