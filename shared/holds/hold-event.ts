import { queueEvent } from '../events/queue-event';
import type { Ids } from '../platform/ids';
import type { Hold } from './hold';

/**
 * Builds the outbox write of the event that messages of an account wait, or no longer do.
 *
 * @param options.number the number that is held, when it is one
 * @param options.id derived from the hold, where the event may be built again; absent: a new one
 * @param options.comment reason that was given for a pause
 *
 * **Source:** rules E8.5.
 */
export function queueHoldEvent(
  ids: Ids,
  options: {
    accountId: string;
    hold: Pick<Hold, 'scope' | 'reason' | 'since'>;
    number?: string | undefined;
    comment?: string | undefined;
    isOver: boolean;
    now: Date;
    id?: string;
  },
) {
  const { accountId, number, comment, isOver, now, id } = options;
  const { scope, reason, since } = options.hold;
  return queueEvent(ids, {
    event: {
      type: isOver ? 'messaging.sending.resumed' : 'messaging.sending.paused',
      accountId,
      ...{ scope, reason, since },
      ...(number !== undefined && { number }),
      ...(comment !== undefined && { comment }),
    },
    now,
    ...(id !== undefined && { id }),
  });
}
