/*
 * Processor time of handlers and their clients. Source: `npm run bench -- client-work handler-work`, 2026-11-30, 2 × AMD EPYC,
 * Node.js 24.21.0. Clients: the best of seven rounds, while the machine was busy with other work, which makes the figures too
 * large rather than too small. Handlers: one run, in which one of its two cores had other work.
 */

/** Work of a function's clients. A value is an attribute, or anything else in the JSON of a request or an answer. */
export type ClientWork =
  | 'tableCall'
  | 'sentValue'
  | 'sentKilobyte'
  | 'readValue'
  | 'readKilobyte'
  | 'queueCall'
  | 'busCall'
  | 'providerCall'
  | 'webhookCall';

/** Work of a function's own code: of each invocation, and of what it is called with, calls, reads or sends. */
export type HandlerWork =
  | 'invocation'
  | 'requestKilobyte'
  | 'record'
  | 'tableCall'
  | 'item'
  | 'text'
  | 'webhook';

/** Processor time of the clients' work, in microseconds of a whole core. */
export const CLIENTS: Record<ClientWork, number> = {
  tableCall: 234,
  sentValue: 0.459,
  sentKilobyte: 5.01,
  readValue: 0.424,
  readKilobyte: 3.1,
  queueCall: 608,
  busCall: 603,
  providerCall: 523,
  webhookCall: 177,
};

/** Processor time of the handlers' own work, in microseconds of a whole core, by the file of the handler. */
export const HANDLERS: Readonly<Record<string, Partial<Record<HandlerWork, number>>>> = {
  'functions/http/accept-events.ts': { requestKilobyte: 345 },
  'functions/http/add-membership.ts': { invocation: 1_726 },
  'functions/http/change-automations.ts': { invocation: 2_966 },
  'functions/http/change-campaigns.ts': { invocation: 9_199 },
  'functions/http/create-import.ts': { invocation: 2_535 },
  'functions/http/erase-contact.ts': { invocation: 3_157 },
  'functions/http/preview-segment.ts': { invocation: 14_551, item: 6.91 },
  'functions/http/send-broadcast.ts': { requestKilobyte: 1_016 },
  'functions/http/send-message.ts': { invocation: 1_012 },
  'functions/http/start-import.ts': { invocation: 2_179 },
  'functions/workers/deliver-webhook.ts': { invocation: 652, webhook: 1_071 },
  'functions/workers/enter-by-events.ts': { record: 10_472 },
  'functions/workers/erase-people.ts': { item: 11.9 },
  'functions/workers/fan-out-events.ts': { record: 246 },
  'functions/workers/outbox-relay.ts': { invocation: 91.9, record: 30 },
  'functions/workers/receive-inbound.ts': { record: 2_769 },
  'functions/workers/record-receipt.ts': { invocation: 559, record: 322 },
  'functions/workers/send-chunk.ts': { text: 84.1 },
  'functions/workers/send-paced-chunks.ts': { text: 407 },
  // Not called often enough to be measured; it sends as a single send does.
  'functions/workers/send-queued-message.ts': { record: 1_012 },
  'functions/workers/sweep.ts': { tableCall: 9.43 },
  'functions/workers/transfer-contacts.ts': { tableCall: 488 },
  'functions/workers/work-campaigns.ts': { item: 21.2 },
};
