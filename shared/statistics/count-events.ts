import type { Table } from '../platform/store/table';
import { UNKNOWN_AS_ANSWERED } from '../messages/outcome';
import { type Counted, countTogether, type Statistics } from './daily-statistics';

/** Event of the service, as it is sent to webhooks. */
interface SentEvent {
  type: string;
  time: string;
  accountId: string;
  /** JSON. */
  payload: string;
}

/** Counts what only events report: first clicks, and single messages that were refused. */
export async function countEvents(table: Table, events: readonly SentEvent[]): Promise<void> {
  const counted = events.flatMap((event): Counted[] => {
    const added = addedBy(event);
    return added ? [{ accountId: event.accountId, at: new Date(event.time), added }] : [];
  });
  await countTogether(table, counted);
}

function addedBy({ type, payload }: SentEvent): Partial<Statistics> | undefined {
  switch (type) {
    case 'messaging.link.clicked':
      return { clicked: 1 };
    case 'messaging.message.failed': {
      const { stage, message } = JSON.parse(payload) as { stage?: string; message?: { errorType?: string } };
      const isRefused = stage === 'handOver' && message?.errorType !== UNKNOWN_AS_ANSWERED.errorType;
      return isRefused ? { failed: 1 } : undefined;
    }
    default:
      return undefined;
  }
}
