import { DynamoDBClient, ListTablesCommand, PutItemCommand, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, startEngine } from '../../../../lib/local/engine';
import { StartupError } from '../../../../lib/local/lifecycle';
import { waitFor } from '../../../support/run/wait-for';
import { ensureTable, recreateTable } from '../../../../lib/local/table-setup';

const ROOT = join(__dirname, '../../../..');
const TABLE = {
  TableName: 'Data',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  BillingMode: 'PAY_PER_REQUEST' as const,
};

let folder: string;
let engines: Engine[];
let exits: string[];
let clients: DynamoDBClient[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'));
  engines = [];
  exits = [];
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await Promise.all(engines.map((engine) => engine.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options?: { dbPath: string }): Promise<{ engine: Engine; client: DynamoDBClient }> {
  const engine = await startEngine({ rootDir: ROOT, ...options, onExit: (reason) => exits.push(reason) });
  engines.push(engine);
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: engine.endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  clients.push(client);
  return { engine, client };
}

const put = (client: DynamoDBClient) =>
  client.send(new PutItemCommand({ TableName: 'Data', Item: { pk: { S: 'a' } } }));

const get = async (client: DynamoDBClient) =>
  (await client.send(new GetItemCommand({ TableName: 'Data', Key: { pk: { S: 'a' } } }))).Item;

/** Returns the processes that have this text among their arguments. */
function processesWith(text: string): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return rows
    .filter((row) => row.includes(text) && !row.includes('ps -eo'))
    .map((row) => Number(row.trim().split(' ')[0]));
}

const expectSoonNoProcessWith = (text: string) =>
  waitFor(() => (processesWith(text).length === 0 ? true : undefined));

test('an engine in memory answers', async () => {
  const { client } = await start();

  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
});

test('each engine listens at a loopback address of its own that a page of a browser cannot guess', async () => {
  const { engine } = await start();
  const other = await start();
  const { hostname, port } = new URL(engine.endpoint);

  expect(hostname).toMatch(/^127\.(?!0\.0\.)\d+\.\d+\.\d+$/);
  expect(new URL(other.engine.endpoint).hostname).not.toBe(hostname);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
});

test('an engine on disk still has its items after a restart', async () => {
  const dbPath = join(folder, 'table.db');
  const first = await start({ dbPath });
  await ensureTable(first.client, TABLE);
  await put(first.client);
  await first.engine.stop();

  const second = await start({ dbPath });

  expect(await ensureTable(second.client, TABLE)).toEqual({ name: 'Data', streamArn: undefined });
  expect(await get(second.client)).toEqual({ pk: { S: 'a' } });
});

test('stopping leaves no process and is no failure', async () => {
  const dbPath = join(folder, 'table.db');
  const { engine } = await start({ dbPath });
  expect(processesWith(dbPath).length).toBeGreaterThan(0);

  await engine.stop();

  await expectSoonNoProcessWith(dbPath);
  expect(exits).toEqual([]);
});

test('an engine that dies by itself is told', async () => {
  const dbPath = join(folder, 'table.db');
  await start({ dbPath });
  const engine = execFileSync('pgrep', ['-f', `^[^ ]*dynoxide .*${dbPath}$`], { encoding: 'utf8' });

  process.kill(Number(engine), 'SIGKILL');

  expect(await waitFor(() => exits[0])).toBe('Killed');
});

test('a service that is killed takes its engine along', async () => {
  const dbPath = join(folder, 'table.db');
  const script = `
    import { startEngine } from './lib/local/engine';
    await startEngine({ rootDir: process.cwd(), dbPath: process.argv[1], onExit: () => undefined });
    console.log('ready');
    setInterval(() => undefined, 1000);`;
  const service: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, dbPath],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise((resolve) => service.stdout?.once('data', resolve));

  service.kill('SIGKILL');

  await expectSoonNoProcessWith(dbPath);
});

test('a database that cannot be opened is a plain sentence', async () => {
  const dbPath = join(folder, 'missing', 'table.db');

  await expect(start({ dbPath })).rejects.toThrow(
    new StartupError(
      'The embedded database did not start: error: Internal error: unable to open database file: ' + dbPath,
    ),
  );
});

test('an engine that ends before it answers is told to a program that waits for nothing else', () => {
  const installed = join(folder, `node_modules/@dynoxide/${process.platform}-${process.arch}`);
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), '{}');
  writeFileSync(join(installed, 'dynoxide'), '#!/bin/sh\nsleep 0.2\necho no room >&2\nexit 1\n', {
    mode: 0o755,
  });
  const script = `
    import { startEngine } from './lib/local/engine';
    await startEngine({ rootDir: process.argv[1], onExit: () => undefined }).catch(({ message }) => console.log(message));`;

  const { stdout, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, folder],
    { cwd: ROOT, encoding: 'utf8' },
  );

  expect({ stdout, status }).toEqual({
    stdout: 'The embedded database did not start: no room\n',
    status: 0,
  });
});

test('without the engine installed, a plain sentence says what to do', async () => {
  await expect(startEngine({ rootDir: folder, onExit: () => undefined })).rejects.toThrow(
    new StartupError(
      `The embedded database (@dynoxide/${process.platform}-${process.arch}) is not installed or does not exist for ` +
        'this platform; run "npm install", or start DynamoDB Local and set DYNAMODB_ENDPOINT to its address, such as ' +
        'http://localhost:8000.',
    ),
  );
});

describe('the table', () => {
  test('is taken as it is when it is there', async () => {
    const { client } = await start();
    await ensureTable(client, TABLE);
    await put(client);

    await ensureTable(client, TABLE);

    expect(await get(client)).toEqual({ pk: { S: 'a' } });
  });

  test('with other keys is refused', async () => {
    const { client } = await start();
    await ensureTable(client, TABLE);
    const other = {
      ...TABLE,
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
    };

    await expect(ensureTable(client, other)).rejects.toThrow(
      new StartupError(
        'The table Data was made by another version of the service; remove it, or start with --fresh.',
      ),
    );
  });

  test('is empty after it was made again', async () => {
    const { client } = await start();
    await ensureTable(client, TABLE);
    await put(client);

    await recreateTable(client, TABLE);

    expect(await get(client)).toBeUndefined();
  });
});
