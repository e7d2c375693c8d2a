import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn, type DemoRole } from './browser';
import { readDemo } from './demo';

/** Tests of senders in the console. */
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

describe('senders', () => {
  it('are created, changed and deleted by an operator, and send for groups and campaigns', async () => {
    await as('operator', async (page) => {
      await openScreen(page, demo, `operator/accounts/${demo.accountId}`);
      await page.getByRole('button', { name: 'Create sender' }).click();
      const dialog = page.getByRole('dialog', { name: /^Create a sender of/ });
      const create = dialog.getByRole('button', { name: 'Create', exact: true });
      await dialog.getByLabel('Name').fill('Shop');
      expect(await create.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: /^Members Sends from/ }).click();
      await page.getByRole('option', { name: demo.from }).click();
      await dialog.getByRole('button', { name: 'Add member' }).click();
      await dialog
        .getByRole('button', { name: /^Members Sends from/ })
        .last()
        .click();
      await page.getByRole('option', { name: 'A sender ID' }).click();
      await dialog.getByRole('textbox', { name: 'Sender ID' }).fill('not a word');
      await dialog
        .getByRole('button', { name: /^Members Countries of recipients/ })
        .last()
        .click();
      await page.getByRole('option', { name: 'Germany' }).click();
      await page.keyboard.press('Escape');
      await create.click();
      await dialog.getByText('must be a number of the account, pool:NAME or id:NAME').first().waitFor();
      await dialog.getByRole('textbox', { name: 'Sender ID' }).fill('ACME');
      await create.click();
      await page.getByText('The sender is created.').waitFor();
      await page.getByRole('row', { name: /Sender ID ACME.*Ready.*Germany/ }).waitFor();

      await openScreen(page, demo, 'groups');
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByRole('button', { name: /^Number or sender that these texts come from/ }).click();
      await page.getByRole('option', { name: /^Shop/ }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The group is changed.').waitFor();
      await openScreen(page, demo, `operator/accounts/${demo.accountId}`);
      await page.getByRole('button', { name: 'Delete the sender Shop' }).click();
      const asked = page.getByRole('dialog', { name: 'Delete the sender Shop?' });
      await asked.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('of the account send from it. Choose another one there first.').waitFor();
      await asked.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Change the sender Shop' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Shops');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Shops', exact: true }).waitFor();
      await openScreen(page, demo, 'groups');
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByRole('button', { name: /^Number or sender.*Shops/ }).click();
      await page.getByRole('option', { name: 'The account’s default number' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The group is changed.').waitFor();
      await openScreen(page, demo, `operator/accounts/${demo.accountId}`);
      await page.getByRole('button', { name: 'Delete the sender Shops' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('The sender is deleted.').waitFor();
      expect(await page.getByRole('heading', { name: 'Shops', exact: true }).count()).toBe(0);
      await openScreen(page, demo, 'audit');
      await page.getByRole('row', { name: /changed sender.*“Shop” became “Shops”/s }).waitFor();
    });
  });

  it('are seen by an administrator, who chooses one for a campaign by its name', async () => {
    await as('admin', async (page) => {
      await openScreen(page, demo, 'senders');
      await page.getByRole('heading', { name: 'All shops' }).waitFor();
      await page.getByRole('row', { name: /Pool pool-0a1b2c3d.*Ready.*Canada, United States/ }).waitFor();
      await page.getByRole('row', { name: new RegExp(`\\${demo.from}.*Ready.*All countries`) }).waitFor();
      expect(await page.getByRole('button', { name: /^(Create|Change|Delete)/ }).count()).toBe(0);

      await openScreen(page, demo, 'campaigns/new');
      await page.getByLabel('Name', { exact: true }).fill('From a sender');
      await page.getByText('Informational', { exact: true }).click();
      await page.getByRole('button', { name: /^From/ }).click();
      await page.getByRole('option', { name: /^All shops/ }).click();
      await page.getByLabel('Everyone in the contact book').check();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('textbox', { name: 'Text' }).fill('We are open. Reply STOP to opt out.');
      await page.getByText(/saved as a draft/i).waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('As soon as it is launched').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('First text').waitFor();
      await page.getByText('All shops', { exact: true }).waitFor();
      await page.getByText('A member of All shops', { exact: true }).waitFor();
      expect(await page.locator('main').innerText()).not.toContain('snd_');
    });
  });
});
