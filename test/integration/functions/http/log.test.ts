import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { DEFAULT_ROUTE_HANDLER, type OperationId, ROUTES } from '../../../../functions/http/routes';
import type { Route } from '../../../../shared/http/route';
import { importFileKey } from '../../../../shared/platform/files/file-keys';
import { isMetrics, leaksIn, type LogEntry, takeEntries } from '../../../support/log-privacy/log-lines';
import { MARK, markedPhone } from '../../../support/log-privacy/marks';
import { createMarkedWorld, type MarkedWorld } from '../../../support/log-privacy/marked-world';
import {
  type Made,
  markedRequests,
  type MarkedRequest,
  spoil,
} from '../../../support/log-privacy/marked-requests';
import { faultsOf } from '../../../support/log-privacy/quoting-faults';

type Operation = OperationId | 'unknownRoute';
type Handler = (event: object, context: object) => Promise<APIGatewayProxyStructuredResultV2>;
interface Call {
  answer: APIGatewayProxyStructuredResultV2;
  requestId: string;
  /** Log entries without metrics. */
  entries: LogEntry[];
}

let world: MarkedWorld;
const handlers = new Map<Operation, Handler>();
const routeKeys = new Map(
  (ROUTES as readonly Route[]).map(({ operationId, method, path }) => [
    operationId as Operation,
    `${method} ${path}`,
  ]),
);
let requests: ReturnType<typeof markedRequests>;
let calls = 0;
let run = 0;

const UNKNOWN_ROUTE = { operationId: 'unknownRoute', handler: DEFAULT_ROUTE_HANDLER, authentication: 'none' };
const TABLE = [...(ROUTES as readonly Route[]), UNKNOWN_ROUTE] as Array<
  Pick<Route, 'handler' | 'authentication' | 'bucket'> & { operationId: Operation }
>;

beforeAll(async () => {
  world = await createMarkedWorld();
  for (const { operationId, handler } of TABLE) {
    const loaded = (await import(join(process.cwd(), handler))) as { handler: Handler };
    handlers.set(operationId, loaded.handler);
  }
  const none: Made = {
    messageId: '',
    broadcastId: '',
    batchId: '',
    erasureId: '',
    importId: '',
    exportId: '',
    recipientExportIds: { broadcast: '', batch: '' },
    segmentIds: [],
  };
  const make = async (operationId: OperationId) => {
    return bodyOf(await call(operationId, markedRequests(world, none)[operationId](run++))).id ?? '';
  };
  const importId = await make('createImport');
  const { accountId } = world;
  world.files.set(importFileKey({ accountId, importId }), Buffer.from(`Phone\n${markedPhone(0)}\n`));
  const [broadcastId, batchId] = [await make('sendBroadcast'), await make('sendBatch')];
  const makeExport = async (operationId: OperationId) => {
    const request = markedRequests(world, { ...none, broadcastId, batchId })[operationId](run++);
    return bodyOf(await call(operationId, request)).id ?? '';
  };
  requests = markedRequests(world, {
    importId,
    exportId: await make('createContactExport'),
    messageId: await make('sendMessage'),
    broadcastId,
    batchId,
    recipientExportIds: {
      broadcast: await makeExport('createBroadcastExport'),
      batch: await makeExport('createBatchExport'),
    },
    erasureId: await make('eraseContact'),
    segmentIds: await Promise.all(Array.from({ length: 100 }, () => make('createSegment'))),
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.faults.set(undefined);
  takeEntries(world);
});

async function call(
  operationId: Operation,
  request: MarkedRequest & { authorization?: string | undefined },
): Promise<Call> {
  const { authorization = world.authorization, method = 'GET', rawPath = '/', body, query } = request;
  await request.prepare?.();
  const requestId = `request-${(calls += 1)}`;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const event = {
    routeKey: routeKeys.get(operationId) ?? '$default',
    rawPath,
    // From another network each time: posts to forms are counted by it.
    requestContext: {
      requestId,
      http: { method, path: rawPath, sourceIp: `10.0.${calls >> 8}.${calls % 256}` },
    },
    headers: {
      host: 'api.example.com',
      authorization,
      'content-type': 'application/json',
      ...request.headers,
    },
    ...(request.pathParameters && { pathParameters: request.pathParameters }),
    ...(query && { queryStringParameters: query }),
    body: text,
  };
  const answer = await handlers.get(operationId)!(event, { awsRequestId: 'invocation-1' });
  const entries = takeEntries(world);
  expect(leaksIn(entries, world)).toEqual([]);
  return { answer, requestId, entries: entries.filter((entry) => !isMetrics(entry)) };
}

/** Returns the body; an empty object for a page, or for its headers alone. */
const bodyOf = ({ answer: { body = '' } }: Call) =>
  JSON.parse(body.startsWith('{') ? body : '{}') as { id?: string; code?: number };

/** Expects that every line has the request's id, and the last one its outcome. */
function expectTold(operationId: Operation, { answer, requestId, entries }: Call, about: object = {}): void {
  const isAboutIt = expect.objectContaining({ requestId, operation: operationId }) as object;
  expect(entries).toEqual(entries.map(() => isAboutIt));
  expect(entries.at(-1)).toMatchObject({
    message: 'Request answered',
    status: answer.statusCode,
    ...about,
  });
}

describe.each(TABLE)('what $operationId logs', ({ operationId, authentication, bucket }) => {
  const isPrivate = authentication === 'basic';
  const succeed = () => call(operationId, requests[operationId](run++));

  it('tells which request, of which account, and how it ended', async () => {
    const made = await succeed();
    // No API key approves or rejects.
    const refusal = /^(approve|reject)/.test(operationId) ? [403] : [];
    const { statusCode = 0 } = made.answer;
    expect(statusCode < 400 ? [] : [statusCode]).toEqual(refusal);
    expect(made.entries).toHaveLength(1);
    expectTold(operationId, made, isPrivate ? { accountId: world.accountId } : {});
  });

  it('tells nothing of what a refused request said', async () => {
    const codes = new Set<unknown>();
    for (const request of spoil(requests[operationId](run++), world.authorization)) {
      const made = await call(operationId, request);
      if ((made.answer.statusCode ?? 0) < 400) continue;
      const { code } = bodyOf(made);
      const isKnown = isPrivate && code !== 33001;
      expectTold(operationId, made, {
        ...(code !== undefined && { code }),
        ...(isKnown && { accountId: world.accountId }),
      });
      codes.add(code);
    }
    expect(codes.has(33001)).toBe(isPrivate);
  });

  it('tells of a broken table and provider what broke where, and nothing of what it was about', async () => {
    world.faults.set(undefined);
    await succeed();
    const broken: Call[] = [];
    for (const fault of faultsOf(world.faults.calls())) {
      world.faults.set(fault);
      world.faults.arePortsBroken = fault === 'writes';
      broken.push(await succeed());
    }
    world.faults.arePortsBroken = false;
    broken.forEach((made) => expectTold(operationId, made));
    const errors = broken.flatMap(({ entries }) => entries.filter(({ level }) => level === 'ERROR'));
    const failures = broken.filter(({ answer }) => answer.statusCode === 500);
    expect(errors.length).toBeGreaterThanOrEqual(failures.length);
    for (const error of errors) {
      expect(error.stack).toEqual(expect.arrayContaining([expect.stringMatching(/^at .*:\d+:\d+\)?$/)]));
    }
    // The unknown route follows links, and so knows their account; forms have one.
    const hasAccount =
      isPrivate || ['unknownRoute', 'showForm', 'checkForm', 'submitForm'].includes(operationId);
    expect(failures.length > 0).toBe(hasAccount);
    expect(errors.some(({ accountId }) => accountId === world.accountId)).toBe(hasAccount);
  });

  if (bucket === undefined) return;
  it('tells who is over the limit', async () => {
    const { authorization, accountId } = world.limited;
    const { body, ...request } = requests[operationId](run++);
    // Without its key, for which it would wait.
    const limited = {
      ...request,
      body: typeof body === 'object' ? { ...body, idempotencyKey: undefined } : undefined,
      authorization,
    };
    expectTold(operationId, await call(operationId, limited), { status: 429, code: 33002, accountId });
  });
});

it.each([
  ['path that there is not', { rawPath: `/api/v1/${MARK}/${markedPhone(0)}` }, 404],
  ['method', { rawPath: `/api/v1/contacts/by-phone/${markedPhone(0)}`, method: 'PUT' }, 405],
])('does not quote a %s', async (_title, request, status) => {
  const made = await call('unknownRoute', request);
  expectTold('unknownRoute', made, { status });
});
