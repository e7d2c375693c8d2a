import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openContext, openScreen, signIn } from './browser';
import { fillDemo, readDemo } from './demo';
import { SCREENS } from './screens';

/** Every screen, for every reader: readable by machines and on a phone, in light and dark. */
const demo = readDemo();
let browser: Browser;
let campaignId: string;

beforeAll(async () => {
  browser = await openBrowser();
  ({ campaignId } = await fillDemo(demo, { contacts: 12 }));
});

afterAll(() => browser.close());

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** What a reader must never see: an empty screen, an error, a screen wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const text = await page.locator('main').innerText();
  if (/could not be loaded|cannot be shown|Nothing here/.test(text)) faults.push(text.slice(0, 300));
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  if (tooWide > 0) faults.push(`${tooWide} pixels too wide`);
  return faults;
}

const NAMES = [...SCREENS, 'campaigns/:campaignId', 'campaigns/:campaignId?tab=recipients'];
const addressOf = (name: string) => name.replace(':campaignId', campaignId);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  let page: Page;

  beforeAll(async () => {
    page = await signIn(await openContext(browser, { colorScheme }), demo, 'operator');
  });

  afterAll(() => page.context().close());

  it.each(NAMES)('%s shows no error, and axe finds no violation', async (name) => {
    await openScreen(page, demo, addressOf(name));
    expect([...(await faultsOf(page)), ...(await violationsOf(page))]).toEqual([]);
  });
});

describe('on a phone', () => {
  let page: Page;

  beforeAll(async () => {
    page = await signIn(await openContext(browser, { width: 390 }), demo, 'operator');
  });

  afterAll(() => page.context().close());

  it.each(NAMES)('%s fits', async (name) => {
    await openScreen(page, demo, addressOf(name));
    expect(await faultsOf(page)).toEqual([]);
  });
});
