/*
 * Processor time of handlers and their clients. Source: `npm run bench -- client-work handler-work`, 2026-11-30, 2 × AMD EPYC,
 * Node.js 24.21.0, while the machine was busy with other work, which makes the figures too large rather than too small. Clients: the
 * best of seven rounds. Handlers: one run; that of the campaign worker is from an earlier one on Node.js 20.20.2.
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
  'functions/http/accept-events.ts': { requestKilobyte: 637 },
  'functions/http/add-membership.ts': { invocation: 2_280 },
  'functions/http/change-automations.ts': { invocation: 45_709 },
  'functions/http/change-campaigns.ts': { invocation: 12_876 },
  'functions/http/create-import.ts': { invocation: 6_155 },
  'functions/http/erase-contact.ts': { invocation: 3_209 },
  'functions/http/preview-segment.ts': { invocation: 21_019, item: 11 },
  'functions/http/send-broadcast.ts': { requestKilobyte: 1_101 },
  'functions/http/send-message.ts': { invocation: 1_773 },
  'functions/http/start-import.ts': { invocation: 3_211 },
  'functions/workers/deliver-webhook.ts': { invocation: 93.4, webhook: 1_812 },
  'functions/workers/enter-by-events.ts': { record: 21_821 },
  'functions/workers/erase-people.ts': { item: 13.2 },
  'functions/workers/fan-out-events.ts': { record: 630 },
  'functions/workers/outbox-relay.ts': { invocation: 190, record: 22 },
  'functions/workers/receive-inbound.ts': { record: 3_937 },
  'functions/workers/record-receipt.ts': { invocation: 802, record: 331 },
  'functions/workers/send-chunk.ts': { text: 166 },
  'functions/workers/send-paced-chunks.ts': { text: 516 },
  // Not called often enough to be measured; it sends as a single send does.
  'functions/workers/send-queued-message.ts': { record: 1_773 },
  'functions/workers/sweep.ts': { tableCall: 37 },
  'functions/workers/transfer-contacts.ts': { tableCall: 522 },
  'functions/workers/work-campaigns.ts': { item: 25.4 },
};
