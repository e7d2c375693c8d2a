import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, signIn, type DemoRole, untilTrue } from './browser';
import { chooseRule, ruleOf } from './choose-rule';
import { callApi, readDemo } from './demo';

/** Tests of what happens to people's work when something comes between: an outage, a reload, another tab, a new version. */
const demo = readDemo();
const PHONE = 'inbox/%2B12065552001';
let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterEach(() => context?.close());
afterAll(() => browser.close());

async function as(role: DemoRole): Promise<Page> {
  context = await openContext(browser);
  return signIn(context, demo, role);
}

const everythingOfService = /\/(console\/|api\/v1\/)/;

describe('a session that has ended', () => {
  it('is renewed in another tab, and the screen goes on with what was typed', async () => {
    const page = await as('sender');
    await openScreen(page, demo, PHONE);
    await page.getByLabel(/^Answer from/).fill('We are open till');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: /Sign in again/ }).click();
    const other = await opened;
    await other.locator('[name=email]').fill('sender@demo.example');
    await other.locator('[name=password]').fill(demo.consolePassword);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel(/^Answer from/).inputValue()).toBe('We are open till');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.bubble-ours', { hasText: 'We are open till' }).waitFor();
  });
});

describe('a script that does not arrive', () => {
  it('leaves the navigation, and is asked for again by a click', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'overview');
    await page.route(/assets\/.*\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByText('The screen could not be loaded').first().waitFor();
    await page.unroute(/assets\/.*\.js/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    expect(await page.getByText('The screen could not be loaded').count()).toBe(0);
  });

  it('of a former version leads to the new one', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'overview');
    await page.route(/assets\/.*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.route(/\/console\/$/, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/console/assets/new.js"></script>',
      }),
    );
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByText('There is a new version of the console').first().waitFor();
    await page.unroute(/assets\/.*\.js/);
    await page.unroute(/\/console\/$/);
    await page.getByRole('button', { name: 'Load the new version' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    expect(await page.getByText('There is a new version of the console').count()).toBe(0);
  });

  it('at the first view leaves a page that says so', async () => {
    context = await openContext(browser);
    const page = await context.newPage();
    await page.route(/assets\/.*\.js/, (route) => route.abort());
    await page.goto(`${demo.baseUrl}/console/`);
    await page.getByText('the service cannot be reached at the moment').waitFor();
    await page.unroute(/assets\/.*\.js/);
    await page.getByRole('link', { name: 'Load it again' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('the service cannot be reached at the moment').count()).toBe(0);
  });
});

describe('an outage', () => {
  it('while an answer is sent keeps the conversation and the text, which goes out once', async () => {
    const page = await as('sender');
    const text = `Yes, until six. ${Date.now()}`;
    await openScreen(page, demo, PHONE);
    await page.getByLabel(/^Answer from/).fill(text);
    const keys = new Set<string>();
    // The service takes the text, and its answer is lost.
    await page.route(/\/api\/v1\/messaging\/message$/, async (route) => {
      keys.add((route.request().postDataJSON() as { idempotencyKey: string }).idempotencyKey);
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('It is not known whether the text went out').waitFor();
    await page.route(everythingOfService, (route) => route.abort());
    await page.getByText('This is not up to date').waitFor();
    await page.getByText('Are you open on Sunday?').first().waitFor();
    expect(await page.getByLabel(/^Answer from/).inputValue()).toBe(text);

    await page.unroute(everythingOfService);
    await page.unroute(/\/api\/v1\/messaging\/message$/);
    await page.reload();
    await page.getByText('Are you open on Sunday?').first().waitFor();
    expect(await page.getByLabel(/^Answer from/).inputValue()).toBe(text);
    const again = page.waitForRequest(/\/api\/v1\/messaging\/message$/);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    keys.add(((await again).postDataJSON() as { idempotencyKey: string }).idempotencyKey);
    await page.locator('.bubble-ours', { hasText: text }).waitFor();
    // The form is empty once the answer of the service has come.
    await untilTrue(page, "document.querySelector('textarea')?.value === ''");
    expect(keys.size).toBe(1);
    expect(await page.locator('.bubble-ours', { hasText: text }).count()).toBe(1);
  });
});

describe('a reload', () => {
  it('keeps a campaign that was not stored yet', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'campaigns/new');
    await page.getByLabel('Name', { exact: true }).fill('Half a plan');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a plan');
  });

  it('goes on with a stored draft at its step', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'campaigns/new');
    await page.getByLabel('Name', { exact: true }).fill('Stored plan');
    await page.getByLabel('Everyone in the contact book').check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello. Reply STOP to opt out.');
    await page.getByText(/saved as a draft/i).waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('Hello.');
    await page.getByRole('button', { name: 'Save and leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Stored plan' }).waitFor();
    const { results } = await callApi<{ results: { name: string }[] }>(demo, 'GET', '/api/v1/campaigns');
    expect(results.filter(({ name }) => name === 'Stored plan')).toHaveLength(1);
  });
});

describe('"Back"', () => {
  it('returns to a filter that was not saved', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'contacts?tab=filter');
    await page.getByLabel('Everyone in the contact book').uncheck();
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await chooseRule(page, '1', { field: 'First name' });
    await ruleOf(page, '1').getByLabel('Value').fill('Ada');
    await page.getByRole('link', { name: 'Segments', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
    await page.goBack();
    await ruleOf(page, '1').getByText('First name').waitFor();
    expect(await ruleOf(page, '1').getByLabel('Value').inputValue()).toBe('Ada');
    expect(new URL(page.url()).search).toBe('?tab=filter');
  });

  it('returns to the page of a list', async () => {
    const page = await as('sender');
    await page.route(/\/api\/v1\/campaigns\?/, async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '1');
      await route.continue({ url: url.href });
    });
    await openScreen(page, demo, 'campaigns');
    const next = page.getByRole('button', { name: 'Next page' });
    await next.click();
    await page
      .getByRole('button', { name: 'Page 2', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor();
    const shown = await page.getByRole('row').nth(1).getByRole('link').innerText();
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: shown }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: shown, exact: true }).waitFor();
    expect(await page.getByRole('row').nth(1).getByRole('link').innerText()).toBe(shown);
  });

  it('asks before it drops the file of an import', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'imports');
    await page.getByRole('link', { name: 'Import a file' }).first().click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Phone\n+12065553009\n'),
    });
    await page.goBack();
    const dialog = page.getByRole('dialog', { name: 'Leave without importing the file?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.getByText('people.csv').first().waitFor();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/imports$/);
  });
});

describe('two tabs', () => {
  it('do not overwrite a draft of each other unasked', async () => {
    const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
      ...{ name: 'Two tabs', from: demo.from, purpose: 'informational' },
      ...{ body: 'First text. Reply STOP to opt out.', audience: { groups: [demo.groups[0]?.id] } },
    });
    const page = await as('sender');
    await openScreen(page, demo, `campaigns/${id}/edit`);
    await callApi(demo, 'PATCH', `/api/v1/campaigns/${id}`, {
      body: 'Of the other tab. Reply STOP to opt out.',
    });
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Another user or tab changed this draft').waitFor();
    expect(await callApi(demo, 'GET', `/api/v1/campaigns/${id}`)).toMatchObject({
      ...{ name: 'Two tabs', body: 'Of the other tab. Reply STOP to opt out.' },
    });
    await page.getByRole('button', { name: 'Load theirs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Two tabs' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Two tabs');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Of the other tab').first().waitFor();
  });

  it('change two fields of a contact, and neither undoes the other', async () => {
    const path = '/api/v1/contacts/by-phone/%2B12065552007';
    const page = await as('editor');
    await openScreen(page, demo, 'contacts/%2B12065552007');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await callApi(demo, 'PATCH', path, { lastName: 'Elsewhere' });
    await page.getByLabel('First name').fill('Here');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The contact is changed.').waitFor();
    expect(await callApi(demo, 'GET', path)).toMatchObject({ firstName: 'Here', lastName: 'Elsewhere' });

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await callApi(demo, 'PATCH', path, { firstName: 'Theirs' });
    await page.getByLabel('First name').fill('Mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('changed this after you opened it').waitFor();
    expect(await callApi(demo, 'GET', path)).toMatchObject({ firstName: 'Theirs' });
  });
});
