import { startEngine } from '../../../lib/local/engine';

/** Variable with the addresses of the engines, one for each Jest worker. */
const ENDPOINTS = 'TEST_ENGINE_ENDPOINTS';

/** Starts an embedded engine in memory for each Jest worker, which all of its test files share. */
export async function startSharedEngines(count: number): Promise<() => Promise<void>> {
  if (process.env.DYNAMODB_ENDPOINT !== undefined) return async () => undefined;
  const engines = await Promise.all(
    Array.from({ length: count }, () =>
      startEngine({
        rootDir: process.cwd(),
        onExit: (reason) => process.stderr.write(`The engine of the tests ended: ${reason}\n`),
      }),
    ),
  );
  process.env[ENDPOINTS] = engines.map(({ endpoint }) => endpoint).join(',');
  return async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
  };
}

/** Returns the engine of this Jest worker; absent outside Jest. */
export function sharedEndpoint(): string | undefined {
  const worker = Number(process.env.JEST_WORKER_ID);
  return process.env[ENDPOINTS]?.split(',')[worker - 1];
}
