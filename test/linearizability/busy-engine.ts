import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Time for which a transaction holds its items, so that others come meanwhile. */
const HOLDS_MS = 2;
/** Share of transactions whose answer is lost. The SDK sends them again, with the same token. */
const LOST = 0.02;

type Key = { pk: { S: string }; sk: { S: string } };
type Action = { Item?: Key; Key?: Key };
interface Transaction {
  ClientRequestToken: string;
  TransactItems: Array<Record<string, Action>>;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Server before an engine, with what DynamoDB does and a local engine does not. */
export interface BusyEngine {
  endpoint: string;
  /** Transactions that were cancelled because of others, and those whose answer was lost. */
  counts: { conflicts: number; lost: number };
  stop(): Promise<void>;
}

/**
 * Starts a server before an engine on which, as on DynamoDB, an item can be in one transaction at a time, and a transaction that
 * is repeated with its token has its first answer. It loses some answers of transactions.
 */
export async function startBusyEngine(endpoint: string, random: () => number): Promise<BusyEngine> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const counts = { conflicts: 0, lost: 0 };
  const held = new Set<string>();
  const answered = new Map<string, Answer>();

  const transact = async (transaction: Transaction, ask: () => Promise<Answer>): Promise<Answer | 'lost'> => {
    const { ClientRequestToken: token } = transaction;
    const known = answered.get(token);
    if (known) return known;
    const keys = keysOf(transaction);
    const taken = keys.map((key) => held.has(key));
    if (taken.includes(true)) {
      counts.conflicts += 1;
      return cancelled(taken);
    }
    for (const key of keys) held.add(key);
    try {
      const answer = await ask();
      await sleep(HOLDS_MS);
      if (answer.status !== 200 || random() >= LOST) return answer;
      answered.set(token, answer);
      counts.lost += 1;
      return 'lost';
    } finally {
      for (const key of keys) held.delete(key);
    }
  };

  const server = createServer((incoming, response) => {
    void readAll(incoming).then(async (body) => {
      const ask = () => forward(incoming, { body, endpoint, agent });
      const isTransaction = String(incoming.headers['x-amz-target']).endsWith('.TransactWriteItems');
      const answer = isTransaction
        ? await transact(JSON.parse(body.toString()) as Transaction, ask)
        : await ask();
      if (answer === 'lost') return incoming.socket.destroy();
      response.writeHead(answer.status, answer.headers);
      return response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    counts,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

const keysOf = ({ TransactItems }: Transaction): string[] =>
  TransactItems.flatMap((action) => Object.values(action)).map(({ Item, Key }) => {
    const { pk, sk } = Item ?? Key ?? { pk: { S: '' }, sk: { S: '' } };
    return `${pk.S} ${sk.S}`;
  });

/** Builds DynamoDB's answer to a transaction whose items are in another one. */
function cancelled(taken: boolean[]): Answer {
  const body = {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled',
    CancellationReasons: taken.map((isTaken) => ({ Code: isTaken ? 'TransactionConflict' : 'None' })),
  };
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { status: 400, headers, body: Buffer.from(JSON.stringify(body)) };
}

async function forward(
  incoming: IncomingMessage,
  { body, endpoint, agent }: { body: Buffer; endpoint: string; agent: Agent },
): Promise<Answer> {
  const { method, url, headers } = incoming;
  const { hostname, port, host } = new URL(endpoint);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, path: url, hostname, port, agent, headers: { ...headers, host } };
    request(options, resolve).on('error', reject).end(body);
  });
  return { status: answer.statusCode ?? 500, headers: answer.headers, body: await readAll(answer) };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
