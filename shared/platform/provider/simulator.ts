import { Agent, request } from 'node:http';
import { LINE_TYPES, type LookUpOutcome, type LookUps, type SendOutcome, type Provider } from './port';

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Creates the provider for development and tests, which sends messages to the simulator of the local service over HTTP.
 *
 * The connection decides between `unavailable` and `unknown`: when it was not opened, nothing was written and the
 * message may be sent again; once it was open, a missing or broken answer is `unknown`.
 */
export function createSimulatorProvider(simulatorUrl: string): Provider {
  const agent = createAgent();
  const to = (path: string) => ({ url: new URL(path, simulatorUrl), agent, timeoutMs: ANSWER_TIMEOUT_MS });
  return {
    send: async (message) => readAnswer(await post({ ...to('/messages'), body: message })),
    check: async (message) => readAnswer(await post({ ...to('/checks'), body: message })),
  };
}

/** Creates the look-ups of the simulator, apart from its provider, as those of End User Messaging are. */
export function createSimulatorLookUps(simulatorUrl: string): LookUps {
  const to = { url: new URL('/look-ups', simulatorUrl), agent: createAgent() };
  return {
    lookUp: async (phoneNumber, { timeoutMs }) =>
      readLookUp(await post({ ...to, timeoutMs: Math.ceil(timeoutMs), body: { phoneNumber } })),
  };
}

const createAgent = () => new Agent({ keepAlive: true, maxSockets: 64 });

type Posted = { text: string } | { text: undefined; wasConnected: boolean };

function post(options: { url: URL; agent: Agent; timeoutMs: number; body: object }): Promise<Posted> {
  return new Promise((resolve) => {
    const payload = JSON.stringify(options.body);
    let connected = false;
    const outgoing = request(
      options.url,
      {
        method: 'POST',
        agent: options.agent,
        timeout: options.timeoutMs,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }));
        answer.on('error', () => resolve({ text: undefined, wasConnected: true }));
      },
    );
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) connected = true;
      else socket.once('connect', () => (connected = true));
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve({ text: undefined, wasConnected: connected }));
    outgoing.end(payload);
  });
}

function readAnswer(posted: Posted): SendOutcome {
  if (posted.text === undefined)
    return posted.wasConnected ? { outcome: 'unknown' } : { outcome: 'unavailable', retryAfterSeconds: 1 };
  const answer = parse<SendOutcome>(posted.text);
  switch (answer?.outcome) {
    case 'accepted':
    case 'refused':
    case 'unavailable':
      return answer;
    default:
      return { outcome: 'unknown' };
  }
}

function readLookUp({ text }: Posted): LookUpOutcome {
  const answer = text === undefined ? undefined : parse<LookUpOutcome>(text);
  switch (answer?.outcome) {
    case 'found':
      return LINE_TYPES.includes(answer.lineType) ? answer : NO_LOOK_UP;
    case 'refused':
    case 'unavailable':
      return answer;
    default:
      return NO_LOOK_UP;
  }
}

const NO_LOOK_UP: LookUpOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };

function parse<Answer>(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
