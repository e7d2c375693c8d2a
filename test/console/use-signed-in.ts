import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectToBrowser, type DemoRole, openContext, refusedByPolicy, signIn } from './browser';
import { readDemo } from './demo';

/** Demo account, and a page in which one of its users is signed in, for the tests of a file. */
export interface SignedIn {
  readonly demo: ReturnType<typeof readDemo>;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Signs a demo user in before the tests of a file. In the end they fail if the page's policy has refused anything. */
export function useSignedIn(role: DemoRole): SignedIn {
  const demo = readDemo();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    browser = await connectToBrowser();
    context = await openContext(browser);
    page = await signIn(context, demo, role);
  });
  afterAll(async () => {
    const refused = refusedByPolicy(context);
    await browser.close();
    if (refused.length > 0) throw new Error(refused.join('\n'));
  });
  return {
    demo,
    get context() {
      return context;
    },
    get page() {
      return page;
    },
  };
}
