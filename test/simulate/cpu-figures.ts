/** Work of a function's clients. A value is an attribute, or anything else in the JSON of a request or an answer. */
export type ClientWork =
  | 'tableCall'
  | 'sentValue'
  | 'sentKilobyte'
  | 'readValue'
  | 'readKilobyte'
  | 'queueCall'
  | 'queueMessage'
  | 'busCall'
  | 'busEvent'
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

/** Run that the figures of this file are from. */
export const MEASURED = {
  command: 'npm run bench -- client-work handler-work',
  date: '2026-11-30',
  machine: '2 × AMD EPYC, Node.js 20.20.2, busy with other work; the lowest of several rounds',
};

/** Processor time of the clients' work, in microseconds of a whole core. */
export const CLIENTS: Record<ClientWork, number> = {
  tableCall: 0,
  sentValue: 0,
  sentKilobyte: 0,
  readValue: 0,
  readKilobyte: 0,
  queueCall: 0,
  queueMessage: 0,
  busCall: 0,
  busEvent: 0,
  providerCall: 0,
  webhookCall: 0,
};

/** Processor time of the handlers' own work, in microseconds of a whole core, by the file of the handler. */
export const HANDLERS: Readonly<Record<string, Partial<Record<HandlerWork, number>>>> = {
  'functions/http/accept-events.ts': { invocation: 0, requestKilobyte: 0 },
  'functions/http/add-membership.ts': { invocation: 0 },
  'functions/http/change-automations.ts': { invocation: 0 },
  'functions/http/change-campaigns.ts': { invocation: 0 },
  'functions/http/create-import.ts': { invocation: 0 },
  'functions/http/erase-contact.ts': { invocation: 0 },
  'functions/http/preview-segment.ts': { invocation: 0, item: 0 },
  'functions/http/send-broadcast.ts': { invocation: 0, requestKilobyte: 0 },
  'functions/http/send-message.ts': { invocation: 0 },
  'functions/http/start-import.ts': { invocation: 0 },
  'functions/workers/deliver-webhook.ts': { invocation: 0, webhook: 0 },
  'functions/workers/enter-by-events.ts': { record: 0 },
  'functions/workers/erase-people.ts': { item: 0 },
  'functions/workers/fan-out-events.ts': { invocation: 0, record: 0 },
  'functions/workers/outbox-relay.ts': { invocation: 0, record: 0 },
  'functions/workers/receive-inbound.ts': { record: 0 },
  'functions/workers/record-receipt.ts': { invocation: 0, record: 0 },
  'functions/workers/send-chunk.ts': { invocation: 0, text: 0 },
  'functions/workers/send-paced-chunks.ts': { invocation: 0, text: 0 },
  'functions/workers/send-queued-message.ts': { record: 0 },
  'functions/workers/sweep.ts': { tableCall: 0 },
  'functions/workers/transfer-contacts.ts': { tableCall: 0 },
  'functions/workers/work-campaigns.ts': { item: 0 },
};
