import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createEventBus } from '../../../../../shared/platform/queues/event-bus';
import { createQueues } from '../../../../../shared/platform/queues/queues';
import { createServiceTable } from '../../../../../shared/platform/store/client/internal/service-table';
import { createDynamoDBClient, createTable } from '../../../../../shared/platform/store/table';

const ATTEMPTS = 5;
const LIMITS = { answerMs: 100 };
const ENVIRONMENT = { ...process.env };

let server: Server;
let url: string;
const connections = new Set<Socket>();

/** A service that accepts connections, and answers nothing. */
beforeAll(async () => {
  server = createServer((socket) => void connections.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: url,
  });
});
let before = 0;
beforeEach(() => (before = connections.size));
afterAll(async () => {
  process.env = ENVIRONMENT;
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of connections) socket.destroy();
  await closed;
});

it.each([
  ['the table of functions', () => createServiceTable('Messaging', LIMITS).get({ pk: 'a', sk: 'b' })],
  [
    'the table of the operator',
    () => createTable('Messaging', createDynamoDBClient(LIMITS)).get({ pk: 'a', sk: 'b' }),
  ],
  [
    'the queues',
    () => createQueues(() => `${url}/queue`, LIMITS).send('message', [{ body: { messageId: 'msg_1' } }]),
  ],
  [
    'the bus',
    () =>
      createEventBus(() => 'bus', LIMITS).publish([
        { detailType: 'test', time: '2026-03-01T12:00:00.000Z', detail: {} },
      ]),
  ],
])('a connection that goes silent is given up for the next attempt: %s', async (_, request) => {
  await expect(request()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(connections.size - before).toBe(ATTEMPTS);
});
