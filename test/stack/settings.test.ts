import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { checkSecurity } from '../../lib/stack/security-checks';
import { SETTING_NAMES, SETTINGS } from '../../lib/stack/settings';
import { coverPairs } from '../support/covering-runs';
import { makeStack, type StackContext } from '../support/stack-template';

const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate';
const CLIENT_SECRET = 'arn:aws:secretsmanager:us-east-1:111111111111:secret:console-AbCdEf';
const ISSUER = { oidcIssuer: 'https://id.example.com', oidcClientId: 'console' };

/** Settings that need one another, and those of a form of their own, as a deployment may set them. */
const GIVEN: StackContext[][] = [
  [
    { stage: 'prod', removal: 'retain' },
    { stage: 'dev', removal: 'destroy' },
    { stage: 'trial', removal: 'retain', destroyableStages: 'trial,dev' },
  ],
  [{ alarms: 'on', alarmEmail: 'ops@example.com' }, { alarms: 'on' }, { alarms: 'off' }],
  [{ provider: 'eum' }, { provider: 'simulator', simulatorUrl: 'https://simulator.example.com' }],
  [{}, ISSUER, { ...ISSUER, oidcClientSecretArn: CLIENT_SECRET }],
  [{}, { domain: 'api.example.com', certificateArn: `${CERTIFICATE}/a` }],
  [{}, { linkDomains: `go.example.com=${CERTIFICATE}/b,to.example.com=${CERTIFICATE}/c` }],
  [{}, { eumConfigurationSet: 'own' }],
  [{}, { requestsPerSecond: '70' }],
  [{}, { concurrencyQuota: '500' }],
  [{}, { confirmDrop: 'alarms,domain' }],
];
const isGiven = (name: string) => GIVEN.some((ways) => ways.some((way) => name in way));

/** Values of the other settings, from their declaration. */
const DECLARED: StackContext[][] = Object.entries(SETTINGS).flatMap(([name, values]) =>
  isGiven(name) || typeof values === 'string' ? [] : [values.map((value) => ({ [name]: value }))],
);

const RUNS: StackContext[] = [
  {},
  ...coverPairs([...GIVEN, ...DECLARED]).map((parts) => Object.assign({}, ...parts) as StackContext),
];

it('has each value of each setting in one of few runs', () => {
  const missing = SETTING_NAMES.flatMap((name) => {
    const had = RUNS.map((run) => run[name]);
    const declared = SETTINGS[name];
    const values = typeof declared === 'string' ? [] : declared;
    const without = values.filter((value) => !had.includes(value)).map((value) => `${name}=${value}`);
    return had.every((value) => value === undefined) ? [name] : without;
  });
  expect(missing).toEqual([]);
  expect(RUNS.length).toBeLessThan(20);
});

it.each(RUNS)('synthesises a stack in which cdk-nag finds nothing: %j', (context: StackContext) => {
  const stack = makeStack(context);
  checkSecurity(stack);
  const annotations = Annotations.fromStack(stack);
  const found = [
    ...annotations.findError('*', Match.anyValue()),
    ...annotations.findWarning('*', Match.anyValue()),
  ];
  expect(found.map(({ id, entry }) => [id, entry.data])).toEqual([]);
});
