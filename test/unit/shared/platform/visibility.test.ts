import { type HiddenMessage, showAgainSoon } from '../../../../shared/platform/visibility';

const ARN = 'arn:aws:sqs:us-east-1:123456789012:Receipts';

function recordsReceived(...times: number[]) {
  return times.map((count, index) => ({
    receiptHandle: `handle-${index}`,
    eventSourceARN: ARN,
    attributes: { ApproximateReceiveCount: String(count) } as never,
  }));
}

async function changesFor(failed: Parameters<typeof showAgainSoon>[1]) {
  const changes: Array<[string, HiddenMessage[]]> = [];
  await showAgainSoon({ change: async (arn, messages) => void changes.push([arn, messages]) }, failed);
  return changes;
}

describe('records that failed', () => {
  it('are shown again later after each of their first six failures, and then as their queue says', async () => {
    expect(await changesFor(recordsReceived(1, 2, 3, 6, 7, 16))).toEqual([
      [
        ARN,
        [
          { receiptHandle: 'handle-0', seconds: 2 },
          { receiptHandle: 'handle-1', seconds: 4 },
          { receiptHandle: 'handle-2', seconds: 8 },
          { receiptHandle: 'handle-3', seconds: 60 },
        ],
      ],
    ]);
  });

  it('are changed ten at a time, as SQS takes them', async () => {
    const changes = await changesFor(recordsReceived(...Array.from({ length: 23 }, () => 1)));
    expect(changes.map(([, messages]) => messages.length)).toEqual([10, 10, 3]);
  });

  it('ask nothing of SQS when there are none, or none of them was received so few times', async () => {
    expect(await changesFor([])).toEqual([]);
    expect(await changesFor(recordsReceived(7))).toEqual([]);
  });
});
