import { ServiceError } from '../errors/service-error';

/**
 * Refuses the approval of a launch or start that came after the one that the approver has looked at, such as of a text that was
 * changed after another person had rejected it.
 *
 * @param lookedAt its time on the approver's screen; absent: it was not named
 * @throws ServiceError InvalidState
 *
 * **Source:** rules E4.7.
 */
export function checkIsAsLookedAt(askedAt: string | undefined, lookedAt: string | undefined): void {
  if (lookedAt !== undefined && lookedAt !== askedAt)
    throw new ServiceError('InvalidState', { details: { status: 'changedMeanwhile' } });
}
