import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ACCESS_DENIED } from '../../../../lib/local/access-control';
import type { ServiceDescription } from '../../../../lib/local/data-dir';
import { type AwsFault, FAULT_NAMES } from '../../../../lib/local/simulator/aws-account';
import { systemClock } from '../../../../shared/platform/clock';
import type { Finding, State } from '../../../../shared/platform/finding';
import { createIds } from '../../../../shared/platform/ids';
import { createTable } from '../../../../shared/platform/store/table';
import { inviteUser } from '../../../../shared/users/manage-users';
import { startSession } from '../../../../shared/users/session';
import { sessionHeaders } from '../../../support/console/console-user';
import { runScript } from '../../../support/run/run-script';
import { type ServiceProcess, spawnService, untilReady } from './service-process';

const NUMBER = 'number +15555550100';

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  service = await untilReady(
    spawnService({
      dataDir: folder,
      flags: ['--in-memory'],
      environment: { PROVIDER: 'eum', CONSOLE_BUILD: 'off', POWERTOOLS_LOG_LEVEL: 'INFO' },
    }),
  );
});
/** Makes a sender with a pool and a sender id, and a protect configuration, in the account that the service begins with. */
async function useEverything(): Promise<void> {
  const operate = (...args: string[]) =>
    runScript('bin/operator.ts', [...args, '--json'], { ...process.env, DATA_DIR: folder });
  const { stdout } = await operate('account', 'list');
  const [{ id }] = JSON.parse(stdout) as [{ id: string }];
  const members = ['--member', 'pool:pool-rcs-1', '--member', 'id:ACME=DE'];
  expect(await operate('sender', 'create', '--account', id, '--name', 'Shop', ...members)).toMatchObject({
    exitCode: 0,
  });
  expect(await operate('account', 'set', '--account', id, '--protect', 'protect-9')).toMatchObject({
    exitCode: 0,
  });
}

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function setFaults(faults: readonly string[]): Promise<void> {
  const body = JSON.stringify({ faults });
  const answer = await fetch(`${service.baseUrl}/_local/aws`, { method: 'POST', body });
  if (!answer.ok) throw new Error(await answer.text());
}

async function runDoctor(): Promise<{ exitCode: number | null; findings: Finding[] }> {
  const environment = { ...process.env, DATA_DIR: folder };
  const { exitCode, stdout } = await runScript('bin/operator.ts', ['doctor', 'aws', '--json'], environment);
  return { exitCode, findings: JSON.parse(stdout) as Finding[] };
}

/** Returns the findings as an operator sees them in the console, from the function with the rights of its role. */
async function askConsole(): Promise<() => Promise<Finding[]>> {
  const description = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as ServiceDescription;
  const client = new DynamoDBClient({
    endpoint: description.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const deps = {
    table: createTable(description.tableName, client),
    clock: systemClock,
    ids: createIds(systemClock),
  };
  const invited = await inviteUser(deps, { email: 'olga@example.com', access: 'operator' });
  if (!invited.invited) throw new Error(invited.refusal);
  const token = await startSession(deps, invited.user.id);
  client.destroy();
  return async () => {
    const answer = await fetch(`${service.baseUrl}/console/api/operator/doctor`, {
      headers: sessionHeaders({ token }),
    });
    const { results } = (await answer.json()) as { results: Finding[] };
    expect(answer.status).toBe(200);
    return results;
  };
}

const badOf = (findings: Finding[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ state, check }) => [state, check]);

const PROTECTION_OF_ACCOUNT = expect.stringMatching(/^protect configuration of acc_/) as string;

const EXPECTED: Record<AwsFault, Array<[State, string]>> = {
  sandbox: [['problem', 'sandbox']],
  'spend-quota-of-a-new-account': [
    ['problem', 'spend limit SMS'],
    ['problem', 'spend limit MMS'],
  ],
  'spend-limit-below-quota': [
    ['warning', 'spend limit SMS'],
    ['warning', 'spend limit MMS'],
  ],
  'number-missing': [['problem', NUMBER]],
  'number-pending': [['problem', NUMBER]],
  'number-without-sms': [['problem', NUMBER]],
  'two-way-off': [['problem', NUMBER]],
  'two-way-elsewhere': [['problem', NUMBER]],
  'opt-outs-kept-by-aws': [['warning', NUMBER]],
  'no-deletion-protection': [['warning', NUMBER]],
  'daily-cap-not-set': [['warning', NUMBER]],
  'pool-missing': [['problem', 'pool pool-rcs-1']],
  'pool-two-way-off': [['problem', 'pool pool-rcs-1']],
  'rcs-agent-in-testing': [['warning', 'RCS agent rcs-pool-rcs-1']],
  'sender-id-not-registered': [['problem', 'sender id ACME']],
  'account-protection-missing': [['problem', PROTECTION_OF_ACCOUNT]],
  'registration-rejected': [['problem', 'registration registration-1']],
  'registration-in-review': [['warning', 'registration registration-1']],
  'configuration-set-missing': [['problem', 'configuration set']],
  'receipts-of-mms-missing': [
    ['problem', 'pool pool-rcs-1'],
    ['problem', 'configuration set'],
  ],
  // The only account sends under a protect configuration of its own, so that the default one keeps nobody from sending.
  'own-country-blocked': [
    ['warning', 'protect configuration'],
    ['problem', PROTECTION_OF_ACCOUNT],
  ],
  'other-country-blocked': [
    ['warning', 'protect configuration'],
    ['warning', PROTECTION_OF_ACCOUNT],
  ],
  'quotas-nearly-used': [
    ['warning', 'quota PHONE_NUMBERS'],
    ['warning', 'quota CONFIGURATION_SETS'],
  ],
  'lambda-concurrency-of-a-new-account': [['problem', 'Lambda concurrency']],
  'table-quota-below-stage': [['problem', 'quota of write units of a table']],
  'request-quota-below-stage': [['warning', 'quota of API requests']],
  'no-right-to-look': [
    ['unknown', 'spend limits'],
    ['unknown', 'Lambda concurrency'],
    ['unknown', 'quotas of the stage'],
  ],
};

it('finds nothing wrong with a local service, until something is set wrong, and nothing again afterwards', async () => {
  const healthy = await runDoctor();
  expect([healthy.exitCode, badOf(healthy.findings)]).toEqual([0, []]);
  expect(healthy.findings.map(({ check }) => check)).toContain(NUMBER);

  await setFaults(['sandbox', 'number-pending']);
  const ill = await runDoctor();
  expect([ill.exitCode, badOf(ill.findings)]).toEqual([
    1,
    [
      ['problem', 'sandbox'],
      ['problem', NUMBER],
    ],
  ]);

  await fetch(`${service.baseUrl}/_local/reset`, { method: 'POST' });
  expect(badOf((await runDoctor()).findings)).toEqual([]);
});

it('shows in the console what is wrong, for everything that can be', async () => {
  const look = await askConsole();
  await useEverything();
  expect(badOf(await look())).toEqual([]);
  for (const fault of FAULT_NAMES) {
    await setFaults([fault]);
    expect([fault, badOf(await look())]).toEqual([fault, EXPECTED[fault]]);
  }
  const log = readFileSync(join(folder, 'service.log'), 'utf8');
  expect(log.split('\n').filter((line) => line.includes(ACCESS_DENIED))).toEqual([]);
});
