import { identifyText } from '../../platform/provider/eum/inbound-text';
import { identifyReceipt } from '../../platform/provider/eum/receipt';
import type { DeadLetter } from '../../platform/queues/dead-letters';

type Fields = Record<string, unknown>;

const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26,30}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EVENT_TYPE = /^[a-z_]+(\.[a-z_]+){1,4}$/;
const RECEIPT_TYPE = /^[A-Z][A-Z_]{2,40}$/;
const CODE = /^[A-Za-z][A-Za-z_.]{0,80}$/;
const COUNT = /^\d{1,5}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** Thrown for a body of an unexpected form; nothing of it is shown then. */
class UnknownFormError extends Error {}

const chunkOfJob = ({ jobId, chunk }: Fields) => `${read(jobId, ID)}, chunk ${read(chunk, COUNT)}`;

/** Descriptions of dead letters, by queue: only ids and codes, each of which must match its form. */
const WORDS: Readonly<Record<string, (body: Fields) => string>> = {
  message: ({ messageId, feedbackOn, accountId }) =>
    feedbackOn === undefined ? read(messageId, ID) : `feedback of ${read(accountId, ID)}`,
  erasure: ({ erasureId }) => read(erasureId, ID),
  chunk: chunkOfJob,
  paced: chunkOfJob,
  webhook: ({ accountId, endpointId }) => `${read(endpointId, ID)} of ${read(accountId, ID)}`,
  transfer: ({ accountId, transferId }) => `${read(transferId, ID)} of ${read(accountId, ID)}`,
  campaign: ({ accountId, campaignId, notice, topics }) => {
    if (topics !== undefined) return `addresses for notices of ${read(accountId, ID)}`;
    return `${notice === undefined ? '' : 'notice of '}${read(campaignId, ID)} of ${read(accountId, ID)}`;
  },
  customEvent: ({ accountId, outboxId }) => `${read(outboxId, ID)} of ${read(accountId, ID)}`,
  event: ({ detail }) => {
    const { id, type, accountId } = readFields(detail);
    return `${read(type, EVENT_TYPE)} ${read(id, ID)} of ${read(accountId, ID)}`;
  },
  receipt: (body) => {
    const { eventType, messageId } = identifyReceipt(body);
    return `${read(eventType, RECEIPT_TYPE)} of ${read(messageId, ID)}`;
  },
  inbound: (body) => `text ${read(identifyText(unwrap(body)), UUID)}`,
  linkLog: () => 'an access log of short links',
  relay: ({ requestContext, DDBStreamBatchInfo: batch }) => {
    const { batchSize, approximateArrivalOfFirstRecord: since } = readFields(batch);
    const condition = read(readFields(requestContext).condition, CODE);
    return `${read(batchSize, COUNT)} outbox items from ${read(since, TIME)} (${condition})`;
  },
  timer: () => 'a run that was missed',
};

/**
 * Describes a dead letter for the operator on call. Never shows a phone number, a text or a URL, whatever the letter
 * has in the place of an id.
 */
export function describeDeadLetter(queue: string, letter: DeadLetter): string {
  // Set by the bus, topic or scheduler that could not deliver to a queue or a function.
  const { StringValue: errorCode } = letter.MessageAttributes?.ERROR_CODE ?? {};
  const reason = errorCode !== undefined && CODE.test(errorCode) ? ` (${errorCode})` : '';
  return `${describeBody(queue, letter.Body)}${reason}`;
}

function describeBody(queue: string, text: string | undefined): string {
  const describe = WORDS[queue];
  if (!describe) return 'a message';
  try {
    return describe(queue === 'timer' ? {} : readFields(JSON.parse(text ?? '')));
  } catch (error) {
    if (error instanceof UnknownFormError || error instanceof SyntaxError) return 'nothing that can be read';
    throw error;
  }
}

/** Unwraps a message that a topic has put into the envelope of a notification. */
function unwrap(body: Fields): Fields {
  return body.Type === 'Notification' && typeof body.Message === 'string'
    ? readFields(JSON.parse(body.Message))
    : body;
}

function readFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new UnknownFormError();
  return value as Fields;
}

function read(value: unknown, form: RegExp): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !form.test(text)) throw new UnknownFormError();
  return text;
}
