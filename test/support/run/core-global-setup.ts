import setUp from './global-setup';
import { startSharedEngines } from '../engines/shared-engines';

let stopEngines: (() => Promise<void>) | undefined;

export default async function setUpCore({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  setUp();
  stopEngines = await startSharedEngines(maxWorkers);
}

export async function tearDownCore(): Promise<void> {
  await stopEngines?.();
}
