import { installAccessControl } from '../../../../lib/local/access-control';
import { setLocalReferences, Template } from '../../../../lib/local/template';
import { rateKey } from '../../../../shared/platform/store/keys';
import { useEngine } from '../../../support/engines/engine';
import { createQuietLog } from '../../../support/logs/quiet-log';

const WINDOW = rateKey({ owner: 'acc_1', bucket: 'message' });
const CONTACT = { pk: 'CONTACT#acc_1#+12065550100', sk: 'CONTACT' };

const engine = useEngine({ usesSdk: true });

/** Installs access control for a function that may count requests, and nothing else. */
function install() {
  const log = createQuietLog();
  const template = new Template({
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: {
          TableName: engine.table.name,
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        },
      },
      Role: { Type: 'AWS::IAM::Role' },
      Count: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          Roles: [{ Ref: 'Role' }],
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: ['dynamodb:PutItem', 'dynamodb:GetItem'],
                Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
                Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE#*'] } },
              },
            ],
          },
        },
      },
    },
  });
  setLocalReferences(template, { baseUrl: 'http://localhost:3000', sqs: 'http://127.0.0.1:9' });
  return { log, ...installAccessControl({ template, log }) };
}

it('lets a function do what its role allows, and nothing else', async () => {
  const access = install();
  try {
    const put = (key: typeof CONTACT) => access.runAs('Count', () => engine.table.put({ Item: { ...key } }));
    expect(await put(WINDOW)).toMatchObject({ written: true });
    await expect(put(CONTACT)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      $metadata: { httpStatusCode: 400 },
    });
    await expect(
      access.runAs('Count', () => engine.table.transact([{ Put: { Item: { ...CONTACT } } }])),
    ).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(access.runAs('Count', () => engine.table.batchGet([WINDOW]))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    expect(await engine.table.get(CONTACT)).toBeUndefined();
    expect(access.log.lines).toEqual(['Access denied', 'Access denied', 'Access denied']);
  } finally {
    access.uninstall();
  }
});

it('lets the local cloud itself do everything, also while a function runs', async () => {
  const access = install();
  try {
    await access.runAs('Count', () => Promise.resolve());
    expect(await engine.table.put({ Item: { ...CONTACT } })).toMatchObject({ written: true });
  } finally {
    access.uninstall();
  }
});

it('is gone after it was uninstalled', async () => {
  const access = install();
  access.uninstall();
  expect(await access.runAs('Count', () => engine.table.put({ Item: { ...CONTACT } }))).toMatchObject({
    written: true,
  });
});
