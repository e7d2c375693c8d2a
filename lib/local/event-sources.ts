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
  const { streamArn } = table;
  const nudges: Array<() => void> = [];
  const pollers: Poller[] = [
    ...readQueueMappings(template).map((mapping) => startQueuePoller({ ...shared, mapping })),
    ...readStreamMappings(template).map((mapping) => {
      if (streamArn !== undefined) {
        return startStreamPoller({ ...shared, mapping, streamArn });
      }
      const outbox = startOutboxPoller({ ...shared, mapping, tableName: table.name });
      nudges.push(() => outbox.nudge());
      return outbox;
    }),
    startScheduler({ ...shared, schedules: readSchedules(template) }),
  ];
  return {
    nudge: () => {
      for (const nudge of nudges) {
        nudge();
      }
    },
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()));
    },
  };
}
