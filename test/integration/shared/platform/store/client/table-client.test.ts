import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServiceTable } from '../../../../../../shared/platform/store/client/internal/service-table';
import { createTable, type Table } from '../../../../../../shared/platform/store/table';

const ENVIRONMENT = { ...process.env };

interface Asked {
  target: string;
  body: Record<string, unknown>;
}

let server: Server;
let asked: Asked[];
let answer: (response: ServerResponse, request: IncomingMessage, count: number) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body'];
      asked.push({ target: String(request.headers['x-amz-target']), body });
      answer(response, request, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
beforeEach(() => (asked = []));
afterAll(async () => {
  process.env = ENVIRONMENT;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function reply(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const error = (type: string, more: object = {}) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${type}`,
  message: 'No.',
  ...more,
});

const KEY = { pk: 'a', sk: 'b' };
const put = (table: Table) =>
  table.put({ Item: { ...KEY, n: 1 }, ConditionExpression: 'attribute_not_exists(pk)' });
const transact = (table: Table) =>
  table.transact([{ Delete: { Key: KEY, ConditionExpression: 'attribute_exists(pk)' } }]);

/** Both clients of a table return the same answers. */
describe.each([
  ['functions', () => createServiceTable('T')],
  ['the operator', () => createTable('T')],
])('the table of %s', (_name, open) => {
  let table: Table;
  beforeEach(() => (table = open()));

  it.each([
    ['a failure of DynamoDB', 500, error('InternalServerError')],
    ['a failure of what is before it', 503, '<html></html>'],
    ['a throttle', 400, error('ThrottlingException')],
    ['a table under too much load', 400, error('ProvisionedThroughputExceededException')],
    ['a transaction that is still under way', 400, error('TransactionInProgressException')],
  ])('tries again after %s', async (_what, status, body) => {
    answer = (response, _request, count) =>
      count < 3 ? reply(response, status, body) : reply(response, 200, { Item: { pk: { S: 'a' } } });
    expect(await table.get(KEY)).toEqual({ pk: 'a' });
    expect(asked).toHaveLength(3);
  });

  it('tries again on a connection that breaks', async () => {
    answer = (response, request, count) =>
      count < 3 ? void request.socket.destroy() : reply(response, 200, {});
    expect(await table.get(KEY)).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  it('gives up after five attempts, with the error’s own name', async () => {
    answer = (response) => reply(response, 400, error('ProvisionedThroughputExceededException'));
    const failure = await table.get(KEY).catch((thrown: unknown) => (thrown as Error).name);
    expect(failure).toBe('ProvisionedThroughputExceededException');
    expect(asked).toHaveLength(5);
  });

  it.each(['ValidationException', 'AccessDeniedException', 'ResourceNotFoundException'])(
    'tries nothing twice that stays wrong: %s',
    async (type) => {
      answer = (response) => reply(response, 400, error(type));
      await expect(table.get(KEY)).rejects.toMatchObject({ name: type });
      expect(asked).toHaveLength(1);
    },
  );

  it('answers with the item that did not meet a condition', async () => {
    const Item = { pk: { S: 'a' }, data: { B: 'aGk=' } };
    answer = (response) => reply(response, 400, error('ConditionalCheckFailedException', { Item }));
    const result = await put(table);
    const found = 'found' in result ? result.found : undefined;
    expect(found?.pk).toBe('a');
    expect(Buffer.from(found?.data as Uint8Array).toString('utf8')).toBe('hi');
  });

  it('makes one transaction of all attempts, and another of the next call', async () => {
    answer = (response, _request, count) => reply(response, count === 1 ? 500 : 200, {});
    expect(await transact(table)).toEqual({ committed: true });
    expect(await transact(table)).toEqual({ committed: true });
    const tokens = asked.map(({ body }) => body.ClientRequestToken);
    expect(tokens[0]).toBe(tokens[1]);
    expect(new Set(tokens).size).toBe(2);
  });

  it('writes a map with attributes of any name', async () => {
    answer = (response) => reply(response, 200, {});
    await table.put({ Item: { ...KEY, data: { constructor: 'x' } } });
    expect(asked[0]?.body.Item).toEqual({
      ...{ pk: { S: 'a' }, sk: { S: 'b' } },
      data: { M: { constructor: { S: 'x' } } },
    });
  });

  it('says which parts of a transaction did not hold', async () => {
    const CancellationReasons = [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } }];
    answer = (response) =>
      reply(response, 400, error('TransactionCanceledException', { CancellationReasons }));
    expect(await transact(table)).toEqual({
      committed: false,
      failed: [{ index: 0, reason: 'conditionFailed', found: { pk: 'a' } }],
    });
  });

  it('asks again for what a batch left over, in the form in which it was asked for', async () => {
    answer = (response, request, count) => {
      const { RequestItems: items } = asked.at(-1)?.body as { RequestItems: object };
      const isRead = String(request.headers['x-amz-target']).endsWith('BatchGetItem');
      const left = count % 2 === 1 ? items : {};
      reply(
        response,
        200,
        isRead ? { Responses: { T: [] }, UnprocessedKeys: left } : { UnprocessedItems: left },
      );
    };
    await table.batchGet([KEY]);
    await table.batchPut([{ ...KEY, data: new Uint8Array([1]) }]);
    await table.batchDelete([KEY]);
    expect(asked).toHaveLength(6);
    for (const index of [0, 2, 4]) expect(asked[index]?.body).toEqual(asked[index + 1]?.body);
  });
});
