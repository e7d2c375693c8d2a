import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, signIn, untilTrue, type DemoRole } from './browser';
import { callApi, readDemo } from './demo';
import { violationsOf } from './look-at-screens';

/** Tests of what all lists have: the choice of columns, actions on several rows, and what is shown. */
const demo = readDemo();
const PHONE_WIDTH = 390;
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterAll(() => browser.close());

const as = async (role: DemoRole, width = 1440): Promise<Page> =>
  signIn(await openContext(browser, { width }), demo, role);
const headersOf = (page: Page) => page.getByRole('columnheader').allInnerTexts();
const faultsOf = (page: Page) => violationsOf(new AxeBuilder({ page }));

describe('the columns of a list', () => {
  it('are chosen, and stay so in this browser until the standard ones are chosen again', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'contacts');
    await page.getByRole('button', { name: 'Choose columns of contacts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of contacts' });
    await dialog.getByLabel('Postal code').check();
    await dialog.getByLabel('Time zone').uncheck();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const chosen = ['Phone number', 'Name', 'Groups', 'Added', 'Postal code'];
    expect(await headersOf(page)).toEqual(chosen);
    await page.getByRole('cell', { name: '10001' }).first().waitFor();
    await openScreen(page, demo, 'contacts');
    expect(await headersOf(page)).toEqual(chosen);

    await page.setViewportSize({ width: PHONE_WIDTH, height: 900 });
    await page.getByText('Postal code').first().waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Choose columns of contacts' }).click();
    await dialog.getByRole('button', { name: 'Standard columns' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await headersOf(page)).toEqual(['Phone number', 'Name', 'Groups', 'Time zone', 'Added']);
    await page.context().close();
  });
});

describe('the times in a list', () => {
  it('are told by their distance, with the exact time when they are pointed at', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'imports');
    const time = page.getByRole('link', { name: /(now|ago), / }).first();
    expect(await time.innerText()).toMatch(/^(now|\d+ \w+ ago)$/);
    expect(await time.locator('xpath=ancestor::span[@title]').first().getAttribute('title')).toMatch(
      /\d{4}, \d+:\d\d/,
    );
    await page.context().close();
  });
});

/** Opens the menu of what can be done with the chosen rows, and takes an entry of it. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^(\d+ chosen|Several at once)$/ }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

describe('several contacts', () => {
  /** Opted out, then two who are not. */
  const PHONES = ['+12065552911', '+12065552912', '+12065552913'];
  const memberships = (phone: string) =>
    callApi<{ groups: { id: string }[] }>(
      ...([demo, 'GET', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`] as const),
    );

  beforeAll(async () => {
    for (const [index, phone] of PHONES.entries()) {
      await callApi(demo, 'POST', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`, {
        ...{ firstName: 'Bulk', lastName: `Number ${index + 1}` },
      });
    }
    await callApi(demo, 'POST', '/_local/inbound', { from: PHONES[0], to: demo.from, body: 'STOP' });
    for (;;) {
      const { optedOutAt } = await callApi<{ optedOutAt?: string }>(
        ...([demo, 'GET', `/api/v1/contacts/by-phone/${encodeURIComponent(PHONES[0] ?? '')}`] as const),
      );
      if (optedOutAt !== undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });

  it('are added to a group with their consent, and the one that is refused is named and stays chosen', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'contacts?search=Bulk');
    await choose(page, 'Choose all 3 shown');
    await page.getByRole('button', { name: '3 chosen' }).click();
    await page.getByRole('menuitem', { name: 'Add a tag' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Erase' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose(page, 'Add to a group');
    const dialog = page.getByRole('dialog', { name: 'Add 3 contacts to a group' });
    const add = dialog.getByRole('button', { name: 'Add 3 contacts' });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: /Choose a group/ }).click();
    await page.getByRole('option').first().click();
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByText('I have their consent').click();
    await add.click();
    await dialog.getByText('Done with 2 of 3').waitFor();
    await dialog.getByText('Bulk Number 1, +12065552911').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: '1 chosen' }).waitFor();
    expect((await Promise.all(PHONES.map(memberships))).map(({ groups }) => groups.length)).toEqual([
      0, 1, 1,
    ]);

    await choose(page, 'Choose all 3 shown');
    await choose(page, 'Remove from a group');
    const removal = page.getByRole('dialog', { name: 'Remove 3 contacts from a group' });
    await removal.getByRole('button', { name: /Choose a group/ }).click();
    await page.getByRole('option', { name: /2 of 3 contacts/ }).click();
    await removal.getByRole('button', { name: 'Remove 2 contacts' }).click();
    await page.getByText('2 contacts removed from the group.').waitFor();
    expect((await Promise.all(PHONES.map(memberships))).map(({ groups }) => groups.length)).toEqual([
      0, 0, 0,
    ]);
    await page.context().close();
  });

  it('are erased by an administrator who has typed how many, and not by an editor', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'contacts?search=Bulk');
    await choose(page, 'Choose all 3 shown');
    await choose(page, 'Erase');
    const dialog = page.getByRole('dialog', { name: 'Erase 3 contacts?' });
    const erase = dialog.getByRole('button', { name: 'Erase 3 contacts for good' });
    await dialog.getByRole('textbox').fill('2');
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('3');
    await erase.click();
    await page.getByText('3 contacts being erased.').waitFor();
    await page.getByText('No contacts match').waitFor();
    await page.context().close();
  });
});

describe('several campaigns', () => {
  it('are deleted while they are drafts; others cannot be chosen', async () => {
    for (const name of ['First of many', 'Second of many']) {
      await callApi(demo, 'POST', '/api/v1/campaigns', {
        ...{ name, from: demo.from, purpose: 'informational', body: 'Hello. Reply STOP to opt out.' },
        audience: { groups: [demo.groups[0]?.id] },
      });
    }
    const page = await as('editor');
    await openScreen(page, demo, 'campaigns');
    await page.getByText(/^All \d+ rows shown\. Of the \d+ shown: .* recipients?, .* sent/).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Choose “Opening hours”' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Choose “First of many”' }).check();
    await page.getByRole('checkbox', { name: 'Choose “Second of many”' }).check();
    await choose(page, 'Delete drafts');
    const dialog = page.getByRole('dialog', { name: 'Delete 2 drafts?' });
    await dialog.getByText('“Second of many”').waitFor();
    await dialog.getByRole('button', { name: 'Delete 2 drafts' }).click();
    await page.getByText('2 drafts deleted.').waitFor();
    await untilTrue(page, '!document.body.innerText.includes("of many")');
    await page.context().close();
  });

  it('are sorted while all of them are shown', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'campaigns');
    const names = () => page.getByRole('rowheader').locator('a').allInnerTexts();
    await page.getByRole('button', { name: /^Name/ }).click();
    const inOrder = await names();
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a.localeCompare(b)));
    expect(await page.getByRole('button', { name: /Choose columns of campaigns/ }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Several at once' }).count()).toBe(0);
    await page.context().close();
  });
});
