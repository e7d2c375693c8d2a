import type { IncomingMessage } from 'node:http';
import { isFromPage, parseObject, readBody, type RequestHandler, sendJson } from './loopback-server';
import { splitTarget } from './http-event';
import { RECEIPT_STATUSES, type ReceiptStatus } from './simulator/answers';
import { type AwsFault, FAULT_NAMES, isAwsFault } from './simulator/aws-account';
import { DECIDED_STATUSES, type Decision } from './simulator/registrations';
import {
  PROVIDER_FAULT_NAMES,
  type FaultInForce,
  type FaultSwitch,
  isProviderFaultName,
} from './simulator/provider-faults';
import { isRecord } from '../../shared/platform/is-record';
import { parseNumber, type SenderNumber } from '../../shared/phone-numbers/e164';

export const LOCAL_PREFIX = '/_local/';

const JSON_TYPE = /^application\/json(?:\s*;|$)/i;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** State that the routes of the local service can read and change. */
export interface LocalControls {
  sent(filter: { to?: string | undefined; since?: string | undefined }): unknown[];
  recentEvents(): unknown[];
  /** E-mails of SNS, oldest first. */
  mails(): unknown[];
  inbound(message: {
    from: string;
    to: string;
    body: string;
    inboundMessageId?: string | undefined;
  }): Promise<{ inboundMessageId: string }>;
  /** Returns `unknown-message` when the provider took no message of that id. */
  receipt(receipt: { messageId: string; status: ReceiptStatus }): Promise<'published' | 'unknown-message'>;
  /** @returns the new time. @throws RangeError when the clock cannot go there */
  advanceClock(ms: number): Date;
  /** Replaces the faults of the AWS account. */
  setAwsFaults(faults: readonly AwsFault[]): void;
  /** Reviews a registration that was made here. @returns false when there is none */
  decideRegistration(decision: Decision): boolean;
  providerFaults(): readonly FaultInForce[];
  /** Switches a fault of the provider. @returns the faults in force */
  switchProviderFault(change: FaultSwitch): readonly FaultInForce[];
  /** Empties everything, and returns the data for a first request. */
  reset(): Promise<unknown>;
}

type Input = Record<string, unknown>;
type LocalAnswer = [statusCode: number, body: unknown, headers?: Record<string, string>];
type AnswerGet = (controls: LocalControls, query: URLSearchParams) => LocalAnswer;
type AnswerPost = (controls: LocalControls, input: Input) => Promise<LocalAnswer> | LocalAnswer;

/** Error of a request that cannot be answered; the message is for the person who sent it. */
class LocalRequestError extends Error {
  constructor(
    message: string,
    readonly statusCode: 400 | 413 | 415 = 400,
  ) {
    super(message);
  }
}

const GET: Readonly<Record<string, AnswerGet>> = {
  sent: (controls, query) => [
    200,
    { messages: controls.sent({ to: readPhone(query.get('to')), since: readTime(query.get('since')) }) },
  ],
  events: (controls) => [200, { events: controls.recentEvents() }],
  mails: (controls) => [200, { mails: controls.mails() }],
  provider: (controls) => [200, { faults: controls.providerFaults() }],
};

const POST: Readonly<Record<string, AnswerPost>> = {
  inbound: async (controls, input) => {
    const { inboundMessageId, body } = input;
    if (typeof body !== 'string') throw new LocalRequestError('"body" must be a text.');
    const text = {
      from: requireText(input, 'from'),
      to: requireText(input, 'to'),
      body,
      ...(inboundMessageId !== undefined && { inboundMessageId: requireText(input, 'inboundMessageId') }),
    };
    return [202, await controls.inbound(text)];
  },
  receipt: async (controls, input) => {
    const messageId = requireText(input, 'messageId');
    const status = RECEIPT_STATUSES.find((one) => one === input.status);
    if (status === undefined) {
      throw new LocalRequestError(`"status" must be one of: ${RECEIPT_STATUSES.join(', ')}.`);
    }
    return (await controls.receipt({ messageId, status })) === 'published'
      ? [202, { messageId, status }]
      : [404, { message: `The provider took no message ${messageId}.` }];
  },
  clock: (controls, { advanceSeconds }) => {
    if (typeof advanceSeconds !== 'number' || !(advanceSeconds >= 0)) {
      throw new LocalRequestError('"advanceSeconds" must be a number, 0 or more.');
    }
    return [200, { now: controls.advanceClock(Math.round(advanceSeconds * 1000)).toISOString() }];
  },
  aws: (controls, { faults }) => {
    if (!Array.isArray(faults) || !faults.every(isAwsFault)) {
      throw new LocalRequestError(`"faults" must be an array of some of: ${FAULT_NAMES.join(', ')}.`);
    }
    controls.setAwsFaults(faults);
    return [200, { faults }];
  },
  provider: (controls, input) => [200, { faults: controls.switchProviderFault(readFaultSwitch(input)) }],
  registration: (controls, input) => {
    const decision = readDecision(input);
    return controls.decideRegistration(decision)
      ? [200, decision]
      : [404, { message: `There is no registration ${decision.registration}.` }];
  },
  reset: async (controls) => [200, await controls.reset()],
};

/** Answers the routes under `/_local/`, which exist in the local service only. */
export function createLocalRoutes(controls: LocalControls): RequestHandler {
  return async (request, response) => sendJson(response, ...(await answer(controls, request)));
}

async function answer(controls: LocalControls, request: IncomingMessage): Promise<LocalAnswer> {
  const { path, query } = splitTarget(request.url ?? '/');
  const name = path.slice(LOCAL_PREFIX.length);
  const get = Object.hasOwn(GET, name) ? GET[name] : undefined;
  const post = Object.hasOwn(POST, name) ? POST[name] : undefined;
  try {
    if (get && request.method === 'GET') return get(controls, new URLSearchParams(query));
    if (post && request.method === 'POST') {
      return await post(controls, name === 'reset' ? {} : await readInput(request));
    }
  } catch (error) {
    if (error instanceof LocalRequestError) return [error.statusCode, { message: error.message }];
    if (error instanceof RangeError) return [400, { message: error.message }];
    throw error;
  }
  if (!get && !post) return [404, { message: `There is no local route ${path}.` }];
  const methods = [...(get ? ['GET'] : []), ...(post ? ['POST'] : [])];
  return [405, { message: `${path} takes ${methods.join(' and ')} only.` }, { allow: methods.join(', ') }];
}

/** Reads JSON. Only a page's request must have the content type JSON, which a form cannot send. */
async function readInput(request: IncomingMessage): Promise<Input> {
  const isAnnounced = JSON_TYPE.test(request.headers['content-type'] ?? '');
  if (!isAnnounced && isFromPage(request.headers)) {
    throw new LocalRequestError('The body must be JSON: send content-type application/json.', 415);
  }
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === undefined) throw new LocalRequestError('The body is too large.', 413);
  const input = parseObject(body);
  if (input === undefined) throw new LocalRequestError('The body is not a JSON object.');
  return input;
}

function requireText(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || value === '') throw new LocalRequestError(`"${name}" must be a text.`);
  return value;
}

function readDecision(input: Input): Decision {
  const status = DECIDED_STATUSES.find((one) => one === input.status);
  if (status === undefined) {
    throw new LocalRequestError(`"status" must be one of: ${DECIDED_STATUSES.join(', ')}.`);
  }
  const { reasons = [] } = input;
  if (!Array.isArray(reasons) || !reasons.every((one) => typeof one === 'string')) {
    throw new LocalRequestError('"reasons" must be an array of texts.');
  }
  const { fields } = input;
  if (
    fields !== undefined &&
    (!isRecord(fields) || !Object.values(fields).every((one) => typeof one === 'string'))
  ) {
    throw new LocalRequestError('"fields" must be an object of texts.');
  }
  return {
    ...{ registration: requireText(input, 'registration'), status, reasons },
    ...(fields !== undefined && { fields: fields as Record<string, string> }),
  };
}

function readFaultSwitch(input: Input): FaultSwitch {
  const { fault, numbers, share = 1, ...others } = input;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new LocalRequestError(`There is no property ${JSON.stringify(other)}.`);
  if (!isProviderFaultName(fault)) {
    throw new LocalRequestError(`"fault" must be one of: ${PROVIDER_FAULT_NAMES.join(', ')}.`);
  }
  if (typeof share !== 'number' || !(share >= 0 && share <= 1)) {
    throw new LocalRequestError('"share" must be a number from 0 to 1.');
  }
  return { fault, share, ...(numbers !== undefined && { numbers: readSenders(numbers) }) };
}

function readSenders(numbers: unknown): SenderNumber[] {
  const senders = Array.isArray(numbers) ? numbers.map(readSender) : [];
  if (senders.length === 0 || !senders.every((sender) => sender !== undefined)) {
    throw new LocalRequestError('"numbers" must be an array of sender numbers, such as ["+15555550100"].');
  }
  return senders;
}

const readSender = (number: unknown) => (typeof number === 'string' ? parseNumber(number) : undefined);

/** Reads a phone number from a query, in which an unescaped plus sign arrives as a blank. */
const readPhone = (raw: string | null) => (raw === null || raw === '' ? undefined : raw.replace(/^ /, '+'));

function readTime(raw: string | null): string | undefined {
  if (raw === null || raw === '') return undefined;
  const time = new Date(raw);
  if (Number.isNaN(time.getTime())) {
    throw new LocalRequestError('"since" must be a timestamp, such as 2026-11-20T12:00:00.000Z.');
  }
  return time.toISOString();
}
