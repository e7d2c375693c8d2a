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

const screens = () => [...SCREENS, `campaigns/${campaignId}`, `campaigns/${campaignId}?tab=recipients`];

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

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('shows every screen without an error, and axe finds no violation', async () => {
    const context = await openContext(browser, { colorScheme });
    const page = await signIn(context, demo, 'operator');
    const found: Record<string, string[]> = {};
    for (const screen of screens()) {
      await openScreen(page, demo, screen);
      const problems = [...(await faultsOf(page)), ...(await violationsOf(page))];
      if (problems.length > 0) found[screen] = problems;
    }
    await context.close();
    expect(found).toEqual({});
  }, 240_000);
});

it('fits every screen on a phone', async () => {
  const context = await openContext(browser, { width: 390 });
  const page = await signIn(context, demo, 'operator');
  const found: Record<string, string[]> = {};
  for (const screen of screens()) {
    await openScreen(page, demo, screen);
    const problems = await faultsOf(page);
    if (problems.length > 0) found[screen] = problems;
  }
  await context.close();
  expect(found).toEqual({});
}, 120_000);
