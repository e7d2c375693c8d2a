import { PROD, readStage, type StageOfTest, synthesizeStacks } from '../support/stack/stack-template';
import allSettings from './stages/full';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  Metadata?: { entry?: string };
}

const synthesize = (stage: StageOfTest) =>
  synthesizeStacks(stage).toJSON() as {
    Resources: Record<string, Resource>;
    Outputs: Record<string, { Value: unknown }>;
  };
const ofType = ({ Resources }: { Resources: Record<string, Resource> }, type: string) =>
  Object.values(Resources).filter(({ Type }) => Type === type);
const environmentOf = (template: ReturnType<typeof synthesize>, entry: string) => {
  const found = Object.values(template.Resources).find(({ Metadata }) => Metadata?.entry === entry);
  return (found?.Properties.Environment as { Variables: Record<string, unknown> } | undefined)?.Variables;
};
const AUTH = 'functions/console/auth.ts';
const INVITING = ['reading', 'identity', 'operator'].map((plane) => `functions/console/${plane}.ts`);

const FULL = { ...PROD, ...allSettings, tracing: false, gradualDeployment: false };
const SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:111111111111:secret:console-AbCdEf';
const ISSUER = { url: 'https://login.example.com', clientId: 'messaging' };

const full = synthesize(FULL);

describe('without an issuer of its own', () => {
  it('signs users in by a user pool that only operators add users to, kept with the stage', () => {
    const [pool] = ofType(full, 'AWS::Cognito::UserPool');
    expect(pool?.Properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      DeletionProtection: 'ACTIVE',
      UsernameAttributes: ['email'],
    });
    expect(pool?.DeletionPolicy).toBe('Retain');
  });

  it('gives the pool one client, with codes alone, which lead to this service alone', () => {
    const clients = ofType(full, 'AWS::Cognito::UserPoolClient');
    expect(clients.map(({ Properties }) => Properties)).toEqual([
      expect.objectContaining({
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['openid', 'email', 'profile'],
        CallbackURLs: ['https://api.example.com/console/auth/callback'],
        // Address that signing out passes to the pool, which redirects to no other.
        LogoutURLs: ['https://api.example.com/console/auth/signed-out'],
        SupportedIdentityProviders: ['COGNITO'],
        PreventUserExistenceErrors: 'ENABLED',
      }),
    ]);
  });

  it.each([
    ['lets them add a code of an app', full, 'OPTIONAL'],
    ['demands one by `mfa`', synthesize({ ...FULL, mfa: 'required' }), 'ON'],
  ])('%s, and never one by SMS', (_title, template, configuration) => {
    expect(ofType(template, 'AWS::Cognito::UserPool')[0]?.Properties).toMatchObject({
      MfaConfiguration: configuration,
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
    // The pool enforces it, so that its tokens need not show it.
    expect(environmentOf(template, AUTH)).not.toHaveProperty('OIDC_MFA');
  });

  it('tells operators, and the pages that invite users, the pool and the address', () => {
    const { Value: pool } = full.Outputs.UserPoolId ?? {};
    expect(pool).toBeDefined();
    for (const handler of INVITING) {
      expect(environmentOf(full, handler)).toMatchObject({ USER_POOL_ID: pool });
    }
    expect(full.Outputs.ConsoleUrl?.Value).toBe('https://api.example.com/console');
  });

  /** **Source:** cognito/latest/developerguide/cognito-user-pools-assign-domain-prefix.html of AWS's documentation. */
  it.each(['aws', 'amazon-cognito', 'laws-2'])(
    "has no word in the name of the pool's domain that Cognito keeps for itself, in a stage called %s",
    (name) => {
      const [domain] = ofType(synthesize({ name }), 'AWS::Cognito::UserPoolDomain');
      const text = JSON.stringify(domain?.Properties.Domain).replaceAll('AWS::StackId', '');
      expect(text).toContain('messaging-');
      expect(text).not.toMatch(/aws|amazon|cognito/i);
    },
  );
});

describe('signing in', () => {
  it('reads and puts the times of sign-ins, by which it limits them', () => {
    const ofAuth = Object.values(full.Resources).filter(
      ({ Type, Metadata }) => Type === 'AWS::Lambda::Function' && Metadata?.entry === AUTH,
    );
    const { 'Fn::GetAtt': [roleId] = [] } = ofAuth[0]?.Properties.Role as { 'Fn::GetAtt'?: string[] };
    const role = JSON.stringify(full.Resources[roleId ?? '']);
    const grants = (
      full.Resources[roleId ?? '']?.Properties.Policies as Array<{
        PolicyDocument: { Statement: Array<{ Action: unknown }> };
      }>
    ).flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    expect(role).toContain('SIGNIN#');
    const onSignIns = grants.filter((grant) => JSON.stringify(grant).includes('SIGNIN#'));
    expect(onSignIns.map(({ Action }) => Action)).toEqual([
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      'dynamodb:PutItem',
    ]);
  });

  it('seals them with a key that no other function can read', () => {
    const [key] = Object.entries(full.Resources).filter(
      ([, { Type, Properties }]) =>
        Type === 'AWS::SecretsManager::Secret' &&
        Properties.Description === 'Seals sign-ins that are under way, and the ID tokens of sessions',
    );
    expect(environmentOf(full, AUTH)).toMatchObject({ SIGN_IN_KEY_ARN: { Ref: key?.[0] } });
    const readers = ofType(full, 'AWS::IAM::Role').filter((role) =>
      JSON.stringify(role).includes(key?.[0] ?? '-'),
    );
    expect(readers).toHaveLength(1);
  });
});

describe('with an issuer of its own', () => {
  const template = synthesize({ ...FULL, issuer: { ...ISSUER, clientSecretArn: SECRET_ARN } });

  it('makes no pool, and lets the function that signs users in alone read the secret', () => {
    expect(ofType(template, 'AWS::Cognito::UserPool')).toEqual([]);
    for (const handler of INVITING)
      expect(environmentOf(template, handler)).not.toHaveProperty('USER_POOL_ID');
    expect(environmentOf(template, AUTH)).toMatchObject({
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'messaging',
      OIDC_CLIENT_SECRET_ARN: SECRET_ARN,
    });
    const readers = ofType(template, 'AWS::IAM::Role').filter((role) =>
      JSON.stringify(role).includes(SECRET_ARN),
    );
    expect(readers).toHaveLength(1);
  });

  it('has the function that signs users in ask for a second factor, where the stage requires one', () => {
    expect(environmentOf(template, AUTH)).not.toHaveProperty('OIDC_MFA');
    const required = synthesize({ ...FULL, issuer: ISSUER, mfa: 'required' });
    expect(environmentOf(required, AUTH)).toMatchObject({ OIDC_MFA: 'required' });
  });

  it.each([
    [{ issuer: { url: 'https://login.example.com' } }, 'issuer.clientId: is missing'],
    [{ issuer: { clientSecretArn: SECRET_ARN } }, 'issuer.url: is missing'],
    [
      { issuer: { ...ISSUER, url: 'http://login.example.com' } },
      'issuer.url: expected an address that begins',
    ],
    [{ issuer: { ...ISSUER, url: 'login.example.com' } }, 'issuer.url: expected an address that begins'],
    [{ console: 'no' }, 'console: expected boolean, not "no"'],
    [{ mfa: 'on' }, 'mfa: expected ("optional" | "required"), not "on"'],
  ])('refuses %j', (settings: object, problem) => {
    expect(() => readStage(settings)).toThrow(`stages/dev.ts: ${problem}`);
  });
});

describe('what operators see of the AWS account', () => {
  const OPERATOR = 'functions/console/operator.ts';
  const VARIABLES = [
    'INBOUND_TOPIC_ARN',
    'RECEIPT_TOPIC_ARN',
    'EUM_CONFIGURATION_SET',
    'LEAST_CONCURRENCY',
    'NEEDED_QUOTAS',
    'STACK_NAME',
  ];
  const readers = (template: ReturnType<typeof synthesize>) =>
    ofType(template, 'AWS::IAM::Role').filter((role) =>
      JSON.stringify(role).includes('sms-voice:DescribePhoneNumbers'),
    );

  it('is read by their function alone, which can change nothing there', () => {
    expect(Object.keys(environmentOf(full, OPERATOR) ?? {})).toEqual(expect.arrayContaining(VARIABLES));
    const [reader, ...others] = readers(full);
    expect(others).toEqual([]);
    expect(JSON.stringify(reader)).not.toMatch(/sms-voice:(?!Describe|Get|List)/);
  });

  it('is nothing where the simulator sends', () => {
    const template = synthesize({ provider: { name: 'simulator', url: 'http://localhost' } });
    expect(readers(template)).toEqual([]);
    expect(environmentOf(template, OPERATOR)).not.toHaveProperty('EUM_CONFIGURATION_SET');
  });
});

describe('what operators see of the alarms', () => {
  const OPERATOR = 'functions/console/operator.ts';
  const readers = (template: ReturnType<typeof synthesize>) =>
    ofType(template, 'AWS::IAM::Role').filter((role) =>
      JSON.stringify(role).includes('cloudwatch:DescribeAlarms'),
    );

  it('is read by their function alone, by the name of the stack that has the alarms', () => {
    const template = synthesize({ ...FULL, alarms: true });
    expect(readers(template)).toHaveLength(1);
    expect(environmentOf(template, OPERATOR)).toMatchObject({ ALARM_PREFIX: 'Messaging-prod-Workers-' });
  });

  it('is nothing in a stage without alarms', () => {
    const template = synthesize({ ...FULL, alarms: false, alarmEmail: undefined });
    expect(readers(template)).toEqual([]);
    expect(environmentOf(template, OPERATOR)).not.toHaveProperty('ALARM_PREFIX');
  });
});

it('is left out by `console: false`, and then takes no sessions', () => {
  const template = synthesize({ ...FULL, console: false });
  expect(JSON.stringify(template)).not.toContain('functions/console/');
  expect(ofType(template, 'AWS::Cognito::UserPool')).toEqual([]);
  expect(environmentOf(template, 'functions/http/read-groups.ts')).toMatchObject({ CONSOLE: 'off' });
});
