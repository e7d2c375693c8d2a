import {
  type AccessRequest,
  isAllowed,
  type PolicyStatement,
  readFunctionPolicies,
} from '../../../../lib/local/access-policy';
import { setLocalReferences, Template } from '../../../../lib/local/template';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Items';

function statementsOf(...statements: object[]): PolicyStatement[] {
  const template = new Template({
    Resources: {
      Items: { Type: 'AWS::DynamoDB::GlobalTable' },
      Role: { Type: 'AWS::IAM::Role' },
      Other: { Type: 'AWS::IAM::Role' },
      Work: {
        Type: 'AWS::Lambda::Function',
        Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } },
      },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: { Roles: [{ Ref: 'Role' }], PolicyDocument: { Statement: statements } },
      },
      Everything: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          Roles: [{ Ref: 'Other' }],
          PolicyDocument: { Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] },
        },
      },
    },
  });
  setLocalReferences(template, { baseUrl: 'http://localhost:3000', sqs: 'http://127.0.0.1:9' });
  return readFunctionPolicies(template).get('Work') ?? [];
}

const allow = (statement: object) => ({ Effect: 'Allow', Resource: '*', ...statement });
const request = (changes: Partial<AccessRequest> = {}): AccessRequest => ({
  action: 'dynamodb:GetItem',
  resource: TABLE,
  context: {},
  ...changes,
});
const withKeys = (...keys: string[]) => request({ context: { 'dynamodb:LeadingKeys': keys } });

it('allows nothing that no statement of the function’s own role allows', () => {
  expect(isAllowed(statementsOf(), request())).toBe(false);
});

it('allows an action, whatever its case, on the resource that is named', () => {
  const statements = statementsOf(
    allow({ Action: ['dynamodb:getitem'], Resource: { 'Fn::GetAtt': ['Items', 'Arn'] } }),
  );
  expect([
    isAllowed(statements, request()),
    isAllowed(statements, request({ action: 'dynamodb:PutItem' })),
    isAllowed(statements, request({ resource: `${TABLE}2` })),
    isAllowed(statements, request({ resource: `${TABLE}/index/due` })),
  ]).toEqual([true, false, false, false]);
});

it('takes * for any characters, ? for one, and everything else as it stands', () => {
  const statements = statementsOf(allow({ Action: 'dynamodb:Get*', Resource: `${TABLE}/index/d?e` }));
  const on = (index: string) => isAllowed(statements, request({ resource: `${TABLE}/index/${index}` }));
  expect([on('due'), on('dXe'), on('de'), on('due2')]).toEqual([true, true, false, false]);
});

it('wants all values of a key to be among those given, with ForAllValues', () => {
  const statements = statementsOf(
    allow({
      Action: 'dynamodb:*',
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['RATE#*', 'KEY#*'] } },
    }),
  );
  expect([
    isAllowed(statements, withKeys('RATE#a')),
    isAllowed(statements, withKeys('RATE#a', 'KEY#b')),
    isAllowed(statements, withKeys('RATE#a', 'ACCOUNT#b')),
    isAllowed(statements, withKeys('XRATE#a')),
  ]).toEqual([true, true, false, false]);
});

it('does not piece a permission together from two statements', () => {
  const of = (prefix: string) =>
    allow({
      Action: 'dynamodb:GetItem',
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [prefix] } },
    });
  const statements = statementsOf(of('RATE#*'), of('KEY#*'));
  expect([
    isAllowed(statements, withKeys('RATE#a')),
    isAllowed(statements, withKeys('KEY#a')),
    isAllowed(statements, withKeys('RATE#a', 'KEY#a')),
  ]).toEqual([true, true, false]);
});

it('lets a denial win', () => {
  const statements = statementsOf(allow({ Action: '*' }), {
    Effect: 'Deny',
    Action: 'dynamodb:GetItem',
    Resource: '*',
  });
  expect([
    isAllowed(statements, request()),
    isAllowed(statements, request({ action: 'dynamodb:PutItem' })),
  ]).toEqual([false, true]);
});

it.each([
  [
    { Action: '*', Condition: { DateLessThan: { 'aws:CurrentTime': '2030-01-01T00:00:00Z' } } },
    'DateLessThan',
  ],
  [{ NotAction: 'dynamodb:GetItem' }, 'NotAction'],
])('refuses a policy that it cannot judge: %j', (statement, name) => {
  expect(() => statementsOf(allow(statement))).toThrow(name);
});
