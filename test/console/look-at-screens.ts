import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn } from './browser';
import { readDemo } from './demo';
import { allScreens } from './screens';

/** Rules of axe on colours; the results of all others are the same in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const JARGON = /\b(lane|sweep|chunk|shard|undefined|null|NaN)\b|\[object|\{"/i;

/** Declares a test for each screen: people and machines can read it, in light and dark. */
export function lookAtScreens(width: number): void {
  const demo = readDemo();
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await connectToBrowser();
    page = await signIn(await openContext(browser, { width }), demo, 'operator');
  });

  afterAll(() => browser.close());

  it.each(allScreens(demo.accountId))(
    '%s shows no error, fits, and axe finds no violation',
    async (screen) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await openScreen(page, demo, screen);
      const faults = [...(await faultsOf(page)), ...(await violationsOf(new AxeBuilder({ page })))];
      await page.emulateMedia({ colorScheme: 'dark' });
      faults.push(...(await violationsOf(new AxeBuilder({ page }).withRules(COLOUR_RULES))));
      expect([...faults, ...refusedByPolicy(page.context())]).toEqual([]);
    },
  );
}

/** Finds what a reader must never see: an empty screen, an error, a technical term, a screen wider than the window. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const text = await page.locator('main').innerText();
  if (/could not be loaded|cannot be shown|Nothing here/.test(text)) faults.push(text.slice(0, 300));
  const jargon = JARGON.exec(text);
  if (jargon !== null) faults.push(`says ${jargon[0]}`);
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  if (tooWide > 0) faults.push(`${tooWide} pixels too wide`);
  return faults;
}

/** Frame of the design system on a phone: the attribute has no meaning there, and does no harm. */
const OF_DESIGN_SYSTEM = /^<nav [^>]*aria-orientation="horizontal"/;

/** Finds what people with assistive technology cannot use. */
export async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'aria-allowed-attr' || !OF_DESIGN_SYSTEM.test(html))
      .map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
}
