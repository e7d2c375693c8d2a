import { createHttpFront } from '../../../../lib/local/http-front';
import { type HttpServer, startHttpServer } from '../../../../lib/local/http-server';
import { endpoint, type EndpointRequest } from '../../../../shared/http/endpoint';
import type { AuthenticatedRoute } from '../../../../shared/http/route';
import {
  accountKey,
  contactKey,
  contactShardPk,
  CONTACT_INDEX,
  MESSAGE_INDEX,
  messagesPks,
  TEXT_INDEX,
  textsPk,
  DUE_INDEX,
  duePks,
  erasureKey,
  jobKey,
  type Key,
  linkOwnerKey,
  messageKey,
  outboxKey,
  progressKey,
  rateKey,
  segmentsPk,
  sessionKey,
} from '../../../../shared/platform/store/keys';
import type { TransactItem } from '../../../../shared/platform/store/table';
import { createTestAccount, type TestAccount } from '../../../support/routes/call-handler';
import { captureLog } from '../../../support/logs/captured-log';
import { startEngine, type TestEngine } from '../../../support/engines/engine';

type Handle = (request: EndpointRequest<undefined>) => Promise<unknown>;

/** Handler with a mistake, which each test sets. */
let handle: Handle;
let engine: TestEngine;
let server: HttpServer;
let log: ReturnType<typeof captureLog>;
let own: TestAccount;
let other: TestAccount;
const PHONE = '+12065550123';
const SECRET = 'of the other account';
const OWN_JOB = 'brc_01KJMNEX00D4VQ6N2M8XJ1PZ01';
const OTHER_JOB = 'brc_01KJMNEX00D4VQ6N2M8XJ1PZ02';
const OTHER_MESSAGE = 'msg_01KJMNEX00D4VQ6N2M8XJ1PZ03';

const route: AuthenticatedRoute = {
  operationId: 'planted',
  method: 'GET',
  path: '/planted',
  handler: 'functions/http/planted.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'A planted mistake',
};

beforeAll(async () => {
  log = captureLog();
  engine = await startEngine();
  engine.setEnvironment();
  [own, other] = await Promise.all([createTestAccount(engine), createTestAccount(engine)]);
  const ofOther = (key: Key) => ({ Item: { ...key, accountId: other.accountId, note: SECRET } });
  for (const key of [contactKey(other.accountId, PHONE), messageKey(OTHER_MESSAGE), jobKey(OTHER_JOB)]) {
    await engine.table.put(ofOther(key));
  }
  await engine.table.put({ Item: { ...progressKey(OTHER_JOB, 0), note: SECRET } });
  await engine.table.put({ Item: { ...jobKey(OWN_JOB), accountId: own.accountId } });
  await engine.table.put({ Item: { ...progressKey(OWN_JOB, 0), note: 'own' } });
  const planted = endpoint({
    route,
    handle: async (request) => ({ status: 200, body: { read: await handle(request) } }),
  });
  server = await startHttpServer({ port: 0, onError: () => undefined });
  server.serve(
    createHttpFront({
      routes: [{ routeKey: 'GET /planted', functionLogicalId: 'planted', timeoutMs: 30_000 }],
      invoke: (_id, event) => planted(event as never, {} as never),
      onError: () => undefined,
    }),
  );
});

afterAll(async () => {
  log.restore();
  await server.stop();
  await engine.stop();
});

beforeEach(() => log.lines.splice(0));

async function ask(planted: Handle) {
  handle = planted;
  const answer = await fetch(`http://127.0.0.1:${server.port}/planted`, {
    headers: { authorization: own.authorization },
  });
  return { status: answer.status, text: await answer.text() };
}

const foreign = () => contactKey(other.accountId, PHONE);
const put = (key: Key): TransactItem => ({ Put: { Item: { ...key, note: 'written' } } });
const PARTITION_KEYS: Record<string, string> = {
  [DUE_INDEX]: 'gsi1pk',
  [CONTACT_INDEX]: 'gsi2pk',
  [TEXT_INDEX]: 'gsi3pk',
  [MESSAGE_INDEX]: 'gsi4pk',
};
const ofIndex = (IndexName: string, value: string) => ({
  IndexName,
  KeyConditionExpression: `${PARTITION_KEYS[IndexName]} = :pk`,
  ExpressionAttributeValues: { ':pk': value },
});

describe('a mistake in a handler that reaches for another account', () => {
  const mistakes: Record<string, Handle> = {
    'gets its contact': ({ platform }) => platform.table.get(foreign()),
    'gets it in a batch': ({ platform, account }) =>
      platform.table.batchGet([contactKey(account.id, PHONE), foreign()]),
    'queries its segments': ({ platform }) =>
      platform.table.queryAll({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': segmentsPk(other.accountId) },
      }),
    'queries the index for its contacts': ({ platform }) =>
      platform.table.queryAll(ofIndex(CONTACT_INDEX, contactShardPk(other.accountId, 0))),
    'queries the index for the texts of a phone': ({ platform }) =>
      platform.table.queryAll(ofIndex(TEXT_INDEX, textsPk(other.accountId, PHONE))),
    'queries the index for its messages': ({ platform }) =>
      platform.table.queryAll(ofIndex(MESSAGE_INDEX, messagesPks(other.accountId)[0] ?? '')),
    'queries the index of what is due': ({ platform }) =>
      platform.table.queryAll(ofIndex(DUE_INDEX, duePks('JOB')[0] ?? '')),
    'goes on from a place of its': ({ platform, account }) =>
      platform.table.queryPage({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': accountKey(account.id).pk },
        ExclusiveStartKey: accountKey(other.accountId),
      }),
    'scans the table': async ({ platform }) => (await platform.table.scan({}).next()).value as unknown,
    'scans a page of the table': ({ platform }) => platform.table.scanPage({}),
    'puts an item there': ({ platform }) => platform.table.put({ Item: { ...foreign(), note: 'written' } }),
    'updates it': ({ platform }) =>
      platform.table.update({ Key: foreign(), UpdateExpression: 'REMOVE note' }),
    'deletes it': ({ platform }) => platform.table.delete({ Key: foreign() }),
    'puts items there, many at once': ({ platform }) =>
      platform.table.batchPut([{ ...foreign(), note: 'written' }]),
    'deletes many at once': ({ platform }) => platform.table.batchDelete([foreign()]),
    'writes it in a transaction': ({ platform, account }) =>
      platform.table.transact([put(rateKey({ owner: account.id, bucket: 'read' })), put(foreign())]),
    'checks it in a transaction': ({ platform, account }) =>
      platform.table.transact([
        put(rateKey({ owner: account.id, bucket: 'read' })),
        { ConditionCheck: { Key: foreign(), ConditionExpression: 'attribute_exists(pk)' } },
      ]),
    'reads what is no business of an account': ({ platform }) => platform.table.get(sessionKey('x')),
    'writes an item that names it': ({ platform }) =>
      platform.table.put({ Item: { ...outboxKey('out_1'), accountId: other.accountId } }),
    'reads a part of its job without the job': ({ platform }) =>
      platform.table.get(progressKey(OTHER_JOB, 0)),
    'writes a part of its job': ({ platform }) =>
      platform.table.update({ Key: progressKey(OTHER_JOB, 0), UpdateExpression: 'REMOVE note' }),
    'begins an account whose id is longer': ({ platform, account }) =>
      platform.table.get(contactKey(`${account.id}1`, PHONE)),
  };

  it.each(Object.entries(mistakes))('%s: refused with a logged 500, without data', async (_what, planted) => {
    const { status, text } = await ask(planted);
    expect([status, (JSON.parse(text) as { code: number }).code]).toEqual([500, 33199]);
    expect(text).not.toContain(SECRET);
    expect(log.lines.filter((line) => line.includes('ForeignKeyError'))).toHaveLength(1);
  });

  it('has changed nothing', async () => {
    expect(await engine.table.get(foreign())).toMatchObject({ note: SECRET });
    expect(await engine.table.get(progressKey(OTHER_JOB, 0))).toMatchObject({ note: SECRET });
    expect(await engine.table.get(outboxKey('out_1'))).toBeUndefined();
  });
});

describe('a handler that does not look whose an item by id is', () => {
  it('finds nothing of another account', async () => {
    const { status, text } = await ask(async ({ platform: { table } }) => [
      (await table.get(messageKey(OTHER_MESSAGE))) ?? 'absent',
      (await table.get(jobKey(OTHER_JOB))) ?? 'absent',
      (await table.batchGet([jobKey(OTHER_JOB), jobKey(OWN_JOB)])).map((item) => item?.pk ?? 'absent'),
    ]);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { read: ['absent', 'absent', ['absent', jobKey(OWN_JOB).pk]] },
    ]);
  });
});

describe('parts of an item that was deleted before them', () => {
  it('are absent when the item itself is asked for with them', async () => {
    const job = 'brc_01KJMNEX00A5DWRV8QZ9RT5GNE';
    await engine.table.put({ Item: { ...progressKey(job, 0), note: SECRET } });
    const { status, text } = await ask(async ({ platform: { table } }) =>
      (await table.batchGet([jobKey(job), progressKey(job, 0)])).map((item) => item ?? 'absent'),
    );
    expect([status, JSON.parse(text)]).toEqual([200, { read: ['absent', 'absent'] }]);
  });
});

describe('what an account may reach', () => {
  it('is its own, the parts of what an item says is its own, new ids, and shared kinds', async () => {
    const { status, text } = await ask(async ({ platform: { table, ids }, account }) => {
      const [job, part] = await Promise.all([table.get(jobKey(OWN_JOB)), table.get(progressKey(OWN_JOB, 0))]);
      const newJob = ids.next('brc');
      await table.batchPut([{ ...progressKey(newJob, 0), note: 'new' }]);
      await table.put({ Item: { ...erasureKey(ids.next('ers')), accountId: account.id } });
      await table.transact([put(linkOwnerKey('go.example.com/a')), put(outboxKey('out_2'))]);
      return [job?.accountId, part?.note, (await table.get(progressKey(newJob, 0)))?.note];
    });
    expect([status, JSON.parse(text)]).toEqual([200, { read: [own.accountId, 'own', 'new'] }]);
  });
});
