import { toSqsRecord } from '../../../../lib/local/lambda-records';

describe('toSqsRecord', () => {
  it('has the shape in which Lambda hands a message over', () => {
    const record = toSqsRecord(
      {
        MessageId: 'id-1',
        ReceiptHandle: 'handle-1',
        Body: '{"a":1}',
        MD5OfBody: 'bb6cb5c68df4652941caf652a366f2d8',
        Attributes: { ApproximateReceiveCount: '2', SentTimestamp: '1795176000000' },
        MessageAttributes: {
          kind: { DataType: 'String', StringValue: 'text' },
          raw: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) },
        },
      },
      'arn:queue',
    );
    expect(record).toEqual({
      messageId: 'id-1',
      receiptHandle: 'handle-1',
      body: '{"a":1}',
      md5OfBody: 'bb6cb5c68df4652941caf652a366f2d8',
      attributes: { ApproximateReceiveCount: '2', SentTimestamp: '1795176000000' },
      messageAttributes: {
        kind: { dataType: 'String', stringValue: 'text', stringListValues: [], binaryListValues: [] },
        raw: { dataType: 'Binary', binaryValue: 'AQI=', stringListValues: [], binaryListValues: [] },
      },
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:queue',
      awsRegion: 'us-east-1',
    });
  });
});
