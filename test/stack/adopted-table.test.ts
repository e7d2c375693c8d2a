import { matchesEventPattern, parseEventPattern } from '../../lib/local/event-pattern';
import { makeStage } from '../../lib/stack/stage';
import { makeStacks, joinStacks, PROD } from '../support/stack/stack-template';
import { Template } from 'aws-cdk-lib/assertions';

const NAME = 'Restored-table';
const STREAM = `arn:aws:dynamodb:eu-west-1:111122223333:table/${NAME}/stream/2026-11-20T13:05:11.000`;
const adoptedTable = { name: NAME, streamArn: STREAM };

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}
const templatesOf = (stage: Parameters<typeof makeStacks>[0]) => {
  const { data, workers, api } = makeStacks(stage);
  return [data, workers, api].map((stack) => Template.fromStack(stack));
};
const ofType = (template: Template | undefined, type: string) =>
  Object.values(template?.findResources(type) ?? {}) as Resource[];

describe('a stage that adopts a table', () => {
  const [data, workers, api] = templatesOf({ ...PROD, adoptedTable });
  const [dataBefore] = templatesOf(PROD);

  it('keeps its own table as it was, and the exports that the other stacks import until they have moved on', () => {
    const TABLE = 'AWS::DynamoDB::GlobalTable';
    expect(data?.findResources(TABLE)).toEqual(dataBefore?.findResources(TABLE));
    const exportsOf = (template: Template | undefined) =>
      Object.keys(template?.findOutputs('*') ?? {}).filter((name) => /^ExportsOutput.*DataTable/.test(name));
    expect(exportsOf(data)).toEqual(expect.arrayContaining(exportsOf(dataBefore)));
    expect(exportsOf(dataBefore).length).toBeGreaterThan(1);
  });

  it('has functions, grants, mappings and alarms on the adopted table alone', () => {
    for (const template of [workers, api]) {
      const text = JSON.stringify(template?.toJSON());
      expect(text).not.toMatch(/DataTableFDBAD0F2/);
      const tables = ofType(template, 'AWS::Lambda::Function').flatMap(
        ({ Properties: { Environment: environment } }) =>
          (environment as { Variables?: Record<string, unknown> } | undefined)?.Variables?.TABLE_NAME ?? [],
      );
      expect(new Set(tables)).toEqual(new Set([NAME]));
    }
    const streams = ofType(workers, 'AWS::Lambda::EventSourceMapping')
      .map(({ Properties: { EventSourceArn: source } }) => source)
      .filter((source) => typeof source === 'string');
    expect(streams).toEqual([STREAM, STREAM]);
    api?.hasOutput('TableName', { Value: NAME });
  });

  it('says that the next deployment must not leave it', () => {
    const [kept] = Object.values(api?.findOutputs('Kept') ?? {}) as Array<{ Value: string }>;
    expect(JSON.parse(kept?.Value ?? '')).toEqual(['data', `table ${NAME}`, 'users']);
  });

  it('lets go of its own table on request', () => {
    const [template] = templatesOf({ ...PROD, adoptedTable: { ...adoptedTable, keepsFormer: false } });
    expect(ofType(template, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
  });
});

it.each([
  [{ name: NAME }, 'adoptedTable.streamArn: is missing'],
  [{ name: 'a b', streamArn: STREAM }, 'adoptedTable.name: expected the name of a table, not "a b"'],
  [{ name: NAME, streamArn: NAME }, `adoptedTable.streamArn: expected the ARN of its stream, not "${NAME}"`],
])('refuses %j', (setting, message) => {
  expect(() =>
    makeStage({ name: 'prod', file: 'stages/prod.ts', settings: { adoptedTable: setting } }),
  ).toThrow(`stages/prod.ts: ${message}`);
});

describe('the restore log', () => {
  const template = Template.fromJSON(joinStacks(makeStacks(PROD)));

  it('is encrypted, kept for a day longer than a recovery reaches back, and outlives the stack', () => {
    const [bucket] = Object.entries(template.findResources('AWS::S3::Bucket')).flatMap(([id, resource]) =>
      id.startsWith('RestoreLog') ? [resource] : [],
    );
    expect(bucket).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 36, Status: 'Enabled' }] },
      },
    });
  });

  const [mapping] = ofType(template, 'AWS::Lambda::EventSourceMapping').filter(
    ({ Properties }) => Properties.BatchSize === 1_000 && Properties.StartingPosition === 'TRIM_HORIZON',
  );
  const { Filters: filters } = mapping?.Properties.FilterCriteria as { Filters: Array<{ Pattern: string }> };
  const isRead = (change: object) =>
    filters.some(({ Pattern }) => matchesEventPattern(parseEventPattern(JSON.parse(Pattern)), change));
  const keyed = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } });
  const written = (eventName: string, [pk, sk]: readonly [string, string], more: object = {}) => ({
    eventName,
    dynamodb: { Keys: keyed(pk, sk), NewImage: { ...keyed(pk, sk), ...more } },
  });
  const KEY = ['IDEMPOTENCY#acc#message#hash', 'IDEMPOTENCY'] as const;
  const CONSENT = ['CONTACT#acc#+12065550100', 'LOG#2026-11-20T12:00:00.000Z#1'] as const;

  it.each([
    ['consent', written('INSERT', CONSENT)],
    ['an erasure', written('INSERT', ['ERASURE#07', 'ERASURE'])],
    ['a key that is claimed', written('INSERT', KEY)],
    ['a key that is used', written('MODIFY', KEY)],
    ['a key that is freed', { eventName: 'REMOVE', dynamodb: { Keys: keyed(...KEY) } }],
    ['a balance', written('MODIFY', ['ACCOUNT#acc', 'ACCOUNT'])],
    ['a part of a balance', written('MODIFY', ['CREDIT_SHARD#acc#07', 'CREDIT_SHARD'])],
    ['a revoked key', written('MODIFY', ['KEY#key', 'KEY'], { revokedAt: { S: '2026-11-20' } })],
  ])('reads %s from the stream', (_, change) => {
    expect(isRead(change)).toBe(true);
  });

  it.each([
    ['a contact', written('INSERT', ['CONTACT#acc#+12065550100', 'CONTACT'])],
    ['an API key that is valid', written('INSERT', ['KEY#key', 'KEY'])],
    ['a setting', written('MODIFY', ['ACCOUNT#acc', 'SETTINGS'])],
    ['a message', written('INSERT', ['MESSAGE#msg', 'MESSAGE'])],
  ])('does not read %s', (_, change) => {
    expect(isRead(change)).toBe(false);
  });

  it('is not written in a stage whose data go with it', () => {
    const dev = Template.fromJSON(joinStacks(makeStacks()));
    expect(JSON.stringify(dev.toJSON())).not.toContain('RestoreLog');
  });
});
