import { passesFilters, toInsertRecord, toStreamRecord } from '../../../../lib/local/lambda-records';

const ITEM = {
  pk: { S: 'OUTBOX#1' },
  sk: { S: 'OUTBOX' },
  packed: { B: new Uint8Array([1, 2]) },
  nested: { M: { list: { L: [{ B: new Uint8Array([3]) }, { N: '4' }] } } },
};

const INSERTED = toInsertRecord({
  item: ITEM,
  sequenceNumber: '17951760000000000000001',
  insertedAt: new Date('2026-11-20T12:00:00.900Z'),
  streamArn: 'arn:stream',
});

describe('toInsertRecord', () => {
  it('has the shape of an insertion in the stream', () => {
    expect(INSERTED).toEqual({
      eventID: '17951760000000000000001',
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: 'arn:stream',
      dynamodb: {
        ApproximateCreationDateTime: 1_795_176_000,
        Keys: { pk: { S: 'OUTBOX#1' }, sk: { S: 'OUTBOX' } },
        NewImage: {
          pk: { S: 'OUTBOX#1' },
          sk: { S: 'OUTBOX' },
          packed: { B: 'AQI=' },
          nested: { M: { list: { L: [{ B: 'Aw==' }, { N: '4' }] } } },
        },
        SequenceNumber: '17951760000000000000001',
        SizeBytes: 120,
        StreamViewType: 'NEW_IMAGE',
      },
    });
  });
});

describe('toStreamRecord', () => {
  it('keeps what the stream says', () => {
    const record = toStreamRecord(
      {
        eventID: 'e1',
        eventName: 'MODIFY',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: 'ddblocal',
        dynamodb: {
          ApproximateCreationDateTime: new Date('2026-11-20T12:00:00.000Z'),
          Keys: { pk: { S: 'a' }, sk: { S: 'b' } },
          NewImage: { pk: { S: 'a' }, sk: { S: 'b' }, raw: { B: new Uint8Array([1]) } },
          OldImage: { pk: { S: 'a' }, sk: { S: 'b' } },
          SequenceNumber: '7',
          SizeBytes: 12,
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      },
      'arn:stream',
    );
    expect(record).toEqual({
      eventID: 'e1',
      eventName: 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: 'arn:stream',
      dynamodb: {
        ApproximateCreationDateTime: 1_795_176_000,
        Keys: { pk: { S: 'a' }, sk: { S: 'b' } },
        NewImage: { pk: { S: 'a' }, sk: { S: 'b' }, raw: { B: 'AQ==' } },
        OldImage: { pk: { S: 'a' }, sk: { S: 'b' } },
        SequenceNumber: '7',
        SizeBytes: 12,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  });
});

describe('passesFilters', () => {
  it.each([
    ['no filter', [], true],
    ['a filter that matches', [{ dynamodb: { NewImage: { sk: { S: ['OUTBOX'] } } } }], true],
    ['one of two that matches', [{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }], true],
    ['a filter that does not match', [{ eventName: ['MODIFY'] }], false],
  ])('decides by %s', (_, filters, expected) => {
    expect(passesFilters(INSERTED, filters)).toBe(expected);
  });
});
