import { isDropReason } from '../drop-reason';
import { invalidRequest } from '../../../errors/service-error';
import { DEFAULT_RECIPIENTS_LIMIT, MAX_RECIPIENTS_LIMIT } from '../../../limits';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../platform/provider/port';
import { FIRST_PLACE, readCursor, type RecipientList, type RecipientPlace } from './recipient-cursor';

export const RECIPIENT_STATUSES = ['pending', 'sent', 'failed', 'skipped'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];
/** Statuses that a query can ask for: `dropped` recipients do not belong to the job and have a list of their own. */
export const LISTED_STATUSES = [...RECIPIENT_STATUSES, 'dropped'] as const;

/** Form of a `reason`: that of a skipped recipient, or an `errorType`, which providers may add to. */
const REASON = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Filter for recipients: they match all of the given values. */
export interface RecipientsFilter {
  status: RecipientStatus | 'dropped' | undefined;
  deliveryStatus: DeliveryStatus | undefined;
  reason: string | undefined;
}

export interface RecipientsQuery {
  list: RecipientList;
  filter: RecipientsFilter;
  limit: number;
  from: RecipientPlace;
}

/**
 * Reads the query of a list of recipients.
 *
 * @throws ServiceError InvalidRequest for an unknown status or delivery status, text that cannot be a reason, a limit
 *   that is not a positive integer, and a cursor of another listing
 */
export function readRecipientsQuery(query: Record<string, string>, jobId: string): RecipientsQuery {
  const { status, ...rest } = query;
  const filter = {
    ...readRecipientsFilter(rest),
    status: readChoice({ status }, 'status', LISTED_STATUSES),
  };
  const { cursor } = query;
  const list = listOf(filter);
  return {
    list,
    filter,
    limit: readLimit(query.limit),
    from: cursor === undefined ? FIRST_PLACE : readCursor({ jobId, list }, cursor),
  };
}

/**
 * Reads the filter of a list without dropped recipients.
 *
 * @throws ServiceError InvalidRequest
 */
export const readRecipientsFilter = ({
  status,
  deliveryStatus,
  reason,
}: Record<string, string | undefined>) => ({
  status: readChoice({ status }, 'status', RECIPIENT_STATUSES),
  deliveryStatus: readChoice({ deliveryStatus }, 'deliveryStatus', DELIVERY_STATUSES),
  reason: readReason(reason),
});

/** Chooses the list. A reason that only dropped recipients have selects their list without a status. */
function listOf({ status, reason }: RecipientsFilter): RecipientList {
  return status === 'dropped' || (status === undefined && isDropReason(reason)) ? 'dropped' : 'accepted';
}

function readChoice<Choice extends string>(
  query: Record<string, string | undefined>,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw invalidRequest({ pointer: `?${name}`, reason: `must be one of ${choices.join(', ')}` });
}

function readReason(text: string | undefined): string | undefined {
  if (text === undefined || REASON.test(text)) return text;
  throw invalidRequest({ pointer: '?reason', reason: 'must be the name of a reason' });
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_RECIPIENTS_LIMIT;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw invalidRequest({ pointer: '?limit', reason: 'must be a positive integer' });
  return Math.min(MAX_RECIPIENTS_LIMIT, limit);
}
