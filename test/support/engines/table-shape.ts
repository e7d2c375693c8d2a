import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/** The table's keys and indexes, as they are deployed: `test/stack/messaging-stack.test.ts` holds the template to it. */
export const TABLE_SHAPE = {
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    'pk',
    'sk',
    ...[1, 2, 3, 4].flatMap((index) => [`gsi${index}pk`, `gsi${index}sk`]),
  ].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  GlobalSecondaryIndexes: [
    indexOf(1, 'due', 'KEYS_ONLY'),
    indexOf(2, 'contacts', 'ALL'),
    indexOf(3, 'texts', 'KEYS_ONLY'),
    indexOf(4, 'messages', 'KEYS_ONLY'),
  ],
} satisfies Partial<CreateTableCommandInput>;

function indexOf(number: number, IndexName: string, ProjectionType: 'ALL' | 'KEYS_ONLY') {
  return {
    IndexName,
    KeySchema: [
      { AttributeName: `gsi${number}pk`, KeyType: 'HASH' as const },
      { AttributeName: `gsi${number}sk`, KeyType: 'RANGE' as const },
    ],
    Projection: { ProjectionType },
  };
}
