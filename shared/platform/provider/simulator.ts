import { Agent, request } from 'node:http';
import type { SendOutcome, Provider } from './port';

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Creates the provider for development and tests, which sends messages to the simulator of the local service over HTTP.
 *
 * The connection decides between `unavailable` and `unknown`: when it was not opened, nothing was written and the
 * message may be sent again; once it was open, a missing or broken answer is `unknown`.
 */
export function createSimulatorProvider(simulatorUrl: string): Provider {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const to = (path: string) => ({ url: new URL(path, simulatorUrl), agent });
  return {
    send: (message) => post({ ...to('/messages'), message }),
    check: (message) => post({ ...to('/checks'), message }),
  };
}

function post(options: { url: URL; agent: Agent; message: object }): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const payload = JSON.stringify(options.message);
    let connected = false;
    const outgoing = request(
      options.url,
      {
        method: 'POST',
        agent: options.agent,
        timeout: ANSWER_TIMEOUT_MS,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(readAnswer(Buffer.concat(chunks).toString('utf8'))));
        answer.on('error', () => resolve({ outcome: 'unknown' }));
      },
    );
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) connected = true;
      else socket.once('connect', () => (connected = true));
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () =>
      resolve(connected ? { outcome: 'unknown' } : { outcome: 'unavailable', retryAfterSeconds: 1 }),
    );
    outgoing.end(payload);
  });
}

function readAnswer(text: string): SendOutcome {
  try {
    const answer = JSON.parse(text) as SendOutcome;
    switch (answer.outcome) {
      case 'accepted':
      case 'refused':
      case 'unavailable':
        return answer;
      default:
        return { outcome: 'unknown' };
    }
  } catch {
    return { outcome: 'unknown' };
  }
}
