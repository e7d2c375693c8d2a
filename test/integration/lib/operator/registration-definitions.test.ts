import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AwsStandIn, pointSdkAt, startAwsStandIn } from '../../../support/aws/aws-stand-in';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let aws: AwsStandIn;

beforeAll(async () => {
  aws = await startAwsStandIn();
  const { endpoint } = operator.engine;
  pointSdkAt({ CLOUDFORMATION: aws.url, PINPOINT_SMS_VOICE_V2: aws.url, DYNAMODB: endpoint });
  aws.answers.DescribeStacks = () => ({
    ...{ TableName: operator.engine.table.name, BaseUrl: 'https://api.example.com', Provider: 'eum' },
    Region: 'us-west-2',
  });
});
afterAll(() => aws.stop());

const FIELDS = [
  {
    ...{ SectionPath: 'companyInfo', FieldPath: 'companyInfo.companyName' },
    ...{ FieldType: 'TEXT', FieldRequirement: 'REQUIRED' },
    TextValidation: { MinLength: 1, MaxLength: 100, Pattern: '^.+$' },
    DisplayHints: { Title: 'Company name', ShortDescription: 'Legal name.' },
  },
  {
    ...{ SectionPath: 'companyInfo', FieldPath: 'companyInfo.taxId' },
    ...{ FieldType: 'TEXT', FieldRequirement: 'CONDITIONAL' },
    DisplayHints: { Title: 'Tax id', ShortDescription: 'EIN.' },
    ConditionalBehavior: {
      Rules: [
        {
          Conditions: [
            {
              DependsOnFieldPath: 'companyInfo.businessType',
              Operator: 'NOT_EQUALS',
              Values: ['SOLE_PROPRIETOR'],
            },
          ],
          RuleBehavior: 'REQUIRED',
        },
      ],
      DefaultBehavior: 'OPTIONAL',
    },
  },
  {
    ...{ SectionPath: 'companyInfo', FieldPath: 'companyInfo.businessType' },
    ...{ FieldType: 'SELECT', FieldRequirement: 'REQUIRED' },
    SelectValidation: { MinChoices: 1, MaxChoices: 1, Options: ['SOLE_PROPRIETOR', 'GOVERNMENT'] },
    DisplayHints: { Title: 'Business type', ShortDescription: 'Kind.' },
  },
];

it('asks AWS for the fields of all types, page by page, and writes them down with region and day', async () => {
  aws.answers.DescribeRegistrationFieldDefinitions = ({ RegistrationType: type, NextToken: token }) => ({
    RegistrationType: type,
    RegistrationFieldDefinitions: token === undefined ? FIELDS.slice(0, 2) : FIELDS.slice(2),
    ...(token === undefined && { NextToken: 'more' }),
  });
  const out = join(operator.dataDir, 'definitions.json');
  const { exitCode, stderr, stdout } = await operator.run(
    ...['registration', 'definitions', '--type', 'US_TOLL_FREE_REGISTRATION', '--refresh'],
    ...['--out', out, '--stack', 'Messaging-prod'],
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('REQUIRED if companyInfo.businessType NOT_EQUALS SOLE_PROPRIETOR');
  const written = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
  expect(Object.keys(written)).toEqual([
    'US_TEN_DLC_BRAND_REGISTRATION',
    'US_TEN_DLC_CAMPAIGN_REGISTRATION',
    'US_TOLL_FREE_REGISTRATION',
  ]);
  expect(written.US_TOLL_FREE_REGISTRATION).toEqual({
    source: 'DescribeRegistrationFieldDefinitions of AWS, in us-west-2',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    isFromAws: true,
    fields: [
      {
        ...{ path: 'companyInfo.companyName', title: 'Company name', type: 'TEXT', requirement: 'REQUIRED' },
        ...{ minLength: 1, maxLength: 100, pattern: '^.+$' },
      },
      {
        ...{ path: 'companyInfo.taxId', title: 'Tax id', type: 'TEXT', requirement: 'CONDITIONAL' },
        condition: {
          rules: [
            {
              behavior: 'REQUIRED',
              conditions: [
                { path: 'companyInfo.businessType', operator: 'NOT_EQUALS', values: ['SOLE_PROPRIETOR'] },
              ],
            },
          ],
          otherwise: 'OPTIONAL',
        },
      },
      {
        ...{ path: 'companyInfo.businessType', title: 'Business type', type: 'SELECT' },
        ...{ requirement: 'REQUIRED', options: ['SOLE_PROPRIETOR', 'GOVERNMENT'], maxChoices: 1 },
      },
    ],
  });
});

it('writes nothing when AWS refuses', async () => {
  aws.answers.DescribeRegistrationFieldDefinitions = () => ({ exception: 'AccessDeniedException' });
  const out = join(operator.dataDir, 'none.json');
  const { exitCode, stderr } = await operator.run(
    ...['registration', 'definitions', '--type', 'US_TOLL_FREE_REGISTRATION', '--refresh'],
    ...['--out', out, '--stack', 'Messaging-prod'],
  );
  expect([exitCode, stderr]).toEqual([1, 'AWS refused the credentials: No.\n']);
  expect(() => readFileSync(out)).toThrow('ENOENT');
});
