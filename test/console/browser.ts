import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Demo } from './demo';
import { pathOf } from './screens';

/** Variable with the address of the browser that tests share. */
export const BROWSER_ADDRESS = 'TEST_CONSOLE_BROWSER';
/** Tests run as root in containers, where Chromium has no sandbox. */
export const CHROMIUM_FLAGS = ['--no-sandbox'];
const STEP_TIMEOUT_MS = 60_000;

/** Connects to the browser that all tests share. */
export function connectToBrowser(): Promise<Browser> {
  const address = process.env[BROWSER_ADDRESS];
  if (address === undefined) throw new Error('Tests of the console run by `npm run test:console` only');
  return chromium.connect(address);
}

interface Looks {
  width?: number;
  colorScheme?: 'light' | 'dark';
  locale?: string;
  javaScriptEnabled?: boolean;
}

/** Opens a browser context for one user, without stored data. */
export async function openContext(browser: Browser, looks: Looks = {}) {
  const { width = 1440, colorScheme = 'light', locale = 'en-US', javaScriptEnabled = true } = looks;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    ...{ colorScheme, locale, javaScriptEnabled },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const refused: string[] = [];
  refusals.set(context, refused);
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  return context;
}

const refusals = new WeakMap<BrowserContext, string[]>();

/** Returns the violations of pages' content security policy so far: inline styles and scripts, other sites. */
export const refusedByPolicy = (context: BrowserContext): string[] => refusals.get(context) ?? [];

export type DemoRole = 'viewer' | 'editor' | 'sender' | 'admin' | 'operator';

/** Signs in as a demo user through the local issuer, as a person does. */
export async function signIn(context: BrowserContext, demo: Demo, role: DemoRole): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${demo.baseUrl}/console/`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('[name=email]').fill(`${role}@demo.example`);
  await page.locator('[name=password]').fill(demo.consolePassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/console\/acc_/);
  return page;
}

/** Opens a screen of the demo account, or of operators, and waits for its heading and for its data. */
export async function openScreen(page: Page, demo: Demo, screen: string): Promise<void> {
  await page.goto(`${demo.baseUrl}/console/${pathOf(demo.accountId, screen)}`);
  await page.evaluate(UNTIL_LOADED);
}

/** Waits until a screen is complete for some frames, since loaded data may cause further requests. */
const UNTIL_LOADED = `new Promise((resolve, reject) => {
  const deadlineMs = performance.now() + ${STEP_TIMEOUT_MS};
  let frames = 0;
  const look = () => {
    const isLoaded = document.querySelector('h1') && document.querySelector('[aria-busy=false]')
      && !document.querySelector('[data-loading]');
    frames = isLoaded ? frames + 1 : 0;
    if (frames > 4) resolve();
    else if (performance.now() > deadlineMs) reject(new Error('The screen goes on loading'));
    else requestAnimationFrame(look);
  };
  look();
})`;

const POLL_MS = 50;

/** Waits until an expression is true in a page. The page's policy refuses the function of Playwright that polls by itself. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  const deadlineMs = Date.now() + STEP_TIMEOUT_MS;
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > deadlineMs) throw new Error(`It does not become true: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
