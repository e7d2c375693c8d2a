import type { SQSEvent } from 'aws-lambda';
import { forEachRecord } from '../../../functions/workers/sqs-batch';
import { StoreBusyError } from '../../../shared/platform/store/retry-on-conflict';

const event = {
  Records: ['a', 'b', 'c'].map((messageId) => ({ messageId, body: JSON.stringify(messageId) })),
} as SQSEvent;

describe('a batch of a queue', () => {
  it('leaves on its queue the record whose item other writers kept changing, and no other', async () => {
    const logged: unknown[] = [];
    const counted: string[] = [];
    const watch = {
      log: { error: (_text: string, error: unknown) => logged.push(error) },
      metrics: { record: (name: string) => counted.push(name) },
    };
    const busy = new StoreBusyError('Still in conflict');
    const answer = await forEachRecord(event, watch as never, async (body) => {
      if (body === 'b') throw busy;
    });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'b' }] });
    expect([logged, counted]).toEqual([[busy], ['RecordsFailed']]);
  });
});
