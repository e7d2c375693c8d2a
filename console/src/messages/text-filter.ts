import { instantOfReader } from '../format/reader-clock';
import type { operations } from '../../../shared/http/generated/console-api';

type LogQuery = Omit<NonNullable<operations['listMessageLog']['parameters']['query']>, 'limit' | 'cursor'>;
type TextQuery = Omit<
  NonNullable<operations['listContactMessages']['parameters']['query']>,
  'limit' | 'cursor'
>;

export type TextState = NonNullable<TextQuery['state']>;

/** Choices of the state of a text. */
export const TEXT_STATES: { value: TextState; label: string }[] = [
  { value: 'received', label: 'Received' },
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent, no receipt yet' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'notArrived', label: 'Did not arrive' },
  { value: 'undelivered', label: 'Did not arrive: sent, not delivered' },
  { value: 'failed', label: 'Did not arrive: failed or skipped' },
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the filter of texts from the address: `state`, `campaign`, and the days `from` and `to`, both included, by the
 * clock that times are shown in.
 */
export function readTextFilter(params: URLSearchParams): TextQuery {
  const campaign = params.get('campaign') ?? '';
  return { ...stateAndDays(params), ...(campaign !== '' && { campaign }) };
}

/** Reads the filter of the log from the address: `state`, `sender`, and the days as above. */
export function readLogFilter(params: URLSearchParams): LogQuery {
  const sender = params.get('sender') ?? '';
  return { ...stateAndDays(params), ...(sender !== '' && { sender }) };
}

function stateAndDays(params: URLSearchParams): Pick<TextQuery, 'state' | 'from' | 'to'> {
  const state = TEXT_STATES.find(({ value }) => value === params.get('state'))?.value;
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  return {
    ...(state && { state }),
    ...(from && { from: instantOfReader(`${from}T00:00`) }),
    ...(to && { to: instantOfReader(`${dayAfter(to)}T00:00`) }),
  };
}

const dayOf = (text: string | null): string | undefined =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

function dayAfter(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
