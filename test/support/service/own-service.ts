import { callApi, connectToService, type TestService } from './service';
import { SERVICE_DATA_DIR, startService } from './start-service';

/** Local service that the tests of one file have to themselves. */
export interface OwnService extends TestService {
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts a service with a table of its own, for tests that move the clock or pause all sending. Commands of operators go to
 * it from then on.
 */
export async function startOwnService(): Promise<OwnService> {
  // The shared service must have answered at least one request when it ends.
  const shared = connectToService();
  await callApi(shared, { path: '/api/v1/campaigns' });
  shared.close();
  const own = await startService(['--in-memory'], { hasOwnTable: true });
  process.env[SERVICE_DATA_DIR] = own.dataDir;
  const service = connectToService();
  return {
    ...{ ...service, dataDir: own.dataDir },
    stop: () => {
      service.close();
      return own.stop();
    },
  };
}
