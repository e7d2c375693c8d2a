import { deepStrictEqual, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NOT_ARCHIVED } from '../../shared/events/archived-event';
import { createGroup } from '../../shared/audience/groups/create-group';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { waitFor } from '../support/run/wait-for';
import { apiSending } from '../support/service/api-sending';
import {
  type ApiAccount,
  callApi,
  connectToService,
  createApiAccount,
  randomPhone,
  type TestService,
} from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';

/**
 * Lets a local service archive its events, and asks DuckDB the questions of `docs/event-archive.md` about them:
 *
 *     npm run test:event-archive
 *
 * Exits with 69 without Python 3.10 or a registry.
 */
const FOLDER = join('test', 'event-archive');
/** In every name and text of a person. */
const MARK = 'Lovelace';
/** Number that the simulator takes texts for, and does not reach. */
const UNDELIVERED = '+15005550013';
const RECIPIENTS = 100;
/** Opt-ins 2, texts delivered 2 + 101, not delivered 1, jobs 1, texts from phones 2, opt-outs 1. */
const EVENTS = 110;

interface Scene {
  /** Account with a broadcast, and one with single texts alone. */
  first: ApiAccount;
  second: ApiAccount;
  /** Person who is a contact of both. */
  ada: string;
  people: string[];
}

interface Reached {
  accountId: string;
  person: string;
  joined: number;
  delivered: number;
  answers: number;
  left: number;
}

process.exitCode = await run();
// Idle connections would keep the process alive for a while.
process.exit();

async function run(): Promise<number> {
  try {
    const python = pythonEnvironment(join(FOLDER, 'requirements.txt'));
    for (const people of ['hash', 'omit'] as const) {
      await checkArchive(python, people);
      process.stdout.write(
        `EVENT_ARCHIVE=${people}: DuckDB reads the archive, and no file has a phone number, text or name of a person.\n`,
      );
    }
    return 0;
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    process.stderr.write(`NOT RUN: ${error.message}\n`);
    return UNAVAILABLE;
  }
}

async function checkArchive(python: string, people: 'hash' | 'omit'): Promise<void> {
  const started = await startService(['--in-memory'], { environment: { EVENT_ARCHIVE: people } });
  process.env[SERVICE_DATA_DIR] = started.dataDir;
  const service = connectToService();
  try {
    const scene = await play(service);
    const archive = join(started.dataDir, 'event-archive');
    const { names, files } = await waitFor(() => readIfComplete(archive));
    strictEqual(readFileSync(join(started.dataDir, 'service.log'), 'utf8').includes(NOT_ARCHIVED), false);
    checkLines(files);
    findNobody([...names, ...files], scene);
    const [createView = '', outcomes = '', jobs = '', reached = ''] = queriesOfDocs(`${archive}/`);
    const asked = people === 'hash' ? [createView, outcomes, jobs, reached] : [createView, outcomes, jobs];
    const [, byDay, byKind, byPerson] = query(python, asked);
    checkOutcomes(byDay as Outcome[], scene);
    deepStrictEqual(byKind, [
      { accountId: scene.first.accountId, jobKind: 'broadcast', sent: RECIPIENTS + 1, failed: 0, skipped: 0 },
    ]);
    if (people === 'hash') checkPeople(byPerson as Reached[], scene);
  } finally {
    service.close();
    await started.stop();
  }
}

/** Lets people join, get texts, answer and leave. No endpoint of the accounts asks for an event. */
async function play(service: TestService): Promise<Scene> {
  const [first, second] = [await createApiAccount(service), await createApiAccount(service)];
  const ada = randomPhone();
  const others = Array.from({ length: RECIPIENTS }, randomPhone);
  const profile = { firstName: `Ada ${MARK}` };
  const [ofFirst, ofSecond] = [first, second].map((account) => apiSending(() => ({ service, account })));
  await ofFirst?.optIn(others, profile);
  await ofSecond?.optIn([UNDELIVERED], profile);
  await joinGroup(service, first, ada);
  await joinGroup(service, second, ada);
  const body = `Hello {{contact_first_name}}, ${MARK}`;
  await ofFirst?.post('message', { to: ada, body });
  await ofSecond?.post('message', { to: ada, body });
  await ofSecond?.post('message', { to: UNDELIVERED, body });
  const recipients = [ada, ...others].map((to) => ({ to }));
  await ofFirst?.post('broadcast', { body, recipients });
  // Ada leaves only after the broadcast.
  await waitFor(async () => ((await ofFirst?.taken(ada)) ?? []).length === 2 || undefined);
  for (const said of [`${MARK} says hello`, 'STOP']) {
    const request = { from: ada, to: first.from, body: said };
    await callApi(service, { method: 'POST', path: '/_local/inbound', body: request });
  }
  return { first, second, ada, people: [ada, UNDELIVERED, ...others] };
}

/** Makes a contact that joins a group named after it. */
async function joinGroup(service: TestService, account: ApiAccount, phone: string): Promise<void> {
  const { accountId } = account;
  const group = await createGroup(service.deps, {
    accountId,
    name: `Friends of ${MARK}`,
    optInType: 'SINGLE',
  });
  const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
  const created = await callApi(service, {
    account,
    method: 'POST',
    path,
    body: { firstName: `Ada ${MARK}` },
  });
  const joined = await callApi(service, {
    account,
    method: 'POST',
    path: `${path}/groups/${group.id}`,
    body: {},
  });
  deepStrictEqual([created.status, joined.status], [201, 200], JSON.stringify([created.body, joined.body]));
}

/** Reads all files of an archive, unpacked, once it has every event. */
function readIfComplete(archive: string): { names: string[]; files: string[] } | undefined {
  if (!existsSync(archive)) return undefined;
  const names = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  const packed = names.filter((name) => name.endsWith('.json.gz'));
  const files = packed.map((name) => gunzipSync(readFileSync(join(archive, name))).toString());
  const ids = new Set(files.join('').match(/"id":"evt_\w+"/g));
  return ids.size >= EVENTS ? { names, files } : undefined;
}

/** Checks that each line is one event. DuckDB reads events without line breaks too; others, such as Athena, do not. */
function checkLines(files: string[]): void {
  for (const file of files) {
    strictEqual(file.endsWith('\n'), true);
    for (const line of file.trimEnd().split('\n')) strictEqual(typeof JSON.parse(line), 'object');
  }
}

/** Checks that no number, name or text of a person is anywhere in the files. */
function findNobody(files: string[], { people }: Scene): void {
  const all = files.join('\n');
  const found = [MARK, 'Ada', 'Hello', ...people.map((phone) => phone.slice(1))].filter((trace) =>
    all.includes(trace),
  );
  deepStrictEqual(found, []);
}

/** Returns the statements of the page, with a folder in place of the bucket. */
function queriesOfDocs(folder: string): string[] {
  const page = readFileSync(join('docs', 'event-archive.md'), 'utf8');
  const [, sql = ''] = /^## DuckDB$[^]*?^```sql\n([^]*?)^```$/m.exec(page) ?? [];
  const statements = sql
    .replaceAll('s3://BUCKET/', folder)
    .split(/;\n/)
    .filter((text) => text.trim() !== '');
  strictEqual(statements.length, 4);
  return statements;
}

function query(python: string, statements: string[]): unknown[][] {
  const { status, stdout, stderr } = spawnSync(python, [join(FOLDER, 'check.py')], {
    input: JSON.stringify(statements),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as unknown[][];
}

interface Outcome {
  day: string;
  accountId: string;
  delivered: number;
  failed: number;
}

function checkOutcomes(rows: Outcome[], { first, second }: Scene): void {
  // The test may run over midnight.
  const days = [Date.now(), Date.now() - 86_400_000].map((ms) => new Date(ms).toISOString().slice(0, 10));
  deepStrictEqual(
    rows.filter(({ day }) => !days.includes(day)),
    [],
  );
  const of = ({ accountId }: ApiAccount) => {
    const own = rows.filter((row) => row.accountId === accountId);
    return ['delivered', 'failed'].map((name) =>
      own.reduce((sum, row) => sum + row[name as 'delivered' | 'failed'], 0),
    );
  };
  deepStrictEqual(of(first), [RECIPIENTS + 2, 0]);
  deepStrictEqual(of(second), [1, 1]);
}

function checkPeople(rows: Reached[], { first, second }: Scene): void {
  const [ofFirst, ofSecond] = [first, second].map(({ accountId }) =>
    rows
      .filter((row) => row.accountId === accountId)
      .map(({ joined, delivered, answers, left }) => [joined, delivered, answers, left].join(' '))
      .sort(),
  );
  deepStrictEqual(ofFirst, [...Array.from({ length: RECIPIENTS }, () => '0 1 0 0'), '1 2 2 1']);
  deepStrictEqual(ofSecond, ['0 0 0 0', '1 1 0 0']);
  strictEqual(new Set(rows.map(({ person }) => person)).size, RECIPIENTS + 3);
}
