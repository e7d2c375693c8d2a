import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn } from './browser';
import { callApi, readDemo } from './demo';
import { readThings } from './screens';

/** Tests of an editor's imports. */
const demo = readDemo();
const [GROUP] = demo.groups;
/** The list of imports is read again every 3 s while one runs. */
const LONGER_THAN_A_POLL_MS = 4_000;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await connectToBrowser();
  page = await signIn(await openContext(browser), demo, 'editor');
});

afterAll(async () => {
  const refused = refusedByPolicy(page.context());
  await browser.close();
  if (refused.length > 0) throw new Error(refused.join('\n'));
});

async function chooseFile(name: string, lines: string[]): Promise<void> {
  await openScreen(page, demo, 'imports/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

const figure = async (label: string) => {
  const list = page.locator('main');
  const text = await list.innerText();
  return new RegExp(`${label}\\n+([^\\n]+)`).exec(text)?.[1];
};

const contact = (phone: string) =>
  callApi<Record<string, unknown>>(demo, 'GET', `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`);

describe('rejected rows', () => {
  const [ann, zoe] = ['+12065553101', '+12065553102'];
  const messy = [
    'Phone;First name;Birthday;Favourite',
    `${ann};José;25/12/1990;yes`,
    'keine;Zoë;31/02/1990;',
    '+12065553103;Bo;12/31/1990;',
    ...Array.from({ length: 22 }, (_, index) => `555-01${10 + index};Robin ${index};;maybe`),
  ];
  /** Requests that begin an import. */
  const creations: string[] = [];

  it('are corrected on the page, and become an import of their own', async () => {
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/contacts/imports'))
        creations.push(request.postData() ?? '');
    });
    await chooseFile('messy.csv', [messy.join('\r\n')]);
    await choose('Add them to', `Members of ${GROUP?.name}`);
    await page.getByLabel('How they consented').fill('Signed at the till.');
    await page.getByRole('button', { name: 'Start the import' }).click();
    await page.getByText('Rejected rows (first 20 of 24)').waitFor();
    expect(await page.locator('main').innerText()).toContain('4 more are not shown here');
    expect([await figure('File'), await figure('Started by')]).toEqual(['messy.csv', 'Eddy Editor']);
    const original = page.url();

    await page.getByLabel('Phone, row 3').fill(zoe);
    await page.getByLabel('Birthday, row 3').fill('28/02/1990');
    await page.getByLabel('Birthday, row 4').fill('31/12/1990');
    await page.reload();
    await page.getByLabel('Phone, row 3').waitFor();
    expect(await page.getByLabel('Phone, row 3').inputValue()).toBe(zoe);
    await page.getByRole('button', { name: 'Import 2 rows' }).dblclick();
    await page.getByText('with the settings of that import').waitFor();
    await page.getByRole('button', { name: 'Cancel import' }).waitFor({ state: 'detached' });
    expect(await figure('New contacts')).toBe('2');
    expect(creations.slice(1).map((body) => (JSON.parse(body) as { corrects?: unknown }).corrects)).toEqual([
      { id: original.split('/').at(-1), rows: [3, 4], key: expect.stringMatching(/^console:/) as string },
    ]);
    expect(await contact(zoe)).toMatchObject({
      ...{ firstName: 'Zoë', birthDate: '1990-02-28', groups: [{ id: GROUP?.id }] },
    });
    expect(await contact('+12065553103')).toMatchObject({ firstName: 'Bo', birthDate: '1990-12-31' });

    await page.getByRole('link', { name: 'See who was added' }).click();
    await page.getByText('Only the contacts that this import added').waitFor();
    const added = page.getByRole('table', { name: 'Contacts' });
    await added.getByRole('row', { name: /José/ }).waitFor();
    expect(await added.getByRole('row').count()).toBe(1 + 3);
    await page.getByRole('button', { name: 'Show all contacts' }).click();
    await page.getByText('Only the contacts that this import added').waitFor({ state: 'detached' });
    await page.goBack();
    await page.goBack();

    await page.getByRole('link', { name: 'messy.csv' }).click();
    await page.getByText('Tried again:').first().waitFor();
    expect(page.url()).toBe(original);
    expect(await figure('Rejected')).toBe('24');
    expect(await page.getByLabel('Phone, row 3').count()).toBe(0);
    expect(await page.getByLabel('Phone, row 5').inputValue()).toBe('555-0110');
  });

  it('name the reason at each field that is wrong', async () => {
    const field = page.getByLabel('Phone, row 5');
    const reasonId = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reasonId}"]`).innerText()).toMatch(/must be a phone number/);
    await field.fill('+12065553104');
    expect(await field.getAttribute('aria-describedby')).not.toBe(reasonId);
    await field.fill('555-0110');
  });

  it('stand in the list with their file and the user who imported them', async () => {
    await openScreen(page, demo, 'imports');
    const rows = page.getByRole('table', { name: 'Imports' }).getByRole('row');
    expect(await rows.nth(1).innerText()).toMatch(/2 rows corrected from messy\.csv.*Eddy Editor/s);
    expect(await rows.nth(2).innerText()).toMatch(/messy\.csv\s+[\d.]+ (byte|kB).*Eddy Editor/s);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForTimeout(LONGER_THAN_A_POLL_MS);
    expect(asked.filter((url) => url.includes('/imports'))).toEqual([]);
  });
});

describe('corrections of rejected rows', () => {
  const rejected = (values: string[]) => ['Phone,First name', ...values.map((value) => `${value},Robin`)];

  async function importFile(name: string, lines: string[], kind: 'import' | 'trial'): Promise<void> {
    await chooseFile(name, lines);
    if (kind === 'trial') await page.getByText('Trial: only count and check').click();
    await page.getByRole('button', { name: `Start the ${kind}` }).click();
    await page.getByRole('table', { name: 'Rejected rows' }).waitFor();
  }

  it('have values of their own when the page of one follows that of another', async () => {
    await importFile('three.csv', rejected(['one', 'two', 'three']), 'import');
    await page.getByLabel('Phone, row 3').fill('still two');
    await page.getByLabel('Phone, row 4').fill('still three');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('with the settings of that import').waitFor();
    await page.getByLabel('Phone, row 2').fill('typed');
    await page.getByRole('link', { name: 'three.csv' }).click();
    await page.getByText('Tried again:').first().waitFor();
    expect(await page.getByLabel('Phone, row 2').inputValue()).toBe('one');
    await page.goBack();
    await page.getByText('with the settings of that import').waitFor();
    expect(await page.getByLabel('Phone, row 2').inputValue()).toBe('typed');
  });

  it('of a trial leave the rows open once the file is imported for real', async () => {
    await importFile('tried.csv', rejected(['+12065553201', 'none']), 'trial');
    await page.getByLabel('Phone, row 3').fill('+12065553202');
    await page.getByRole('button', { name: 'Try 1 row again' }).click();
    await page.getByText('with the settings of that import').waitFor();
    await page.getByRole('link', { name: 'tried.csv' }).click();
    await page.getByText('Tried again:').waitFor();
    await page.getByRole('button', { name: 'Import for real' }).click();
    await page.getByText('This was a trial').waitFor({ state: 'detached' });
    await page.getByLabel('Phone, row 3').fill('+12065553202');
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('with the settings of that import').waitFor();
    await page.getByRole('button', { name: 'Cancel import' }).waitFor({ state: 'detached' });
    expect(await contact('+12065553202')).toMatchObject({ firstName: 'Robin' });
  });

  it('are imported after an earlier try was cancelled', async () => {
    await importFile('again.csv', rejected(['none']), 'import');
    const original = page.url().split('/').at(-1);
    await page.getByLabel('Phone, row 2').fill('+12065553203');
    const isUpload = (url: URL) => !url.pathname.startsWith('/api/') && !url.pathname.startsWith('/console/');
    await page.route(isUpload, (route) =>
      ['PUT', 'POST'].includes(route.request().method()) ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('The file was not taken (status 503)').waitFor();
    await page.unroute(isUpload);
    const { results } = await callApi<{ results: Array<{ id: string; status: string }> }>(
      ...([demo, 'GET', '/api/v1/contacts/imports'] as const),
    );
    const waiting = results.find(({ status }) => status === 'awaitingUpload');
    await callApi(demo, 'POST', `/api/v1/contacts/imports/${waiting?.id}/cancel`);
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('with the settings of that import').waitFor();
    await page.getByRole('button', { name: 'Cancel import' }).waitFor({ state: 'detached' });
    expect([waiting?.id, original]).not.toContain(page.url().split('/').at(-1));
    expect(await figure('New contacts')).toBe('1');
    expect(await contact('+12065553203')).toMatchObject({ firstName: 'Robin' });
  });

  it('wait until the file of the rows can be read, and say so', async () => {
    const isFile = (url: URL) => !url.pathname.startsWith('/api/') && url.search.includes('ignature');
    await page.route(isFile, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 500 }) : route.fallback(),
    );
    await importFile('unreadable.csv', rejected(['none']), 'import');
    await page.getByText('the file that has them could not be read').waitFor();
    expect(await page.getByLabel('Phone, row 2').count()).toBe(0);
    await page.unroute(isFile);
    await page.getByRole('button', { name: 'Read them again' }).click();
    await page.getByLabel('Phone, row 2').waitFor();
  });
});

describe('the list of imports', () => {
  it('tells listeners when an import that was running has ended', async () => {
    let reads = 0;
    const isList = (url: URL) => url.pathname === '/console/api/imports';
    await page.route(isList, async (route) => {
      reads += 1;
      const response = await route.fetch();
      const body = (await response.json()) as { results: object[] };
      const [newest, ...others] = body.results;
      const first = reads === 1 ? { ...newest, status: 'running', totalRows: 100, rows: 25 } : newest;
      await route.fulfill({ response, json: { ...body, results: [first, ...others] } });
    });
    await openScreen(page, demo, 'imports');
    const heard = page.locator('[aria-live]');
    await heard
      .filter({ hasText: '20 percent of the rows are done.' })
      .first()
      .waitFor({ state: 'attached' });
    await heard.filter({ hasText: 'The import is completed' }).first().waitFor({ state: 'attached' });
    expect(reads).toBeGreaterThan(1);
    await page.unroute(isList);
  });
});

describe('an import', () => {
  it('is tried first, and then imports the same file for real', async () => {
    const [ann, bob] = ['+12065553001', '+12065553002'];
    const lines = [
      'Phone,First name,Birthday',
      `${ann},Ann,12/10/1985`,
      `${bob},Bob,03/04/1990`,
      'none,Cid,',
    ];
    await chooseFile('people.csv', lines);
    await choose('Dates with slashes', 'Day first: 31/12/1990');
    await choose('Add them to', `Members of ${GROUP?.name}`);
    await page.getByRole('radio', { name: 'At once, without a text' }).waitFor();
    expect(await page.getByRole('radio', { name: 'At once, without a text' }).isChecked()).toBe(true);
    await page.getByText('Trial: only count and check').click();
    await page.getByRole('button', { name: 'Start the trial' }).click();
    await page.getByText('Say how they consented').waitFor();
    await page.getByLabel('How they consented').fill('Signed at the till.');
    await page.getByRole('button', { name: 'Start the trial' }).click();

    await page.getByText('This was a trial: nothing has changed').waitFor();
    expect(await figure('New contacts')).toBe('2');
    const rejected = page.getByRole('table', { name: 'Rejected rows' });
    await page.getByLabel('Phone, row 4').waitFor();
    expect(await rejected.getByRole('row').nth(1).innerText()).toMatch(
      /4\s+Phone: must be a phone number.*not "none"/,
    );
    expect(await page.getByLabel('Phone, row 4').inputValue()).toBe('none');
    await expect(contact(ann)).rejects.toThrow('404');

    await page.getByRole('button', { name: 'Import for real' }).click();
    await page.getByText('This was a trial').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Download rejected rows' }).waitFor();
    expect(await figure('New contacts')).toBe('2');
    expect(await contact(ann)).toMatchObject({ birthDate: '1985-10-12', groups: [{ id: GROUP?.id }] });
    expect(await contact(bob)).toMatchObject({ birthDate: '1990-04-03' });
  });

  it('takes tags from a column once a group is chosen', async () => {
    await chooseFile('tags.csv', ['Phone,Tags', '+12065553003,No such tag']);
    const columns = page.getByRole('table', { name: 'Columns of the file' });
    await columns.getByText('Left out').waitFor();
    await choose('Add them to', `Members of ${GROUP?.name}`);
    await columns.getByText('Tags in the group (by its name)').waitFor();
    await page.getByLabel('How they consented').fill('Signed at the till.');
    await page.getByRole('button', { name: 'Start the import' }).click();
    const rejected = page.getByRole('table', { name: 'Rejected rows' });
    await rejected.waitFor();
    expect(await rejected.innerText()).toContain('must be tags of the group, not "No such tag"');
  });

  it('says before the upload that a drink is neither yes nor no', async () => {
    await chooseFile('drinks.csv', ['Phone,Favourite drink', '+12065553007,Latte']);
    await choose('What Favourite drink is', 'Favorite contact (yes or no)');
    await page.getByText('“Latte” is neither yes nor no').waitFor();
    await choose('What Favourite drink is', 'Left out');
    await page.getByText('“Latte” is neither yes nor no').waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Columns of the file' }).innerText()).toContain('Left out');
  });

  it('takes a custom field that was created in another tab, without choosing the file again', async () => {
    const admin = await signIn(await openContext(browser), demo, 'admin');
    const label = `Drink ${Date.now()}`;
    await chooseFile('drinks.csv', [`Phone,${label}`, '+12065553008,Latte']);
    await page.getByText(`Left out: ${label}.`).waitFor();
    const link = page.getByRole('link', { name: /^Custom fields.*Opens in a new tab/ });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await tab.waitForURL(/custom-fields$/);
    await tab.close();
    await openScreen(admin, demo, 'custom-fields');
    await admin.getByRole('button', { name: 'Create field' }).first().click();
    await admin.getByLabel('Name', { exact: true }).fill(label);
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByRole('cell', { name: label }).waitFor();
    await admin.context().close();
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page.getByText(`${label} (by its name)`).waitFor();
    expect(await page.getByText('Left out:').count()).toBe(0);
    await page.getByText('drinks.csv').waitFor();
  });

  it('is not begun with an empty file', async () => {
    await chooseFile('empty.csv', []);
    await page.getByText('The file is empty.').waitFor();
    await page.getByRole('button', { name: 'Start the import' }).click();
    expect(new URL(page.url()).pathname).toMatch(/imports\/new$/);
  });

  it('says what is to be looked at, and what the first rejected rows are', async () => {
    await openScreen(page, demo, `imports/${readThings().trialId}`);
    const text = await page.locator('main').innerText();
    expect(text).toContain('1 date can be month/day or day/month, and was read as day/month');
    expect(text).toContain('import it with “Month first”');
    expect(text).toContain('1 row has a state that neither the United States nor Canada has: row ');
    expect(text).toContain('The file has several columns "Zip", of which only the first was read.');
    expect(text).toMatch(/Opted out\s+1\s/);
    expect(text).toMatch(/Rejected rows\s+\(first 20 of 24\)/);
    const rows = page.getByRole('table', { name: 'Rejected rows' }).getByRole('row');
    expect(await rows.count()).toBe(21);
  });
});
