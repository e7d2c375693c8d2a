import { chromium, type BrowserServer } from 'playwright-core';
import { buildConsole } from '../../lib/console/build-console';
import { operate } from '../support/operate';
import { everyLimit } from '../support/rate-limits';
import { SERVICE_DATA_DIR, startService, type StartedService } from '../support/start-service';
import { BROWSER_ADDRESS, CHROMIUM_FLAGS } from './browser';
import { fillDemo, readDemo } from './demo';
import { findChromium } from './find-chromium';
import { DEMO_THINGS } from './screens';

let service: StartedService | undefined;
let browser: BrowserServer | undefined;

/** One local service with its demo users and some data, and one browser, for all tests of the console. */
export default async function setUp(): Promise<void> {
  const executablePath = findChromium();
  // Users are invited as in a stack that made its own user pool; the local issuer signs them in all the same.
  process.env.USER_POOL_ID = 'us-east-1_Test';
  [service, browser] = await Promise.all([
    startService(['--in-memory']),
    chromium.launchServer({ executablePath, args: CHROMIUM_FLAGS }),
    buildConsole(process.cwd()),
  ]);
  process.env[SERVICE_DATA_DIR] = service.dataDir;
  process.env[BROWSER_ADDRESS] = browser.wsEndpoint();
  const demo = readDemo();
  await liftRateLimits(demo.accountId);
  process.env[DEMO_THINGS] = JSON.stringify(await fillDemo(demo, { contacts: 12 }));
}

/** No person opens screen after screen as fast as these tests do. */
async function liftRateLimits(accountId: string): Promise<void> {
  const limits = Object.entries(everyLimit(100_000)).map(([bucket, limit]) => `${bucket}=${limit}`);
  const flags = limits.flatMap((limit) => ['--rate-limit', limit]);
  await operate('account', 'set', '--account', accountId, ...flags);
}

export async function stopConsole(): Promise<void> {
  await browser?.close();
  await service?.stop();
}
