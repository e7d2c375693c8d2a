import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page, Request } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn, type DemoRole } from './browser';
import { callApi, readDemo } from './demo';
import { violationsOf } from './look-at-screens';
import { readThings } from './screens';

/** Tests of the search over everything in the console. */
const demo = readDemo();
const things = readThings();
const PHONE = '+12065552601';
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
  const path = `/api/v1/contacts/by-phone/${encodeURIComponent(PHONE)}`;
  await callApi(demo, 'POST', path, { firstName: 'José', lastName: 'Núñez' });
});

afterAll(() => browser.close());

async function as(role: DemoRole, use: (page: Page) => Promise<void>, width?: number): Promise<void> {
  const context = await openContext(browser, width === undefined ? {} : { width });
  const page = await signIn(context, demo, role);
  await openScreen(page, demo, 'overview');
  await use(page);
  expect(refusedByPolicy(context)).toEqual([]);
  await context.close();
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Search the console' });
const option = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('group', { name: group }).getByRole('option', { name });

/** Opens the search by its key, and types a text. */
async function search(page: Page, text: string): Promise<void> {
  if ((await field(page).count()) === 0) await page.keyboard.press('Control+k');
  await field(page).fill(text);
}

/** Waits until the title of a screen is shown, and returns the path of its address in the account. */
async function screenShown(page: Page, title: string | RegExp): Promise<string> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const { pathname, search: query } = new URL(page.url());
  return pathname.replace(`/console/${demo.accountId}/`, '') + query;
}

/** Waits until the address ends like this. */
async function opened(page: Page, path: string): Promise<boolean> {
  const isThere = (url: URL) => (url.pathname + url.search).endsWith(path);
  await page.waitForURL(isThere);
  return isThere(new URL(page.url()));
}

describe('the search', () => {
  it('finds people by name without accents, and by their number in any spelling', async () => {
    await as('viewer', async (page) => {
      for (const text of ['nunez', 'jose nun', '206 555 2601', '(206) 555-2601', PHONE, '2601']) {
        await search(page, text);
        await option(page, 'People', `José Núñez ${PHONE}`).waitFor();
      }
      await page.keyboard.press('Enter');
      expect(await screenShown(page, 'José Núñez')).toBe(`contacts/${encodeURIComponent(PHONE)}`);
    });
  });

  it('finds campaigns, automations, segments and groups by name', async () => {
    await as('viewer', async (page) => {
      const group = demo.groups[0];
      for (const [kind, name, path] of [
        ['Campaigns', 'Opening hours', `campaigns/${things.campaignId}`],
        ['Automations', 'Welcome of members', `automations/${things.automationId}`],
        ['Segments', 'Named Ada', `segments/${things.segmentId}`],
        ['Groups', group?.name ?? '', `contacts?group=${group?.id}`],
      ] as const) {
        await search(page, name.toUpperCase());
        await option(page, kind, name).click();
        expect(await opened(page, path)).toBe(true);
      }
    });
  });

  it('opens what an id names', async () => {
    await as('viewer', async (page) => {
      for (const [id, name, path] of [
        [things.messageId, /^Text to \+12065552003/, `messages/${things.messageId}`],
        [things.broadcastId, /^Broadcast to \d+ recipients/, `jobs/broadcast/${things.broadcastId}`],
        [things.campaignId, 'Opening hours Campaign', `campaigns/${things.campaignId}`],
        [things.automationId, 'Welcome of members Automation', `automations/${things.automationId}`],
      ] as const) {
        await search(page, ` ${id} `);
        await option(page, 'With this id', name).click();
        expect(await opened(page, path)).toBe(true);
      }
      await search(page, 'cmp_01M6PFKJPPM0PA8TJFP808ZNKE');
      await page.getByText('Nothing found for “cmp_01M6PFKJPPM0PA8TJFP808ZNKE”.').waitFor();
    });
  });

  it('offers the pages and actions of the role, and opens a dialog with its screen', async () => {
    await as('admin', async (page) => {
      await search(page, 'create key');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
      expect(await screenShown(page, 'API keys')).toBe('keys');
    });
    await as('viewer', async (page) => {
      await search(page, 'contact');
      await option(page, 'Actions and pages', /^Contacts/).waitFor();
      expect(await page.getByRole('option', { name: /Action$/ }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await openScreen(page, demo, 'contacts?open=new');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });

  it('works by keyboard alone, says so to a screen reader, and gives the focus back', async () => {
    await as('sender', async (page) => {
      const button = page.getByRole('button', { name: 'Search Ctrl-K' });
      await button.focus();
      await page.keyboard.press('Enter');
      await field(page).waitFor();
      await page.keyboard.type('campaign');
      const active = () =>
        page.evaluate<string>(
          'document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).innerText',
        );
      expect(await active()).toContain('Create campaign');
      await page.keyboard.press('ArrowDown');
      expect(await active()).toContain('Campaigns');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
      expect(await active()).toBe((await page.getByRole('option').last().innerText()).trim());
      await page.keyboard.press('Escape');
      await field(page).waitFor({ state: 'detached' });
      expect(await page.evaluate<string>('document.activeElement.innerText')).toMatch(/^Search\s+Ctrl-K$/);

      await search(page, 'new campaign');
      await page.keyboard.press('Enter');
      expect(await screenShown(page, 'New campaign')).toBe('campaigns/new');
    });
  });

  it('asks nothing for an empty field, and never shows an old answer for a newer text', async () => {
    await as('viewer', async (page) => {
      const asked: string[] = [];
      const note = (request: Request) => {
        if (request.url().includes('/api/v1/')) asked.push(request.url());
      };
      await page.keyboard.press('Control+k');
      await option(page, 'Actions and pages', /^Overview/).waitFor();
      page.on('request', note);
      await field(page).fill(' ');
      await field(page).fill('a');
      await page.waitForTimeout(600);
      expect(asked).toEqual([]);

      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(/\/api\/v1\/contacts\?search=grace/, async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      const first = page.waitForRequest(/search=grace/);
      await field(page).fill('grace');
      await first;
      await field(page).fill('linus');
      await option(page, 'People', /^Linus/)
        .first()
        .waitFor();
      letGo();
      await page.waitForTimeout(600);
      expect(await page.getByRole('option', { name: /^Grace/ }).count()).toBe(0);
      expect(asked.filter((url) => url.includes('/contacts?')).length).toBe(2);
    });
  });

  it('says which kind could not be searched, shows the others, and tries again', async () => {
    await as('viewer', async (page) => {
      await page.route(/\/api\/v1\/segments/, (route) => route.abort());
      await search(page, 'ada');
      await page.getByRole('alert').filter({ hasText: 'Segments could not be searched.' }).waitFor();
      await option(page, 'People', /^Ada/).first().waitFor();
      await page.unroute(/\/api\/v1\/segments/);
      await page.getByRole('button', { name: 'Search Segments again' }).click();
      await option(page, 'Segments', 'Named Ada').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  });

  it.each([1440, 390])(
    'has nothing that axe finds, in light and dark, and fits a window of %i pixels',
    async (width) => {
      await as(
        'admin',
        async (page) => {
          await page.getByRole('button', { name: /^Search/ }).click();
          await field(page).fill('ad');
          await option(page, 'Segments', 'Named Ada').waitFor();
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
          }
          const box = await page.getByRole('listbox', { name: 'Results' }).boundingBox();
          expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
          const tooWide = await page.evaluate<number>(
            'document.documentElement.scrollWidth - window.innerWidth',
          );
          expect(tooWide).toBeLessThanOrEqual(0);
        },
        width,
      );
    },
  );

  it('has operators’ pages on operators’ screens', async () => {
    await as('operator', async (page) => {
      await page.goto(`${demo.baseUrl}/console/operator/accounts`);
      await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
      await search(page, 'dead');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Dead letters' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/console/operator/dead-letters');
    });
  });
});
