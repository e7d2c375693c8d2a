import type { Browser } from 'playwright-core';
import { waitFor } from '../support/run/wait-for';
import { connectToBrowser, openContext, openScreen, signIn } from './browser';
import { readDemo } from './demo';

const demo = readDemo();
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
});
afterAll(() => browser.close());

it.each([1280, 390])('addresses are told of approvals, at %i pixels', async (width) => {
  const page = await signIn(await openContext(browser, { width }), demo, 'admin');
  await openScreen(page, demo, 'settings');
  const field = page.getByLabel('E-mail of approvals');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await field.fill('ann');
  await save.click();
  await page.getByText('must be an e-mail address', { exact: true }).waitFor();
  const [ann, bob] = [`ann${width}@example.com`, `bob${width}@example.com`];
  await field.fill(`${ann}, ${bob}`);
  await save.click();
  await page.getByText('The settings are saved.').waitFor();
  expect(await field.inputValue()).toBe(`${ann}, ${bob}`);
  await waitFor(async () => {
    const { mails } = (await (await fetch(`${demo.baseUrl}/_local/mails`)).json()) as {
      mails: Array<{ to: string }>;
    };
    return mails.some(({ to }) => to === bob) ? true : undefined;
  });
  await field.fill('');
  await save.click();
  await page.getByText('The settings are saved.').first().waitFor();
});
