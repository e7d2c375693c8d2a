import { App } from 'aws-cdk-lib';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import { checkSecurity } from '../../lib/stack/security-checks';
import { stageSettings } from '../../lib/stack/settings';
import { makeStacks, type StageOfTest } from '../support/stack/stack-template';

const CERTIFICATE = 'arn:aws:acm:us-east-1:111111111111:certificate';
const CLIENT_SECRET = 'arn:aws:secretsmanager:us-east-1:111111111111:secret:console-AbCdEf';
const ISSUER = { url: 'https://id.example.com', clientId: 'console' };

/** Ways to set the settings that have no fixed values. */
const FREE: StageOfTest[][] = [
  [{ alarms: true, alarmEmail: 'ops@example.com' }, { alarms: true }, { alarms: false }],
  [
    {},
    { provider: { name: 'simulator', url: 'https://simulator.example.com' } },
    { provider: { name: 'eum', configurationSet: 'own', messageType: 'TRANSACTIONAL' } },
  ],
  [{}, { issuer: ISSUER }, { issuer: { ...ISSUER, clientSecretArn: CLIENT_SECRET } }],
  [{}, { domain: { name: 'api.example.com', certificateArn: `${CERTIFICATE}/a` } }],
  [
    {},
    {
      linkDomains: ['go', 'to'].map((name) => ({ name: `${name}.example.com`, certificateArn: CERTIFICATE })),
    },
  ],
  [{}, { requestsPerSecond: 70 }],
  [{}, { tableUnitsPerSecond: 60_000 }],
  [{}, { concurrencyQuota: 500 }],
  [{}, { warmSingleSends: { instances: 5 } }, { warmSingleSends: { instances: 5, hours: '08:00-20:00' } }],
  [{}, { drops: ['away.example.com'] }],
  [
    {},
    {
      adoptedTable: {
        name: 'Restored',
        streamArn: 'arn:aws:dynamodb:us-east-1:111122223333:table/Restored/stream/2026-11-20T13:05:11.000',
      },
    },
    { secondRegion: { first: 'us-east-1', region: 'us-west-2' } },
  ],
  // Other settings take effect in the console alone: it is left out in a run of its own.
  [{ console: true }],
];
const WITHOUT_CONSOLE: StageOfTest = { console: false };
const isFree = (name: string) => FREE.some((ways) => ways.some((way) => name in way));

/** Values of the other settings, from their declaration. */
const DECLARED: StageOfTest[][] = Object.entries(stageSettings.entries).flatMap(([name, { wrapped }]) => {
  if (isFree(name)) return [];
  const values =
    wrapped.type === 'picklist' ? wrapped.options : wrapped.type === 'boolean' ? [true, false] : [];
  return [values.map((value) => ({ [name]: value }))];
});

const DIMENSIONS = [...FREE, ...DECLARED];
/** The fewest runs: as many as the longest dimension has ways, each with the next way of every dimension. */
const COVERING: StageOfTest[] = Array.from(
  { length: Math.max(...DIMENSIONS.map((ways) => ways.length)) },
  (_, run) => Object.assign({}, ...DIMENSIONS.map((ways) => ways[run % ways.length])) as StageOfTest,
);
const RUNS = [{}, WITHOUT_CONSOLE, ...COVERING];

it('has each setting, and each way to set it, in one of few runs', () => {
  const had = new Set(RUNS.flatMap((run) => Object.keys(run)));
  expect(Object.keys(stageSettings.entries).filter((name) => !had.has(name))).toEqual([]);
  expect(DECLARED.filter((values) => values.length < 2)).toEqual([]);
  const ways = DIMENSIONS.flat().flatMap((way) => Object.entries(way));
  const seen = new Set(RUNS.flatMap((run) => Object.entries(run).map((setting) => JSON.stringify(setting))));
  expect(ways.filter((setting) => !seen.has(JSON.stringify(setting)))).toEqual([]);
  expect(RUNS.length).toBeLessThan(6);
});

it.each(RUNS)('synthesises a stack in which cdk-nag finds nothing: %j', (stage: StageOfTest) => {
  const stacks = makeStacks(stage);
  checkSecurity(stacks);
  // One synthesis: in a second one, references to other stacks read otherwise.
  const found = App.of(stacks.data)
    ?.synth()
    .stacks.flatMap(({ messages }) => messages)
    .filter(({ level }) => level !== SynthesisMessageLevel.INFO);
  expect(found?.map(({ id, entry }) => [id, entry.data])).toEqual([]);
});
