import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { Demo } from './demo';
import { findChromium } from './find-chromium';

const STEP_TIMEOUT_MS = 20_000;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

interface Looks {
  width?: number;
  colorScheme?: 'light' | 'dark';
}

/** A browser of its own for one user: nothing is stored from before. */
export async function openContext(browser: Browser, { width = 1440, colorScheme = 'light' }: Looks = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  return context;
}

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

/** Opens a screen of the demo account and waits for its heading and for what it loads. */
export async function openScreen(page: Page, demo: Demo, screen: string): Promise<void> {
  await page.goto(`${demo.baseUrl}/console/${demo.accountId}/${screen}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}
