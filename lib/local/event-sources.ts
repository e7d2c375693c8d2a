import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { MovableClock } from './clock';
import {
  type InvokeFunction,
  type Log,
  type Poller,
  readQueueMappings,
  readSchedules,
  readStreamMappings,
} from './mappings';
import { startOutboxPoller } from './outbox-poller';
import { startQueuePoller } from './queue-poller';
import { startScheduler } from './scheduler';
import { startStreamPoller } from './stream-poller';
import type { LocalTable } from './table-setup';
import type { Template } from './template';

export interface EventSources extends Poller {
  /** Looks for new outbox items at once. */
  nudge(): void;
}

/** Starts the callers of functions that are no requests: queues, the stream (or the outbox), schedules. */
export function startEventSources(options: {
  template: Template;
  invoke: InvokeFunction;
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  sqs: SQSClient;
  table: LocalTable;
  clock: MovableClock;
  log: Log;
}): EventSources {
  const { template, table, ...shared } = options;
  const { streamArn, name: tableName } = table;
  const mappings = readStreamMappings(template);
  const outboxes =
    streamArn === undefined
      ? mappings.map((mapping) => startOutboxPoller({ ...shared, mapping, tableName }))
      : [];
  const streams =
    streamArn === undefined
      ? []
      : mappings.map((mapping) => startStreamPoller({ ...shared, mapping, streamArn }));
  const pollers: Poller[] = [
    ...readQueueMappings(template).map((mapping) => startQueuePoller({ ...shared, mapping })),
    ...streams,
    ...outboxes,
    startScheduler({ ...shared, schedules: readSchedules(template) }),
  ];
  return {
    nudge: () => outboxes.forEach((outbox) => outbox.nudge()),
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()));
    },
  };
}
