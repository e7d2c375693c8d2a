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
export type HandlerWork = 'invocation' | 'call' | 'record' | 'text' | 'item' | 'webhook' | 'requestKilobyte';

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
export const HANDLERS: Partial<Record<string, Partial<Record<HandlerWork, number>>>> = {};
