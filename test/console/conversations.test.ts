import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openScreen } from './browser';
import { callApi } from './demo';
import { violationsOf } from './look-at-screens';
import { useSignedIn } from './use-signed-in';
import { readThings } from './screens';

/** Tests of conversations with people, in the inbox and on the contact's page. */
const user = useSignedIn('sender');
const { demo } = user;
let page: Page;

beforeAll(() => {
  page = user.page;
});

describe('the page of a contact', () => {
  it('takes a text to the contact, which Ctrl-Enter sends', async () => {
    await openScreen(page, demo, 'contacts/%2B12065552005');
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Text' });
    await field.waitFor();
    await page.keyboard.type('Your table is ready.');
    await page.getByRole('button', { name: 'Info on length and cost' }).click();
    await page.getByText('Carriers send a text in segments').waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    await field.press('Control+Enter');
    await page.locator('.bubble-ours', { hasText: 'Your table is ready.' }).waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('names the campaign of a text', async () => {
    await openScreen(page, demo, 'contacts/%2B12065552005?tab=texts');
    await page.getByRole('link', { name: 'Campaign “Opening hours”' }).click();
    await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
    expect(page.url()).toMatch(/campaigns\/cmp_\w+$/);
  });

  it('says why the contact cannot be texted, and what to do; no consent is assumed', async () => {
    await callApi(demo, 'POST', '/api/v1/contacts/by-phone/%2B12065552711', { firstName: 'Nora' });
    await openScreen(page, demo, 'contacts/%2B12065552711');
    await page.getByText('Cannot be texted yet: not opted in').waitFor();
    expect(await page.getByRole('button', { name: 'Message', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add to a group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to a group' });
    await dialog.getByRole('button', { name: 'Group' }).click();
    await page.getByRole('option', { name: demo.groups[0]?.name ?? '' }).click();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel('I have their consent').check();
    await add.click();
    await page.getByText('The contact is a member now.').waitFor();
    await page.getByText('Cannot be texted yet').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Message', exact: true }).waitFor();
  });

  it('follows from a form with its birthday, its group and its consent', async () => {
    await openScreen(page, demo, 'contacts');
    await page.getByRole('button', { name: 'Add contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a contact' });
    await dialog.getByLabel('Phone number').fill('(206) 555-2712');
    await dialog.getByLabel('First name').fill('Olga');
    await dialog.getByLabel('Date of birth (YYYY-MM-DD)').fill('1990-12-25');
    await dialog.getByRole('button', { name: 'Group' }).click();
    await page.getByRole('option', { name: demo.groups[0]?.name ?? '' }).click();
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByLabel('I have their consent').check();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    await add.click();
    await page.getByText('The contact is added, and is a member of the group.').waitFor();
    await page.waitForURL(/contacts\/%2B12065552712$/);
    expect(await callApi(demo, 'GET', '/api/v1/contacts/by-phone/%2B12065552712')).toMatchObject({
      firstName: 'Olga',
      birthDate: '1990-12-25',
      groups: [{ id: demo.groups[0]?.id }],
    });
  });

  it('is reached from the people of an automation by its name', async () => {
    await openScreen(page, demo, `automations/${readThings().automationId}?tab=people`);
    await page.getByRole('link', { name: 'Nina', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Nina' }).waitFor();
    expect(page.url()).toMatch(/contacts\/%2B12065552401$/);
  });

  it('says how an opt-out came, and what lifts it', async () => {
    await callApi(demo, 'POST', '/_local/inbound', { from: '+12065552711', to: demo.from, body: 'STOP' });
    await openScreen(page, demo, 'contacts/%2B12065552711?tab=conversation');
    await page.getByText(/^Opted out on .*, by a text with STOP$/).waitFor();
    await page.getByText(/by a text with START/).waitFor();
    await page.getByText('The contact has opted out: it cannot be texted.').waitFor();
    expect(await page.getByRole('button', { name: 'Message', exact: true }).count()).toBe(0);
  });
});

describe('the inbox', () => {
  it('counts what is unread in the navigation, and is gone through by keys', async () => {
    for (const from of ['+12065552006', '+12065552007']) {
      await callApi(demo, 'POST', '/_local/inbound', { from, to: demo.from, body: `Hello from ${from}` });
    }
    await openScreen(page, demo, 'inbox?unread=true');
    await page.getByRole('img', { name: /^\d+ conversations unread$/ }).waitFor();
    await page.getByText('Hello from +12065552006').waitFor();
    const links = page.locator('tbody').getByRole('link');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    const names = await links.allInnerTexts();
    await page.keyboard.press('j');
    expect(await focused()).toBe(names[0]);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(names[1]);
    await page.keyboard.press('k');
    expect(await focused()).toBe(names[0]);

    await openScreen(page, demo, 'inbox/%2B12065552007');
    await page.getByText('Hello from +12065552007').waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/inbox\/%2B12065552006$/);
    await page.getByText('Hello from +12065552006').waitFor();
    await page.keyboard.press('k');
    await page.waitForURL(/inbox\/%2B12065552007$/);
    const field = page.getByLabel(/^Answer from/);
    await field.press('j');
    expect(await field.inputValue()).toBe('j');
    expect(page.url()).toMatch(/inbox\/%2B12065552007$/);
  });
});
