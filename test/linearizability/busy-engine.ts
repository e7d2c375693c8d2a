import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Time for which a transaction holds its items, so that others come meanwhile. */
const HOLDS_MS = 2;
/** Share of writes whose answer is lost. The SDK sends them again: a transaction with its token, another write as it is. */
const LOST = 0.02;

interface Key {
  pk: { S: string };
  sk: { S: string };
}
/** Write of one item, or action of a transaction. */
interface Write {
  Item?: Key;
  Key?: Key;
}
interface Transaction {
  ClientRequestToken: string;
  TransactItems: Array<Record<string, Write>>;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Server before an engine, with what DynamoDB does and a local engine does not. */
export interface BusyEngine {
  endpoint: string;
  /** Writes that were refused because of transactions, and those whose answer was lost. */
  counts: { conflicts: number; lost: number };
  stop(): Promise<void>;
}

/**
 * Starts a server before an engine on which, as on DynamoDB, an item can be in one transaction at a time, and a transaction that
 * is repeated with its token has its first answer, whatever its items are in by then. It loses some answers of writes.
 */
export async function startBusyEngine(endpoint: string, random: () => number): Promise<BusyEngine> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const counts = { conflicts: 0, lost: 0 };
  const held = new Set<string>();
  const answered = new Map<string, Answer>();

  const loseSome = (answer: Answer): Answer | 'lost' => {
    if (answer.status !== 200 || random() >= LOST) return answer;
    counts.lost += 1;
    return 'lost';
  };
  const transact = async (transaction: Transaction, ask: () => Promise<Answer>): Promise<Answer | 'lost'> => {
    const { ClientRequestToken: token, TransactItems: actions } = transaction;
    const known = answered.get(token);
    if (known) return known;
    const keys = actions.flatMap((action) => Object.values(action)).map(keyOf);
    const taken = keys.map((key) => held.has(key));
    if (taken.includes(true)) {
      counts.conflicts += 1;
      const CancellationReasons = taken.map((isTaken) => ({
        Code: isTaken ? 'TransactionConflict' : 'None',
      }));
      return refusal('TransactionCanceledException', { CancellationReasons });
    }
    for (const key of keys) held.add(key);
    try {
      const answer = await ask();
      await sleep(HOLDS_MS);
      if (answer.status === 200) answered.set(token, answer);
      return loseSome(answer);
    } finally {
      for (const key of keys) held.delete(key);
    }
  };
  const write = async (one: Write, ask: () => Promise<Answer>): Promise<Answer | 'lost'> => {
    if (!held.has(keyOf(one))) return loseSome(await ask());
    counts.conflicts += 1;
    return refusal('TransactionConflictException', {});
  };

  const server = createServer((incoming, response) => {
    const serve = async () => {
      const body = await readAll(incoming);
      const ask = () => forward(incoming, { body, endpoint, agent });
      const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
      const answer =
        operation === 'TransactWriteItems'
          ? await transact(JSON.parse(body.toString()) as Transaction, ask)
          : WRITES.includes(operation)
            ? await write(JSON.parse(body.toString()) as Write, ask)
            : await ask();
      if (answer === 'lost') return incoming.socket.destroy();
      response.writeHead(answer.status, answer.headers);
      return response.end(answer.body);
    };
    // A connection that breaks on either side is one more lost answer.
    serve().catch(() => incoming.socket.destroy());
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

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

function keyOf({ Item: item, Key: key = item }: Write): string {
  return `${key?.pk.S} ${key?.sk.S}`;
}

/** Builds DynamoDB's answer to a write of an item that is in a transaction. */
function refusal(type: string, details: object): Answer {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'Conflict', ...details };
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
