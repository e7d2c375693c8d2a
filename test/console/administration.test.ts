import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Browser, Locator, Page } from 'playwright-core';
import { operate } from '../support/service/operate';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';
import { connectToBrowser, type DemoRole, openContext, openScreen, signIn } from './browser';
import { readDemo } from './demo';

const demo = readDemo();
let browser: Browser;
let receiver: WebhookReceiver;

beforeAll(async () => {
  browser = await connectToBrowser();
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver.stop();
  await browser.close();
});

const as = async (role: DemoRole, width = 1280): Promise<Page> =>
  signIn(await openContext(browser, { width }), demo, role);
const account = ['--account', demo.accountId];

/** Returns by how many pixels tables are wider than the room that they have. */
const cutOff = (page: Page) =>
  page.evaluate<number>(`Math.max(0, ...[...document.querySelectorAll('table')].map((table) => {
    let box = table.parentElement;
    while (box && getComputedStyle(box).overflowX !== 'auto' && box.parentElement) box = box.parentElement;
    return box ? box.scrollWidth - box.clientWidth : 0;
  }))`);

/** Returns true when the middle of an element can be seen and clicked. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  if (box === null) return false;
  return element.evaluate(
    (node: Shown, { x, y }) => node.contains(node.ownerDocument.elementFromPoint(x, y)),
    { x: box.x + box.width / 2, y: box.y + box.height / 2 },
  );
}

interface Shown {
  contains: (other: unknown) => boolean;
  ownerDocument: { elementFromPoint: (x: number, y: number) => unknown };
}

/** Waits until there is none of the elements, which are on the page before. */
async function expectNone(elements: Locator): Promise<void> {
  await elements.first().waitFor({ state: 'detached' });
  expect(await elements.count()).toBe(0);
}

describe('API keys', () => {
  it('may do what is chosen and nothing else, and end with a day', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Reports');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await create.click();
    await page.getByText('Choose at least one: a key without any could do nothing.').waitFor();
    await page.getByRole('checkbox', { name: 'Read texts' }).check();
    await page.getByRole('button', { name: 'Ends Never' }).click();
    await page.getByRole('option', { name: 'On a day …' }).click();
    await create.click();
    await page.getByText('Choose a day to come.', { exact: true }).waitFor();
    const soon = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Day on which it ends').fill(soon);
    await page.getByText('From then on it is refused.').waitFor();
    await create.click();
    await page.getByText(/^key_\w+:\S+$/).waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const row = page.getByRole('row', { name: /Reports/ });
    await row.getByText('Read texts', { exact: true }).waitFor();
    await row.getByText(/^in [89] days$/).waitFor();
    await page.getByText('will end within 14 days').waitFor();
    // The exact time is opened by the keyboard, and so by a finger.
    await row.getByRole('button', { name: /^in [89] days$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^\w+ \d+, \d{4}, \d+:\d\d/).waitFor();
    await page.keyboard.press('Escape');
    expect(await cutOff(page)).toBe(0);
  });

  it('get a new secret and a new end, while the former secret works on for a chosen time', async () => {
    await operate(
      'key',
      'create',
      ...account,
      '--name',
      'Till',
      '--scope',
      'messages:send',
      '--expires-in',
      '48h',
    );
    const page = await as('admin');
    await openScreen(page, demo, 'keys');
    await page.getByRole('button', { name: 'Rotate Till' }).click();
    await page.getByRole('button', { name: 'How long the present secret works on' }).click();
    await page.getByRole('option', { name: 'For 3 days' }).click();
    await page.getByRole('button', { name: /^Ends As now/ }).click();
    await page.getByRole('option', { name: 'In 90 days' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const row = page.getByRole('row', { name: /Till/ });
    await row.getByText('Two secrets work; the former one ends in 2 days').waitFor();
    const keys = await operate<Array<{ name?: string; scopes: string[]; expiresAt: string }>>(
      ...['key', 'list', ...account],
    );
    const till = keys.find(({ name }) => name === 'Till');
    expect(till?.scopes).toEqual(['messages:send']);
    expect((Date.parse(till?.expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(90, 0);
  });

  it('are sorted by their names', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'keys');
    const names = async () =>
      (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    await page.getByRole('button', { name: /^Name/ }).click();
    const sorted = await names();
    expect(sorted).toEqual([...sorted].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    await page.getByRole('button', { name: /^Name/ }).click();
    expect(await names()).toEqual(sorted.toReversed());
  });
});

describe('webhooks', () => {
  it('are changed in place, tried again at once, and show what was sent and what came back', async () => {
    receiver.answer = (response) => void response.writeHead(503).end('Closed <b>until</b> nine.');
    const { id } = await operate<{ id: string }>(
      'webhook',
      'add',
      ...account,
      '--url',
      `${receiver.url}/old`,
    );
    const page = await as('admin');
    await openScreen(page, demo, 'webhooks');
    await page.getByRole('button', { name: `Change ${receiver.url}/old` }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await page.getByRole('textbox', { name: 'Description' }).fill('Orders');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The endpoint is changed.').waitFor();
    expect(await cutOff(page)).toBe(0);
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test event is on its way.').waitFor();
    await page.getByText('2 attempts', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: /^Show Test/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Test' });
    await dialog.getByText('Endpoint url').waitFor();
    await dialog.getByText('The receiver answered 503.').first().waitFor();
    await dialog.getByText('Closed <b>until</b> nine.').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    receiver.answer = 200;
    await page.getByRole('button', { name: /^Retry now Test/ }).click();
    await page.getByText('The event is on its way again.').waitFor();
    await page.getByText('Delivered').last().waitFor();
    expect(await cutOff(page)).toBe(0);
    await operate('webhook', 'remove', ...account, '--endpoint', id, '--yes');
  });

  it('keep what another user changes while one of them is open in a form', async () => {
    const { id } = await operate<{ id: string }>(
      ...['webhook', 'add', ...account, '--url', `${receiver.url}/mine`],
    );
    const page = await as('admin');
    await openScreen(page, demo, `webhooks/${id}`);
    // The answer to this test has the endpoint read again, once the form is open.
    let answer: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/test$/, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/changed`);

    const other = await as('admin');
    await openScreen(other, demo, `webhooks/${id}`);
    await other.getByRole('button', { name: 'Change', exact: true }).click();
    await other.getByRole('textbox', { name: 'Description' }).fill('Of another user');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText('The endpoint is changed.').waitFor();

    const readAgain = page.waitForResponse((response) => response.url().endsWith('/console/api/webhooks'));
    answer();
    await readAgain;
    await page.locator('h1', { hasText: 'Of another user' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The endpoint is changed.').waitFor();
    const endpoints = await operate<Array<{ id: string; url: string; description?: string }>>(
      ...['webhook', 'list', ...account],
    );
    expect(endpoints.find((endpoint) => endpoint.id === id)).toMatchObject({
      url: `${receiver.url}/changed`,
      description: 'Of another user',
    });
    await operate('webhook', 'remove', ...account, '--endpoint', id, '--yes');
  });

  it('that fail are retried as a whole', async () => {
    receiver.answer = 500;
    const { id } = await operate<{ id: string }>('webhook', 'add', ...account, '--url', receiver.url);
    const page = await as('admin');
    await openScreen(page, demo, `webhooks/${id}`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    // What happens in the account meanwhile fails as well.
    await page.getByText('2 attempts').first().waitFor();
    await openScreen(page, demo, `webhooks/${id}`);
    receiver.answer = 200;
    const failed = receiver.received.length;
    await page.getByRole('button', { name: 'Retry now', exact: true }).click();
    await page.getByText(/^\d+ events? on the way again\.$/).waitFor();
    await page.getByText('Delivered').last().waitFor();
    const again = receiver.received.slice(failed).map(({ body }) => body);
    expect(again.join('\n')).toContain('webhooks.test');
    await operate('webhook', 'remove', ...account, '--endpoint', id, '--yes');
  });
});

describe('the audit log', () => {
  it('says who did what with old and new values, and is filtered by person, change and day', async () => {
    await operate('account', 'set', ...account, '--daily-quota', '150000');
    const page = await as('admin');
    await openScreen(page, demo, 'audit');
    const settings = page.getByRole('row', { name: /changed settings of account “Demo”.*150,000/s }).first();
    await settings.waitFor();
    await page.getByRole('button', { name: 'What Anything' }).first().click();
    const created = page.getByRole('row', { name: /created/ });
    expect(await created.count()).toBeGreaterThan(0);
    await page.getByRole('option', { name: 'Settings', exact: true }).click();
    await expectNone(created);
    await settings.waitFor();
    await page.getByLabel('From', { exact: true }).fill('2099-01-01');
    await page.getByText('No such changes').waitFor();
    await page.getByRole('button', { name: 'Show all changes' }).click();
    await settings.waitFor();
    expect(await cutOff(page)).toBe(0);
  });

  it('is filtered by operators and by a typed address', async () => {
    await operate('account', 'set', ...account, '--daily-quota', '150001');
    const page = await as('admin');
    await openScreen(page, demo, 'audit');
    const settings = page.getByRole('row', { name: /changed settings of account “Demo”/ }).first();
    await settings.waitFor();
    const who = page.getByRole('combobox', { name: 'Who' });
    await who.click();
    await page.getByRole('option', { name: `Operator ${userInfo().username}` }).click();
    await page
      .getByRole('row', { name: /@demo\.example/ })
      .first()
      .waitFor({ state: 'detached' });
    await settings.waitFor();
    await who.fill('gone@example.com');
    await page.getByText('No such changes').waitFor();
    expect(await who.inputValue()).toBe('gone@example.com');
  });

  it('keeps its list while its days are out of order, and its filter when it cannot be read', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'audit');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByRole('textbox', { name: 'To' })];
    await from.fill('2020-01-02');
    await to.fill('2020-01-01');
    await page.getByText('Choose a day that is not before From.', { exact: true }).waitFor();
    await to.fill('2020-01-02');
    await page.getByText('No such changes').waitFor();
    const periods = asked.map((url) => new URL(url).searchParams);
    expect(periods.filter((query) => (query.get('to') ?? '~') < (query.get('from') ?? ''))).toEqual([]);
    await page.route(/\/console\/api\/audit\?/, (route) => route.fulfill({ status: 400, json: {} }));
    await to.fill('2020-01-03');
    await page.getByText('This could not be loaded').waitFor();
    await page.unroute(/\/console\/api\/audit\?/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page
      .getByRole('row', { name: /changed settings/ })
      .first()
      .waitFor();
  });
});

describe('numbers', () => {
  it('say by which command an operator changes them', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'numbers');
    expect(await cutOff(page)).toBe(0);
    await page.getByRole('button', { name: `Commands for ${demo.from}` }).click();
    const dialog = page.getByRole('dialog', { name: demo.from });
    await dialog.getByText('send the command with your request').waitFor();
    const command = await dialog.getByText(/number set --account/).innerText();
    const words = command.trim().replace('npm run operator -- ', '').split(' ');
    expect(await operate<{ number: string }>(...words)).toMatchObject({ number: demo.from });
  });
});

describe('settings', () => {
  it.each([1280, 390])('stand under headings, with Save in sight on %d pixels', async (width) => {
    const page = await as('admin', width);
    await openScreen(page, demo, 'settings');
    const headings = page.getByRole('heading', { level: 3 });
    await headings.first().waitFor();
    expect(await headings.allInnerTexts()).toEqual([
      ...['Name and time zone', 'Approval and tests', 'Numbers and texts', 'Limits and budgets'],
      ...['Consent, STOP and HELP', 'Outside the open hours', 'What is kept'],
    ]);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    for (const label of ['Name', 'Approval above', 'Answer to STOP', 'Away message']) {
      const field = page.getByLabel(label, { exact: true });
      await field.focus();
      expect(await isInSight(field)).toBe(true);
      expect(await isInSight(save)).toBe(true);
    }
    await page.context().close();
  });
});

it('a table of the cost of a month is exported as it is shown', async () => {
  const page = await as('viewer');
  await openScreen(page, demo, 'usage');
  await page.getByRole('tab', { name: 'Days' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export this table' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-days\.csv$/);
  const [header, first] = (await text(await download.createReadStream())).split('\n');
  expect(header).toBe('Day,Price in US dollars,Texts,Parts,SMS credits,MMS credits');
  expect(first).toMatch(/^\d{4}-\d\d-\d\d,[\d.]+,[1-9]\d*,/);
  await page.context().close();
});
