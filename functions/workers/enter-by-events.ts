import type { SQSEvent } from 'aws-lambda';
import { enterByEvents } from '../../shared/automations/enter-by-event';
import { enterEvents } from '../../shared/custom-events/enter-events';
import type { CustomEventTask } from '../../shared/outbox/relay-outbox';
import { addLogContext } from '../../shared/platform/observability/log';
import { getPlatform } from '../../shared/platform/platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Custom-event queue -> people in automations. A message names accepted events, which wait in the outbox. */
export const handler = worker(
  'enterByEvents',
  async (event: SQSEvent) => {
    const platform = getPlatform();
    return forEachRecord(event, platform, async (body) => {
      const { accountId, outboxId } = body as CustomEventTask;
      addLogContext({ accountId });
      await enterEvents({ ...platform, enterByEvents }, { accountId, outboxId });
    });
  },
  { runs: 'whenActive' },
);
