import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildConsole, CONSOLE_DIST } from '../../lib/console/build-console';
import { startService } from '../support/service/start-service';
import { CHROMIUM_FLAGS, openContext, openScreen, signIn } from './browser';
import { callApi, type Demo, readDemo } from './demo';
import { findChromium } from './find-chromium';

/** `npm run console:pictures`: takes the pictures of README and docs, of a service with demo data, times it and measures what is loaded first. */
const FOLDER = 'docs/pictures';
const FIRST_VIEWS = 5;
const PHONE = { width: 390, height: 844 };
const CAMPAIGN = 'Autumn blend';
const QUESTION = 'Great, thank you!';
const SLOW_SCREENS = ['overview', 'contacts'];
/** Bytes a second of a line of 400 kbit/s, and its delay. */
const SLOW_LINE = { offline: false, latency: 100, downloadThroughput: 50_000, uploadThroughput: 50_000 };

await buildConsole(process.cwd());
process.stdout.write(
  `Before the first screen: ${kilobytes('br')} KB with brotli, ${kilobytes('gz')} KB with gzip\n`,
);
const startedMs = performance.now();
const service = await startService(['--in-memory', '--demo'], { hasOwnTable: true });
process.stdout.write(`Ready with demo data after ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`);
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const demo = readDemo(service.dataDir);
  const context = await openContext(browser);
  await takePictures(context, demo);
  const times = await timeFirstViews(context, demo);
  process.stdout.write(
    `First view of the overview: ${times.map((ms) => `${Math.round(ms)} ms`).join(', ')}\n`,
  );
  for (const screen of SLOW_SCREENS) {
    const { frameMs, screenMs } = await timeSlowView(context, { demo, screen });
    process.stdout.write(
      `On a line of 400 kbit/s: frame ${Math.round(frameMs)} ms, ${screen} ${Math.round(screenMs)} ms\n`,
    );
  }
} finally {
  await browser.close();
  await service.stop();
}

/** Adds up the scripts and styles of the page itself, which a browser loads before it asks for a screen. */
function kilobytes(packedAs: 'br' | 'gz'): number {
  const page = readFileSync(join(CONSOLE_DIST, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  );
  const bytes = files.map((file) => statSync(join(CONSOLE_DIST, `${file}.${packedAs}`)).size);
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1000);
}

async function takePictures(context: BrowserContext, demo: Demo): Promise<void> {
  const page = await signIn(context, demo, 'admin');
  const take = async (screen: string, name: string) => {
    await openScreen(page, demo, screen);
    await page.screenshot({ path: `${FOLDER}/console-${name}.png` });
  };
  await take('overview', 'overview');
  const list = await callApi<{ results: { id: string; name: string }[] }>(demo, 'GET', '/api/v1/campaigns');
  const campaign = list.results.find(({ name }) => name === CAMPAIGN);
  await take(`campaigns/${campaign?.id ?? ''}`, 'campaign');
  await openScreen(page, demo, 'inbox');
  const address = await page.getByRole('row', { name: QUESTION }).getByRole('link').getAttribute('href');
  await take(address?.split('/').slice(-2).join('/') ?? '', 'inbox');
  await page.setViewportSize(PHONE);
  await take('inbox', 'phone');
}

/** Times first views, each in a browser context that has loaded nothing before, with a signed-in user. */
async function timeFirstViews(context: BrowserContext, demo: Demo): Promise<number[]> {
  const storageState = await context.storageState();
  const times: number[] = [];
  for (let view = 0; view < FIRST_VIEWS; view += 1) times.push(await timeFirstView(storageState, demo));
  return times;
}

async function timeFirstView(
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
  demo: Demo,
): Promise<number> {
  const fresh = await browser.newContext({ storageState });
  const page = await fresh.newPage();
  const beganMs = performance.now();
  await openScreen(page, demo, 'overview');
  const tookMs = performance.now() - beganMs;
  await fresh.close();
  return tookMs;
}

/** Times a first view on a slow line: until the frame is painted, and until the screen is there. */
async function timeSlowView(
  context: BrowserContext,
  { demo, screen }: { demo: Demo; screen: string },
): Promise<{ frameMs: number; screenMs: number }> {
  const fresh = await browser.newContext({ storageState: await context.storageState() });
  const page = await fresh.newPage();
  const client = await fresh.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_LINE);
  const beganMs = performance.now();
  await openScreen(page, demo, screen);
  const screenMs = performance.now() - beganMs;
  const frameMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await fresh.close();
  return { frameMs, screenMs };
}
