import { chromium, type BrowserServer } from 'playwright-core';
import { buildConsole } from '../../lib/console/build-console';
import { operate } from '../support/service/operate';
import { everyLimit } from '../support/routes/rate-limits';
import { SERVICE_DATA_DIR, startService, type StartedService } from '../support/service/start-service';
import { BROWSER_ADDRESS, CHROMIUM_FLAGS } from './browser';
import { fillDemo, readDemo } from './demo';
import { findChromium } from './find-chromium';
import { DEMO_THINGS } from './screens';

let service: StartedService | undefined;
let browser: BrowserServer | undefined;

/** Starts one local service with its demo users and some data, and one browser, for all tests of the console. */
export default async function setUp(): Promise<void> {
  const executablePath = findChromium();
  // Users are invited as in a stack with a user pool of its own; the local issuer still signs them in.
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

/** Lifts the rate limits, since these tests open screens faster than a person. */
async function liftRateLimits(accountId: string): Promise<void> {
  const limits = Object.entries(everyLimit(100_000)).map(([bucket, limit]) => `${bucket}=${limit}`);
  const flags = limits.flatMap((limit) => ['--rate-limit', limit]);
  await operate('account', 'set', '--account', accountId, ...flags);
}

export async function stopConsole(): Promise<void> {
  await browser?.close();
  await service?.stop();
}
