import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, signIn, untilTrue, type DemoRole } from './browser';
import { readDemo } from './demo';

/** Tests of the console's frame: the menu, the account's colour, and what a phone shows instead of tables. */
const demo = readDemo();
const PHONE_WIDTH = 390;
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterAll(() => browser.close());

const as = async (role: DemoRole, width = 1440): Promise<Page> =>
  signIn(await openContext(browser, { width }), demo, role);
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Areas' });
const focused = (page: Page) =>
  page.evaluate<string>('`${document.activeElement.tagName} ${document.activeElement.textContent}`');

describe('the menu', () => {
  it('has an entry for each area, and the lists of the area above each of them', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'segments');
    expect(await menuOf(page).getByRole('link').allInnerTexts()).toEqual([
      'Overview',
      'Inbox',
      'Outreach',
      'People',
      'Activity',
      'Account',
    ]);
    expect(await menuOf(page).locator('[aria-current]').innerText()).toBe('People');
    const lists = page.getByRole('navigation', { name: 'People' });
    expect(await lists.getByRole('link').allInnerTexts()).toEqual([
      'Contacts',
      'Groups',
      'Segments',
      'Imports',
      'Opt-in forms',
      'Custom fields',
    ]);
    expect(await lists.locator('[aria-current=page]').innerText()).toBe('Segments');
    await page.context().close();
  });

  it('is below the screen of a phone, with the rarer areas behind a button', async () => {
    const page = await as('admin', PHONE_WIDTH);
    await openScreen(page, demo, 'overview');
    const menu = menuOf(page);
    expect((await menu.boundingBox())?.y).toBeGreaterThan(800);
    const account = menu.getByRole('link', { name: 'Account' });
    expect(await account.isVisible()).toBe(false);
    const more = menu.getByRole('button', { name: 'More' });
    await more.click();
    await account.waitFor();
    await page.keyboard.press('Escape');
    await account.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('BUTTON More');
    await more.click();
    await account.click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await account.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('leads to a screen whose heading has the focus', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'overview');
    await menuOf(page).getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await untilTrue(page, 'document.activeElement.tagName === "H1"');
    expect(await focused(page)).toBe('H1 Contacts');
    await page.context().close();
  });

  it('is skipped by the first link of the page', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'overview');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('A Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN');
    expect(page.url()).toMatch(/\/overview$/);
    await page.context().close();
  });
});

it('the colour of an account is in the bar and beside its name', async () => {
  const page = await as('viewer');
  await openScreen(page, demo, 'overview');
  const colours = await page.evaluate<string[]>(
    `[getComputedStyle(document.querySelector('.bar')).borderTopColor,
      getComputedStyle(document.querySelector('.account-tile')).backgroundColor]`,
  );
  expect(colours[0]).toMatch(/^rgb\(\d+, \d+, \d+\)$/);
  expect(new Set(colours).size).toBe(1);
  await page.context().close();
});

describe('a list', () => {
  it.each(['contacts', 'campaigns', 'inbox', 'groups', 'keys', 'audit'])(
    'is a table of %s on a desktop, and cards on a phone',
    async (screen) => {
      const page = await as('admin');
      await openScreen(page, demo, screen);
      await page.getByRole('table').first().waitFor();
      await page.setViewportSize({ width: PHONE_WIDTH, height: 844 });
      await page.locator('.data-card-title').first().waitFor();
      expect(await page.getByRole('table').count()).toBe(0);
      await page.context().close();
    },
  );

  it('has each value of a contact beside its name on its card', async () => {
    const page = await as('viewer', PHONE_WIDTH);
    await openScreen(page, demo, 'contacts?search=Una');
    const card = page.getByRole('listitem').filter({ hasText: 'Una Delivered' });
    await card.waitFor();
    expect(await card.getByRole('term').allInnerTexts()).toEqual([
      ...['Name', 'Groups', 'Time zone', 'Added'],
    ]);
    expect(await card.getByRole('definition').first().innerText()).toBe('Una Delivered');
    await page.context().close();
  });
});

it('a chart tells its numbers as a table too', async () => {
  const page = await as('viewer');
  await openScreen(page, demo, 'overview?days=7');
  await page.getByText('Texts by day, as a table').click();
  const rows = page.getByRole('figure', { name: 'Texts by day' }).getByRole('row');
  expect(await rows.count()).toBe(8);
  expect(await rows.first().innerText()).toBe('Day\tDelivered\tNot delivered\tFailed');
  expect(await rows.last().innerText()).not.toMatch(/\t0\t\d+\t\d+$/);
  await page.context().close();
});
