import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn } from './browser';
import { readDemo } from './demo';
import { allScreens } from './screens';

/** Rules of axe on colours; the results of all others are the same in light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const JARGON = /\b(lane|sweep|chunk|shard|undefined|null|NaN)\b|\[object|\{"/i;

/** Program of IBM's accessibility checker, for a page. */
const CHECKER = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace-window.js'),
  'utf8',
);

/** Declares a test for each screen: people and machines can read it, in light and dark, by two engines. */
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
    '%s shows no error, fits, and neither axe nor IBM’s checker finds a violation',
    async (screen) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await openScreen(page, demo, screen);
      const faults = [
        ...(await faultsOf(page)),
        ...(await violationsOf(new AxeBuilder({ page }))),
        ...(await failuresOf(page)),
      ];
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

interface Failure {
  rule: string;
  message: string;
  html: string;
}

/** Failures that are none, by the rule: what the label encloses, or which part of the design system it belongs to. */
const NO_FAILURES: Record<string, RegExp> = {
  // A field of choices or of rules: each of them has its own label, and their group is named by this one.
  label_ref_valid: /^<label for="formField[^>]*class="awsui_label/,
  // Its words are read out and not shown: the sentence around the control shows them.
  label_content_exists: /^<label for="formField[^>]*class="awsui_label/,
};

/** Finds what fails by the rules of IBM's checker for WCAG 2.2. What needs a person to decide is not among it. */
async function failuresOf(page: Page): Promise<string[]> {
  await page.evaluate(CHECKER);
  const failures = await page.evaluate<Failure[]>(`new window.ace.Checker()
    .check(document, ['WCAG_2_2'])
    .then(({ results }) => results
      .filter(({ value: [level, outcome] }) => level === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId: rule, message, snippet: html }) => ({ rule, message, html })))`);
  return failures
    .filter(({ rule, html }) => NO_FAILURES[rule]?.test(html) !== true)
    .map(({ rule, message, html }) => `${rule}: ${message} ${html.slice(0, 160)}`);
}
