/**
 * Single sends per second over 1, 8 and 32 connections through the handler, compared with a server that only makes the
 * same DynamoDB calls, in the same process and the same run:
 *
 *   node --import tsx test/bench/throughput.ts
 */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { TestEngine } from '../support/engines/engine';
import { prepareBareSend } from './bare-send';
import { withEngine } from './bench-engine';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';

const CONNECTIONS = [1, 8, 32];
const SECONDS = 5;
const ROUNDS = 2;

export async function run(): Promise<BenchRow[]> {
  return withEngine(measure);
}

async function measure(engine: TestEngine): Promise<BenchRow[]> {
  const { requestBody, send, sendBare } = await prepareBareSend(engine);
  let sends = 0;
  const throughHandler = async (request: IncomingMessage) => {
    await text(request);
    return send(`bench:${(sends += 1)}`);
  };
  let bareSends = 0;
  const bare = async (request: IncomingMessage) => {
    await text(request);
    await sendBare((bareSends += 1))();
    return 'bare';
  };
  const body = requestBody('bench:any');
  const rows: BenchRow[] = [];
  for (const connections of CONNECTIONS) {
    let measured = 0;
    let floor = 0;
    for (let round = 0; round < ROUNDS; round++) {
      measured = Math.max(measured, await requestsPerSecond(throughHandler, { connections, body }));
      floor = Math.max(floor, await requestsPerSecond(bare, { connections, body }));
    }
    rows.push(
      benchRow({
        name: `single sends over ${connections} connection${connections === 1 ? '' : 's'}`,
        measured,
        floor,
        unit: 'sends/s',
        isRate: true,
        note: `best of ${ROUNDS} rounds of ${SECONDS} s`,
      }),
    );
  }
  return rows;
}

/** Measures the answers per second of a server in this process, over this many concurrent connections. */
export async function requestsPerSecond(
  answer: (request: IncomingMessage) => Promise<string>,
  options: { connections: number; body: string },
): Promise<number> {
  const listener: RequestListener = (request, response) => {
    answer(request).then(
      (body) => response.writeHead(201, { 'content-type': 'application/json' }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const result = await autocannon({
      url: `http://127.0.0.1:${port}/`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      duration: SECONDS,
      workers: 1,
      ...options,
    });
    if (result.non2xx > 0 || result.errors > 0) {
      throw new Error(`${result.non2xx} requests were refused, ${result.errors} failed`);
    }
    return result.requests.average;
  } finally {
    server.close();
  }
}

void runAsProgram(import.meta.url, run);
