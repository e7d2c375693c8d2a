import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, signIn, type DemoRole } from './browser';
import { readDemo } from './demo';
import { readThings } from './screens';

/** Tests of navigation between screens, of unsaved input, and of pages without access. */
const demo = readDemo();
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterAll(() => browser.close());

const as = async (role: DemoRole, width = 1440): Promise<Page> =>
  signIn(await openContext(browser, { width }), demo, role);

describe('the navigation', () => {
  it.each([
    ['contacts', 'People', 'Groups', 'Customers'],
    ['campaigns/new', 'Account', 'Numbers', demo.from],
  ])('leads from %s, which reads a list whole, by %s to its pages on %s', async (from, area, link, shown) => {
    const page = await as('admin');
    await openScreen(page, demo, from);
    await page.getByRole('link', { name: area, exact: true }).click();
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
    await page.getByRole('row').filter({ hasText: shown }).first().waitFor();
    expect(await page.getByText('cannot be shown').count()).toBe(0);
    await page.context().close();
  });

  it.each(['campaigns/new', 'imports/new', 'keys', 'users', 'webhooks', 'audit'])(
    'finds nothing at %s for a viewer, who could not use it',
    async (screen) => {
      const page = await as('viewer');
      await openScreen(page, demo, screen);
      await page.getByText('your role does not let you see it').waitFor();
      expect(
        await page.getByRole('button', { name: /^(Next|Create key|Export|Start the import)$/ }).count(),
      ).toBe(0);
      await page.context().close();
    },
  );
});

describe('a search for contacts', () => {
  it('does not show the contacts of before while it is under way', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'contacts');
    const before = page.getByRole('row').filter({ hasText: '+12065552003' });
    await before.waitFor();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/api\/v1\/contacts\?.*search=/, async (route) => {
      await answered;
      await route.continue();
    });
    const asked = page.waitForRequest(/contacts\?.*search=Una/);
    await page.getByPlaceholder('Name, e-mail address or digits of the number').fill('Una Delivered');
    await asked;
    await page.getByText('Loading contacts').first().waitFor();
    expect(await before.count()).toBe(0);
    answer();
    await page.getByRole('row').filter({ hasText: 'Una Delivered' }).waitFor();
    await page.context().close();
  });
});

it('a name under Messages leads to the contacts of that name', async () => {
  const page = await as('sender');
  await openScreen(page, demo, 'messages');
  await page.getByLabel('Phone number, name or id of a text').fill('Una Delivered');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Una Delivered' }).waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('Una Delivered');
  await page.context().close();
});

it('a draft has no counts in the list of campaigns', async () => {
  const page = await as('viewer');
  await openScreen(page, demo, 'campaigns');
  const draft = page.getByRole('row').filter({ has: page.locator(`a[href$="${readThings().draftId}"]`) });
  expect(await draft.getByRole('cell').allInnerTexts()).toEqual(['Draft', '–', '–', '–', '–', '–']);
  await page.context().close();
});

it('each large figure of the overview stands on one line of a phone', async () => {
  const page = await as('viewer', 390);
  await openScreen(page, demo, 'overview');
  const lines = await page
    .locator('.figure')
    .evaluateAll((figures: { getClientRects(): { length: number } }[]) =>
      figures.map((figure) => figure.getClientRects().length),
    );
  expect(lines).toEqual([1, 1, 1, 1]);
  await page.context().close();
});

it('what needs attention breaks between words on a phone', async () => {
  const page = await as('viewer', 390);
  await openScreen(page, demo, 'overview');
  await page.locator('.attention li').first().waitFor();
  const breaks = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.attention li *')].map((part) => getComputedStyle(part).wordBreak)`,
  );
  expect(new Set(breaks)).toEqual(new Set(['normal']));
  await page.context().close();
});

it('a campaign without a text that could not be sent leads to those that were not delivered', async () => {
  const page = await as('viewer');
  await openScreen(page, demo, `campaigns/${readThings().campaignId}`);
  await page.getByRole('tab', { name: 'Recipients' }).click();
  await page.getByLabel('Show', { exact: true }).click();
  await page.getByRole('option', { name: 'Failed before it was sent' }).click();
  await page.getByText('No such recipients').waitFor();
  await page.getByRole('button', { name: 'Show those sent, but not delivered' }).click();
  await page.getByRole('cell', { name: 'Not delivered' }).first().waitFor();
  expect(await page.getByText('No such recipients').count()).toBe(0);
  await page.context().close();
});
