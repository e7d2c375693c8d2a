import { setLocalReferences, Template } from '../../../../lib/local/template';
import { tableDefinition } from '../../../../lib/local/table-setup';

const TABLE = {
  Type: 'AWS::DynamoDB::GlobalTable',
  Properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'due',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    TimeToLiveSpecification: { AttributeName: 'expiresAtEpochSeconds', Enabled: true },
  },
};

const templateOf = (resources: object) => {
  const template = new Template({ Resources: resources });
  setLocalReferences(template, { baseUrl: '', sqs: '' });
  return template;
};

const WITHOUT_STREAM = {
  TableName: 'Data',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'due',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
};

test.each([
  [false, WITHOUT_STREAM],
  [true, { ...WITHOUT_STREAM, StreamSpecification: { StreamViewType: 'NEW_IMAGE', StreamEnabled: true } }],
])('the table of the template is as CreateTable takes it; with stream: %s', (withStream, expected) => {
  expect(tableDefinition(templateOf({ Data: TABLE }), { withStream })).toEqual(expected);
});

test.each([[{}], [{ Data: TABLE, More: TABLE }]])(
  'a template without exactly one table is refused',
  (resources) => {
    expect(() => tableDefinition(templateOf(resources), { withStream: false })).toThrow(
      'The local cloud expects exactly one AWS::DynamoDB::GlobalTable in the template.',
    );
  },
);
