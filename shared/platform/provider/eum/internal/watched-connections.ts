import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/**
 * Longest idle time after which a connection is used again. The other side may have closed it meanwhile, in particular
 * while a Lambda was frozen, and a request that is written into a closed connection has an unknown outcome.
 */
const MAX_IDLE_MS = 4_000;
const CONNECT_TIMEOUT_MS = 3_000;

type Attempt<Answer> = { answer: Answer } | { error: unknown; wasUnsent: boolean };

interface WatchedConnections {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
  /**
   * Makes one request over these agents. After a failure, `wasUnsent` is true when its connection was never
   * established: nothing was sent then.
   */
  attempt<Answer>(request: () => Promise<Answer>): Promise<Attempt<Answer>>;
  close(): void;
}

/**
 * Creates connections that show whether an error occurred before or after the request was written. With TLS, a
 * connection is established once the handshake is done.
 */
export function createWatchedConnections(
  options: { connectTimeoutMs?: number; maxIdleMs?: number } = {},
): WatchedConnections {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS, maxIdleMs = MAX_IDLE_MS } = options;
  // Independent of how the SDK translates the error.
  const requests = new AsyncLocalStorage<{ wasUnsent: boolean }>();
  const idleSinceMs = new WeakMap<Duplex, number>();

  const watch = (socket: Duplex | null | undefined, readyEvent: 'connect' | 'secureConnect'): void => {
    const request = requests.getStore();
    if (!socket) return;
    const timer = setTimeout(
      () => socket.destroy(new Error('The connection did not come about in time')),
      connectTimeoutMs,
    );
    const onError = (): void => {
      if (request) request.wasUnsent = true;
    };
    socket.once('error', onError);
    socket.once('close', () => clearTimeout(timer));
    socket.once(readyEvent, () => {
      clearTimeout(timer);
      socket.off('error', onError);
    });
  };
  const agentOptions: AgentOptions = { keepAlive: true };
  const httpAgent = new (class extends HttpAgent {
    override createConnection(...args: Parameters<HttpAgent['createConnection']>) {
      const socket = super.createConnection(...args);
      watch(socket, 'connect');
      return socket;
    }
  })(agentOptions);
  const httpsAgent = new (class extends HttpsAgent {
    override createConnection(...args: Parameters<HttpsAgent['createConnection']>) {
      const socket = super.createConnection(...args);
      watch(socket, 'secureConnect');
      return socket;
    }
  })(agentOptions);
  const agents = [httpAgent, httpsAgent];
  for (const agent of agents) {
    agent.on('free', (socket: Duplex) => idleSinceMs.set(socket, Date.now()));
  }

  const dropStale = (): void => {
    const nowMs = Date.now();
    for (const socket of agents.flatMap((agent) => Object.values(agent.freeSockets)).flat()) {
      if (socket && Math.abs(nowMs - (idleSinceMs.get(socket) ?? 0)) > maxIdleMs) socket.destroy();
    }
  };
  return {
    httpAgent,
    httpsAgent,
    attempt: async (request) => {
      dropStale();
      const fate = { wasUnsent: false };
      try {
        return { answer: await requests.run(fate, request) };
      } catch (error) {
        return { error, wasUnsent: fate.wasUnsent };
      }
    },
    close: () => {
      for (const agent of agents) agent.destroy();
    },
  };
}
