import { getPlatform } from '../../shared/platform/platform';
import { startEngine, type TestEngine } from '../support/engines/engine';

/** Measures with an engine of its own, which the handlers in this process use too. */
export async function withEngine<T>(measure: (engine: TestEngine) => Promise<T>): Promise<T> {
  const engine = await startEngine({ usesSdk: true });
  try {
    engine.setEnvironment();
    return await measure(engine);
  } finally {
    await engine.stop();
  }
}

/** Sets a provider that takes every message at once. */
export function useInstantProvider(): void {
  Object.assign(getPlatform(), {
    provider: { send: async () => ({ outcome: 'accepted', providerMessageId: 'bench' }) },
  });
}
