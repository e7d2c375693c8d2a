import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataDir, openDataDir } from '../../../../lib/local/data-dir';
import { StartupError } from '../../../../lib/local/lifecycle';

let parent: string;
let path: string;
let opened: DataDir[];
let children: ChildProcess[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-dir-'));
  path = join(parent, 'data');
  opened = [];
  children = [];
});
afterEach(() => {
  for (const dataDir of opened) dataDir.close();
  for (const child of children) child.kill('SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

function open(options?: { fresh: boolean }): DataDir {
  const dataDir = openDataDir({ path, fresh: options?.fresh ?? false });
  opened.push(dataDir);
  return dataDir;
}

function startProcess(): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['3600'], { stdio: 'ignore' });
  children.push(child);
  return child as ChildProcess & { pid: number };
}

async function killProcess(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

function leaveLock(content: object): void {
  opened.pop()?.close();
  open().close();
  opened.pop();
  writeFileSync(join(path, 'lock'), JSON.stringify(content));
}

const DEMO = {
  baseUrl: 'http://localhost:3000',
  accountId: 'acc_1',
  apiKeyId: 'key_1',
  apiKeySecret: 'secret',
  from: '+15555550100',
  groups: [{ id: 'grp_1', name: 'Customers', optInType: 'SINGLE' as const }],
  consolePassword: 'password',
  consoleUsers: ['admin@demo.example'],
};

describe('the lock', () => {
  test('keeps a second service out and names the first', () => {
    open();

    expect(() => open()).toThrow(
      new StartupError(
        `The data folder is in use by process ${process.pid} (${join(path, 'lock')}); stop it, or choose another ` +
          'folder with DATA_DIR.',
      ),
    );
  });

  test('is given back on close', () => {
    open().close();

    expect(readdirSync(path)).toEqual([]);
    expect(() => open()).not.toThrow();
  });

  test('of another living process is respected', () => {
    const holder = startProcess();
    leaveLock({ pid: holder.pid });

    expect(() => open()).toThrow(`in use by process ${holder.pid} `);
  });

  test('of a killed process is taken over', async () => {
    const holder = startProcess();
    leaveLock({ pid: holder.pid });
    await killProcess(holder);

    expect(() => open()).not.toThrow();
    expect(JSON.parse(readFileSync(join(path, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  });

  test('of a dead process whose id belongs to a later process is taken over', () => {
    leaveLock({ pid: startProcess().pid, startedAt: 'before the last boot:1' });

    expect(() => open()).not.toThrow();
  });

  test.each(['', 'nonsense', '{"pid":"1"}'])('that holds %j is taken over', (content) => {
    leaveLock({});
    writeFileSync(join(path, 'lock'), content);

    expect(() => open()).not.toThrow();
  });
});

describe('the files', () => {
  test('demo.json is read back as it was written, by a later service', () => {
    const first = open();
    expect(first.readDemo()).toBeUndefined();
    first.writeDemo(DEMO);
    first.close();

    expect(open().readDemo()).toEqual(DEMO);
  });

  const modeOf = (name: string) => (statSync(join(path, name)).mode & 0o777).toString(8);

  test('the folder and the files in it are for their owner only', () => {
    open().writeDemo(DEMO);

    expect(['', 'demo.json', 'lock'].map(modeOf)).toEqual(['700', '600', '600']);
  });

  test('a folder and files that an earlier version left open to others are closed to them', () => {
    const own = ['table.db', 'table.db-wal', 'sent.jsonl', 'events.jsonl', 'service.log', 'webhook.key'];
    mkdirSync(path);
    for (const name of own) writeFileSync(join(path, name), '');
    for (const name of own) chmodSync(join(path, name), 0o666);
    chmodSync(path, 0o777);

    open();

    expect(['', ...own].map(modeOf)).toEqual(['700', ...own.map(() => '600')]);
  });

  test('of a folder with other things in it only the own files are closed to others', () => {
    mkdirSync(path);
    for (const name of ['notes.txt', 'sent.jsonl']) writeFileSync(join(path, name), '');
    for (const name of ['notes.txt', 'sent.jsonl']) chmodSync(join(path, name), 0o644);
    chmodSync(path, 0o1777);

    open();

    expect(['', 'notes.txt', 'sent.jsonl'].map(modeOf)).toEqual(['777', '644', '600']);
  });

  test('a link in the folder to a file elsewhere leaves that file as it is', () => {
    mkdirSync(path);
    const elsewhere = join(parent, 'elsewhere');
    writeFileSync(elsewhere, '');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(path, 'sent.jsonl'));

    open();

    expect(statSync(elsewhere).mode & 0o777).toBe(0o644);
  });

  test('service.json is there while the service runs', () => {
    const description = {
      pid: process.pid,
      baseUrl: 'http://localhost:3000',
      region: 'us-east-1',
      tableName: 'Data',
      endpoints: { dynamodb: '', sqs: '', sns: '', s3: '', events: '', lambda: '', simulator: '' },
      environment: { TABLE_NAME: 'Data' },
      clockOffsetMs: 0,
      outputs: { TableName: 'Data' },
    };
    const dataDir = open();

    dataDir.writeService(description);

    expect(JSON.parse(readFileSync(join(path, 'service.json'), 'utf8'))).toEqual(description);
    dataDir.close();
    expect(existsSync(join(path, 'service.json'))).toBe(false);
  });

  test('service.json of a killed service is removed by the next one', () => {
    open().close();
    writeFileSync(join(path, 'service.json'), '{}');

    open();

    expect(existsSync(join(path, 'service.json'))).toBe(false);
  });

  test('a fresh start removes what services left there, and nothing else', () => {
    open().close();
    const own = [
      'table.db',
      'table.db-wal',
      'clock.json',
      'sent.jsonl',
      'events.jsonl',
      'demo.json',
      'service.log',
    ];
    for (const name of [...own, 'notes.txt']) writeFileSync(join(path, name), '{}');

    open({ fresh: true });

    expect(readdirSync(path).sort()).toEqual(['lock', 'notes.txt']);
  });

  test('demo.json that is no JSON is a plain sentence', () => {
    const dataDir = open();
    writeFileSync(join(path, 'demo.json'), '{');

    expect(() => dataDir.readDemo()).toThrow(
      new StartupError(`${join(path, 'demo.json')} is not JSON; repair it, or start with --fresh.`),
    );
  });
});

test('a data folder that cannot be made is a plain sentence', () => {
  writeFileSync(path, 'a file');

  expect(() => open()).toThrow(
    new StartupError(`The data folder ${path} cannot be used (EEXIST); choose another one with DATA_DIR.`),
  );
});
