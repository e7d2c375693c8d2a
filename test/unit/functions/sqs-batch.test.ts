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

  it('has the failed record shown again soon, and keeps it also when SQS refuses that', async () => {
    const records = ['a', 'b'].map((messageId) => ({
      ...{ messageId, body: JSON.stringify(messageId), receiptHandle: `handle-${messageId}` },
      eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:Inbound',
      attributes: { ApproximateReceiveCount: '1' },
    }));
    const asked: unknown[] = [];
    const logged: string[] = [];
    const watch = {
      log: { error: (text: string) => logged.push(text) },
      metrics: { record: () => undefined },
      visibility: {
        change: async (...change: unknown[]) => {
          asked.push(change);
          throw new Error('SQS is not there');
        },
      },
    };
    const answer = await forEachRecord({ Records: records } as never, watch as never, async (body) => {
      if (body === 'b') throw new StoreBusyError('Still in conflict');
    });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'b' }] });
    expect(asked).toEqual([
      ['arn:aws:sqs:us-east-1:123456789012:Inbound', [{ receiptHandle: 'handle-b', seconds: 2 }]],
    ]);
    expect(logged).toEqual([
      'Queue record failed',
      'Failed records stay hidden for as long as their queue says',
    ]);
  });
});
