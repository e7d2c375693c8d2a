import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, signIn } from './browser';
import { readDemo } from './demo';
import { allScreens } from './screens';

/** Tests of what each screen shows when the service fails. */
const demo = readDemo();
/** Screens that load nothing of their own before a text is typed or a value chosen. */
const LOADS_NOTHING = ['messages', 'imports/new', 'contacts?tab=filter', 'automations/new'];
const FAILURE = { code: 33199, message: 'Internal error.', status: 500, moreInfo: 'https://example.com' };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await connectToBrowser();
  page = await signIn(await openContext(browser), demo, 'operator');
  await page.route(/\/(console\/api\/(?!session)|api\/v1\/)/, (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'req-4711' }, json: FAILURE }),
  );
});

afterAll(() => browser.close());

it.each(allScreens(demo.accountId).filter((screen) => !LOADS_NOTHING.includes(screen)))(
  '%s says that it could not be loaded, with the id of the request',
  async (screen) => {
    await openScreen(page, demo, screen);
    const text = await page.locator('main').innerText();
    expect(text).toContain('could not be loaded');
    expect(text).toContain('req-4711');
  },
);

it.each(LOADS_NOTHING)('%s stays usable', async (screen) => {
  await openScreen(page, demo, screen);
  expect(await page.locator('main').innerText()).not.toContain('cannot be shown');
});

it('shows its frame before its scripts have come, and says so when they do not', async () => {
  const context = await openContext(browser, { javaScriptEnabled: false });
  const bare = await context.newPage();
  // Neither the scripts nor the large style sheet.
  await bare.route(/\/assets\/index-/, (route) => route.abort());
  await bare.goto(`${demo.baseUrl}/console/`, { waitUntil: 'commit' });
  const bar = bare.locator('.bar');
  await bar.getByText('Messaging').waitFor();
  expect((await bar.boundingBox())?.height).toBe(60);
  await bare.getByText('The console is being loaded.').waitFor();
  await context.close();
});
