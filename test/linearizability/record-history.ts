import { startEngine } from '../../lib/local/engine';
import { seededRandom } from '../support/run/seeded-random';
import { type FaultyProxy, startFaultyProxy } from '../support/service/faulty-proxy';
import { connectToService, type TestService } from '../support/service/service';
import { SERVICE_DATA_DIR, startService, type StartedService } from '../support/service/start-service';
import { startBusyEngine } from './busy-engine';
import type { Call } from './history';
import { recordTraffic } from './traffic';

const CLIENTS = 6;
/** Time that each service's provider takes for a message, in milliseconds. */
const PROVIDERS_TAKE_MS = [0, 12];

export interface Recorded {
  calls: Call[];
  /** Writes that were refused because of transactions, and those whose answer was lost. */
  conflicts: number;
  lost: number;
}

/**
 * Starts two local services on one table, as Lambda runs many instances of a function, and records the calls of accounts, one
 * account after another. Every third account pays from credit shards from the beginning.
 */
export async function recordHistory(options: { accounts: number; seed: number }): Promise<Recorded> {
  const random = seededRandom(options.seed);
  const engine = await startEngine({
    rootDir: process.cwd(),
    onExit: (reason) => process.stderr.write(`The embedded database ended: ${reason}\n`),
  });
  const busy = await startBusyEngine(engine.endpoint, random);
  const started: StartedService[] = [];
  const services: TestService[] = [];
  const networks: FaultyProxy[] = [];
  try {
    for (const ms of PROVIDERS_TAKE_MS) {
      const environment = { DYNAMODB_ENDPOINT: busy.endpoint, SIMULATOR_LATENCY_MS: `${ms}` };
      const one = await startService(['--in-memory'], { environment });
      started.push(one);
      process.env[SERVICE_DATA_DIR] = one.dataDir;
      services.push(connectToService());
    }
    const [service] = services;
    if (!service) throw new Error('There is no service');
    for (let client = 0; client < CLIENTS; client++) {
      networks.push(await startFaultyProxy(services[client % services.length]?.baseUrl ?? ''));
    }
    const calls: Call[] = [];
    for (let account = 0; account < options.accounts; account++) {
      const hasCreditShards = account % 3 === 2;
      calls.push(...(await recordTraffic({ service, networks, random, hasCreditShards })));
    }
    return { calls, ...busy.counts };
  } finally {
    for (const network of networks) await network.stop();
    for (const service of services) service.close();
    for (const one of started) await one.stop();
    await busy.stop();
    await engine.stop();
  }
}
