import { readInstant } from '../calendar/instant';
import { readSendId } from '../automations/record/send-id';
import { invalidRequest } from '../errors/service-error';
import type { Message } from '../messages/message';
import type { PhoneText } from './texts-of-phone';

/** States of a text as people distinguish them: what was handed over has that of its receipt. */
const TEXT_STATES = ['received', 'queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;
type TextState = (typeof TEXT_STATES)[number];
/** States by which texts are filtered; `notArrived` stands for those that failed or were not delivered. */
export const STATE_FILTERS = [...TEXT_STATES, 'notArrived'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Query parameters of the filter; all that are given must hold. */
export const TEXT_FILTERS = ['state', 'campaign', 'from', 'to'] as const;

/**
 * Reads the filter of the texts of a phone: `state`, `campaign` (id of a campaign or an automation), and `from` and `to`,
 * times of which the second is not included.
 *
 * @throws ServiceError InvalidRequest
 */
export function readTextFilter(query: Record<string, string>): (text: PhoneText) => boolean {
  const { campaign } = query;
  const state = readState(query.state);
  const [from, to] = [readTime(query, 'from'), readTime(query, 'to')];
  return ({ message, campaignId }) =>
    isInState(message, state) &&
    (campaign === undefined || (readSendId(campaignId)?.automationId ?? campaignId) === campaign) &&
    (from === undefined || message.createdAt >= from) &&
    (to === undefined || message.createdAt < to);
}

/** Returns true when the filter keeps a text. */
export function isInState(message: Message, state: StateFilter | undefined): boolean {
  if (state === undefined) return true;
  const itsState = stateOf(message);
  return state === 'notArrived' ? itsState === 'failed' || itsState === 'undelivered' : itsState === state;
}

function stateOf({ direction, status, deliveryStatus }: Message): TextState {
  if (direction === 'inbound') return 'received';
  if (status !== 'sent') return status === 'queued' ? 'queued' : 'failed';
  if (deliveryStatus === 'failed') return 'undelivered';
  return deliveryStatus === 'delivered' ? 'delivered' : 'sent';
}

/** @throws ServiceError InvalidRequest */
export function readState(text: string | undefined): StateFilter | undefined {
  const state = STATE_FILTERS.find((one) => one === text);
  if (text === undefined || state) return state;
  throw invalidRequest({ pointer: '?state', reason: `must be one of ${STATE_FILTERS.join(', ')}` });
}

/**
 * Reads a time, in the form in which times are stored.
 *
 * @throws ServiceError InvalidRequest
 */
export function readTime(query: Record<string, string>, name: 'from' | 'to'): string | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const atMs = readInstant(text);
  if (atMs !== undefined) return new Date(atMs).toISOString();
  throw invalidRequest({ pointer: `?${name}`, reason: 'must be an ISO time, such as 2026-12-01T00:00:00Z' });
}
