import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn, type DemoRole } from './browser';
import { readDemo } from './demo';
import { readThings } from './screens';

/** Tests of opt-in forms in the console. */
const demo = readDemo();
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterAll(() => browser.close());

async function as(role: DemoRole, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await openContext(browser);
  await use(await signIn(context, demo, role));
  expect(refusedByPolicy(context)).toEqual([]);
  await context.close();
}

/** Chooses an option of a select that is named by its label. */
async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

describe('opt-in forms', () => {
  it('are created, seen as people see them, written for carriers, changed and deleted', async () => {
    await as('admin', async (page) => {
      const group = demo.groups[0]?.name ?? '';
      await openScreen(page, demo, 'forms');
      await page.getByRole('button', { name: 'Create form' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create an opt-in form' });
      const create = dialog.getByRole('button', { name: 'Create', exact: true });
      await dialog.getByLabel('Brand').fill('Acme Shoes');
      await choose(page, /^Group/, group);
      await dialog.getByLabel('What is sent').fill('Offers and news');
      await dialog.getByLabel('How often').fill('Weekly');
      expect(await create.isDisabled()).toBe(true);
      await dialog.getByLabel('Terms and conditions').fill('https://example.com/terms');
      await dialog.getByLabel('Privacy policy').fill('https://me:x@example.com/privacy');
      await choose(page, /^Countries/, 'Canada');
      await page.keyboard.press('Escape');
      await create.click();
      await dialog.getByText('must be an address with https').last().waitFor();
      await dialog.getByLabel('Privacy policy').fill('https://example.com/privacy');
      await create.click();

      await page.getByRole('heading', { level: 1, name: 'Acme Shoes' }).waitFor();
      await page.getByText('Canada', { exact: true }).waitFor();
      await page.getByText(group, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Copy the address' }).waitFor();
      const [shown] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'Open the page' }).click(),
      ]);
      await shown.getByRole('heading', { name: 'Get text messages from Acme Shoes' }).waitFor();
      expect(new URL(shown.url()).pathname).toMatch(/^\/join\/frm_\w+$/);
      expect(await page.getByText(shown.url(), { exact: true }).count()).toBe(1);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Evidence for carriers' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('opt-in-acme-shoes.html');
      expect(await text(await file.createReadStream())).toContain('<h1>Opt-in of Acme Shoes</h1>');

      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('How often').fill('Up to 2 messages a month');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The form is changed.').waitFor();
      await page.getByText('Up to 2 messages a month', { exact: true }).waitFor();
      await shown.reload();
      await shown.getByText('Up to 2 messages a month').first().waitFor();

      await page.getByRole('button', { name: 'Delete' }).click();
      const asked = page.getByRole('dialog', { name: 'Delete the form of Acme Shoes?' });
      await asked.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('The form is deleted.').waitFor();
      await page.getByRole('link', { name: 'Demo Coffee' }).waitFor();
      expect(await page.getByRole('link', { name: 'Acme Shoes' }).count()).toBe(0);
      await shown.reload();
      await shown.getByText('This form does not exist').waitFor();
    });
  });

  it('are shown to a viewer without what only administrators may do', async () => {
    await as('viewer', async (page) => {
      await openScreen(page, demo, 'forms');
      await page.getByRole('link', { name: 'Demo Coffee' }).waitFor();
      expect(await page.getByRole('button', { name: 'Create form' }).count()).toBe(0);
      await openScreen(page, demo, `forms/${readThings().formId}`);
      await page.getByRole('link', { name: 'Open the page' }).waitFor();
      expect(await page.getByRole('button', { name: /^(Edit|Delete)$/ }).count()).toBe(0);
    });
  });
});
