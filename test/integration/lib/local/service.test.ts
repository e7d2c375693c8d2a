import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoDescription, ServiceDescription } from '../../../../lib/local/data-dir';
import { waitFor } from '../../../support/run/wait-for';
import { type ServiceProcess, spawnService, untilReady } from './service-process';

let folder: string;
let dataDir: string;
let processes: Array<Omit<ServiceProcess, 'baseUrl'>>;

function openFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'service-'));
  dataDir = join(folder, 'data');
  processes = [];
}

async function closeFolder(): Promise<void> {
  await Promise.all(processes.map((service) => service.stop('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
}

function spawnIt(flags: string[] = [], environment: Record<string, string> = {}) {
  const service = spawnService({ dataDir, flags, environment });
  processes.push(service);
  return service;
}

const start = (flags?: string[], environment?: Record<string, string>) =>
  untilReady(spawnIt(flags, environment));

const readDemo = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoDescription;

async function api(service: ServiceProcess, method: string, path: string, body?: unknown) {
  const { apiKeyId, apiKeySecret } = readDemo();
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKeyId}:${apiKeySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const sendHello = (service: ServiceProcess) =>
  api(service, 'POST', '/api/v1/messaging/message', {
    to: '+15555550123',
    from: '+15555550100',
    body: 'Hello',
  });

async function sentBodies(service: ServiceProcess): Promise<unknown[]> {
  const { body } = await api(service, 'GET', '/_local/sent');
  return (body.messages as Array<{ body: string }>).map((message) => message.body);
}

function processesWith(text: string): string[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return rows.filter((row) => row.includes(text) && !row.includes('ps -eo'));
}

const expectSoonNoProcessWith = (text: string) =>
  waitFor(() => (processesWith(text).length === 0 ? true : undefined));

/** Each test continues where the one before has ended: a start takes seconds. */
describe('a service on disk', () => {
  let service: ServiceProcess;
  let demo: DemoDescription;

  beforeAll(async () => {
    openFolder();
    service = await start();
    demo = readDemo();
  });
  afterAll(closeFolder);

  test('prints a curl line that works as it is', () => {
    const curl = /^curl .*$/m.exec(service.stdout())?.[0] ?? '';

    const answer = JSON.parse(execFileSync('sh', ['-c', `${curl} -s`], { encoding: 'utf8' })) as object;

    expect(answer).toMatchObject({
      to: '+15555550123',
      from: '+15555550100',
      body: 'Hello Ada',
      status: 'sent',
    });
  });

  test('keeps what was stored, sent and how far the clock was moved over kill -9, and the demo keys', async () => {
    expect((await sendHello(service)).status).toBe(201);
    const { body: moved } = await api(service, 'POST', '/_local/clock', { advanceSeconds: 86_400 });
    await service.stop('SIGKILL');
    await expectSoonNoProcessWith(dataDir);

    service = await start();

    expect({ ...readDemo(), baseUrl: '' }).toEqual({ ...demo, baseUrl: '' });
    expect((await sendHello(service)).status).toBe(201);
    expect(await sentBodies(service)).toEqual(['Hello Ada', 'Hello', 'Hello']);
    const { body: later } = await api(service, 'POST', '/_local/clock', { advanceSeconds: 0 });
    expect(Date.parse(later.now as string)).toBeGreaterThanOrEqual(Date.parse(moved.now as string));
  });

  test('ends with a plain sentence when its engine dies', async () => {
    const [engine] = processesWith(`--db-path ${join(dataDir, 'table.db')}`).filter(
      (row) => !row.includes('sh -c'),
    );

    process.kill(Number(engine?.trim().split(' ')[0]), 'SIGKILL');

    expect(await service.exit).toEqual({ code: 1, signal: null });
    expect(service.stderr()).toBe('The embedded database ended: Killed\n');
  });

  test('knows nothing of earlier runs after a fresh start', async () => {
    service = await start(['--fresh']);

    expect(readDemo().accountId).not.toBe(demo.accountId);
    expect(await sentBodies(service)).toEqual([]);
  });

  test('keeps its data for its owner only', async () => {
    await sendHello(service);
    await api(service, 'POST', '/_local/clock', { advanceSeconds: 1 });
    const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);

    const files = readdirSync(dataDir);
    expect(files).toEqual(
      expect.arrayContaining(['clock.json', 'events.jsonl', 'sent.jsonl', 'table.db', 'table.db-wal']),
    );
    expect(modeOf('')).toBe('700');
    expect(files.filter((name) => modeOf(name) !== '600')).toEqual([]);
  });

  test('goes down in order', async () => {
    expect(service.stdout().match(/^Ready:/gm)).toHaveLength(1);
    expect(await service.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(service.stderr()).toBe('');
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
    await expectSoonNoProcessWith(dataDir);
  });
});

describe('a service in memory', () => {
  let service: ServiceProcess;
  let demo: DemoDescription;

  beforeAll(async () => {
    openFolder();
    service = await start(['--in-memory']);
    demo = readDemo();
  });
  afterAll(closeFolder);

  test('tells the operator CLI in service.json where everything is', () => {
    const found = JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')) as ServiceDescription;

    expect([found.pid, found.baseUrl, found.region]).toEqual([
      service.child.pid,
      service.baseUrl,
      'us-east-1',
    ]);
    expect(found.environment).toMatchObject({
      TABLE_NAME: found.tableName,
      BASE_URL: service.baseUrl,
      AWS_ENDPOINT_URL_DYNAMODB: found.endpoints.dynamodb,
      AWS_ENDPOINT_URL_SQS: found.endpoints.sqs,
    });
  });

  test('keeps a second one out of its data folder', async () => {
    await expectRefusal(
      spawnIt(['--in-memory']),
      `The data folder is in use by process ${service.child.pid} (${join(dataDir, 'lock')}); stop it, or choose another ` +
        'folder with DATA_DIR.',
    );
  });

  test('has a provider whose fault acts on all numbers, and ends with a reset', async () => {
    const faults = [{ fault: 'spend_limit', share: 1 }];
    const switched = await api(service, 'POST', '/_local/provider', { fault: 'spend_limit' });
    expect(switched).toEqual({ status: 200, body: { faults } });
    expect((await sendHello(service)).body).toMatchObject({ status: 'queued', waitingFor: 'provider' });

    await api(service, 'POST', '/_local/reset');

    expect((await api(service, 'GET', '/_local/provider')).body).toEqual({ faults: [] });
    expect((await sendHello(service)).body).toMatchObject({ status: 'sent' });
  });

  test('is emptied by a reset, and keeps the demo account with its keys', async () => {
    await sendHello(service);
    await api(service, 'POST', '/api/v1/contacts/by-phone/%2B15555550124', {});

    expect(await api(service, 'POST', '/_local/reset')).toEqual({ status: 200, body: demo });

    expect(await sentBodies(service)).toEqual([]);
    expect((await api(service, 'GET', '/_local/events')).body).toEqual({ events: [] });
    expect((await api(service, 'GET', '/api/v1/contacts/by-phone/%2B15555550124')).status).toBe(404);
    expect((await sendHello(service)).body).toMatchObject({ status: 'sent' });
  });

  test('keeps no data for the next run, but the identity of the demo account', async () => {
    await service.stop();

    service = await start();

    expect({ ...readDemo(), baseUrl: '' }).toEqual({ ...demo, baseUrl: '' });
    expect(await sentBodies(service)).toEqual([]);
    expect((await sendHello(service)).body).toMatchObject({ status: 'sent' });
  });
});

async function expectRefusal(service: Omit<ServiceProcess, 'baseUrl'>, sentence: string): Promise<void> {
  expect(await service.exit).toEqual({ code: 1, signal: null });
  expect([service.stdout(), service.stderr()]).toEqual(['', `${sentence}\n`]);
}

describe('what keeps it from starting is one plain sentence', () => {
  beforeEach(openFolder);
  afterEach(closeFolder);

  test.each([
    [{ PORT: 'x' }, 'PORT=x: expected a whole number from 0 to 65535.'],
    [{ PORT: '65536' }, 'PORT=65536: expected a whole number from 0 to 65535.'],
    [
      { DYNAMODB_ENDPOINT: 'localhost:8000' },
      'DYNAMODB_ENDPOINT=localhost:8000: expected an address such as http://localhost:8000.',
    ],
    [
      { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' },
      'No database answers at http://127.0.0.1:1 (ECONNREFUSED); start it, or correct DYNAMODB_ENDPOINT.',
    ],
  ])('the setting %j', async (environment, sentence) => {
    await expectRefusal(spawnIt([], environment), sentence);
  });
});

test('--help names every option and setting', async () => {
  openFolder();
  const service = spawnIt(['--help']);

  expect(await service.exit).toEqual({ code: 0, signal: null });
  for (const name of ['--in-memory', '--fresh', '--verbose', 'PORT', 'DATA_DIR', 'DYNAMODB_ENDPOINT']) {
    expect(service.stdout()).toContain(name);
  }
  await closeFolder();
});
