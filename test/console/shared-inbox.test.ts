import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn } from './browser';
import { callApi, readDemo } from './demo';
import { violationsOf } from './look-at-screens';

/** Tests of the inbox as several users of an account share it. */
const demo = readDemo();
let browser: Browser;
let contexts: BrowserContext[];
let page: Page;
let viewer: Page;

/** People of these tests alone, by their phones. */
const PEOPLE = {
  '+12065552701': 'Dora',
  '+12065552702': 'Emil',
  '+12065552703': 'Barbara',
  '+12065552704': 'Olga',
  '+12065552705': 'Fay',
  '+12065552706': 'Gus',
  '+12065552707': 'Hanna',
  '+12065552708': 'Ida',
} as const;

beforeAll(async () => {
  for (const [phone, firstName] of Object.entries(PEOPLE)) {
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
    await callApi(demo, 'POST', path, { firstName });
    await callApi(demo, 'POST', `${path}/groups/${demo.groups[0]?.id}`, { optInMode: 'DIRECT' });
  }
  browser = await connectToBrowser();
  contexts = [await openContext(browser), await openContext(browser)];
  const [own, other] = contexts as [BrowserContext, BrowserContext];
  page = await signIn(own, demo, 'sender');
  viewer = await signIn(other, demo, 'viewer');
});

afterAll(async () => {
  const refused = contexts.flatMap(refusedByPolicy);
  await browser.close();
  if (refused.length > 0) throw new Error(refused.join('\n'));
});

const say = (from: string, body: string) =>
  callApi(demo, 'POST', '/_local/inbound', { from, to: demo.from, body });
const sentTo = async (phone: string) => {
  const path = `/_local/sent?to=${encodeURIComponent(phone)}`;
  return JSON.stringify(await callApi(demo, 'GET', path));
};
const focused = (text: string) => page.locator('button:focus', { hasText: text }).waitFor();

/** Holds requests of one method to a path until they are released. */
async function hold(path: RegExp, method: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}
const screenOf = (phone: string) => `inbox/${encodeURIComponent(phone)}`;

describe('a conversation of several users', () => {
  it('is assigned, closed, opened by the next text, and read by viewers', async () => {
    const phone = '+12065552701';
    await say(phone, 'Do you deliver?');
    await openScreen(page, demo, screenOf(phone));
    await page.getByText('Do you deliver?').waitFor();
    await page.getByRole('button', { name: /^Assigned to/ }).click();
    const assigned = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('option', { name: 'You' }).click();
    expect((await assigned).status()).toBe(200);
    await page.getByRole('button', { name: /^Assigned to You/ }).waitFor();
    await openScreen(page, demo, 'inbox?show=mine');
    await page.getByText('Do you deliver?').waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);

    await openScreen(viewer, demo, screenOf(phone));
    await viewer.getByText(/^Assigned to: /).waitFor();
    expect(await viewer.getByRole('button', { name: 'Close conversation', exact: true }).count()).toBe(0);
    expect(await viewer.getByRole('button', { name: 'Add note' }).count()).toBe(0);

    await openScreen(page, demo, `${screenOf(phone)}?show=mine`);
    await page.getByRole('button', { name: 'Close conversation', exact: true }).click();
    await page.getByText(/^Closed on .*opens it again/).waitFor();
    await openScreen(page, demo, 'inbox?show=closed');
    await page.getByText('Do you deliver?').waitFor();
    await say(phone, 'Hello? Do you?');
    await openScreen(page, demo, screenOf(phone));
    await page.getByText('Hello? Do you?').waitFor();
    await page.getByRole('button', { name: 'Close conversation', exact: true }).waitFor();
  });

  it('has notes, which look like no text and are not sent', async () => {
    const phone = '+12065552702';
    await say(phone, 'Is my order there?');
    await openScreen(page, demo, screenOf(phone));
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByLabel('Note', { exact: true }).fill('She comes on Friday.');
    await page.getByRole('button', { name: 'Keep note' }).click();
    const note = page.getByRole('note', { name: 'Note, not sent' });
    await note.getByText('She comes on Friday.').waitFor();
    await note.getByText(/^You · /).waitFor();
    expect(await note.innerText()).not.toContain('@');
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    const assignees = '**/console/api/assignees';
    await viewer.route(assignees, async (route) => {
      const response = await route.fetch();
      const { results } = (await response.json()) as { results: object[] };
      await route.fulfill({
        response,
        json: { results: results.map((user) => ({ ...user, name: 'Sam Sender' })) },
      });
    });
    await openScreen(viewer, demo, screenOf(phone));
    await viewer.getByText('She comes on Friday.').waitFor();
    await viewer
      .getByRole('note')
      .getByText(/^Sam Sender · /)
      .waitFor();
    await viewer.unroute(assignees);
    await page.getByLabel(/^Answer from/).fill('It is there.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.bubble-ours', { hasText: 'It is there.' }).waitFor();
    const sent = await sentTo(phone);
    expect(sent).toContain('It is there.');
    expect(sent).not.toContain('Friday');
  });

  it('tells who else is writing an answer, until it is sent', async () => {
    const phone = '+12065552708';
    await say(phone, 'Which floor?');
    await openScreen(viewer, demo, screenOf(phone));
    await viewer.getByText('Which floor?').waitFor();
    expect(await viewer.getByText('is writing an answer').count()).toBe(0);
    await openScreen(page, demo, screenOf(phone));
    await page.getByLabel(/^Answer from/).fill('The second one.');
    await viewer.getByRole('status').getByText('is writing an answer.').waitFor();
    expect(await page.getByText('is writing an answer').count()).toBe(0);
    expect(await violationsOf(new AxeBuilder({ page: viewer }))).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await viewer.getByText('is writing an answer.').waitFor({ state: 'detached' });

    await openScreen(viewer, demo, 'inbox');
    const row = viewer.getByRole('row', { name: phone });
    await row.getByText('Answered', { exact: true }).waitFor();
    // A page with the conversation marks what comes as read.
    await openScreen(page, demo, 'inbox');
    await say(phone, 'Thank you. Is there a lift?');
    await viewer.reload();
    await row.getByText('1 unread', { exact: true }).waitFor();
  });

  it('takes one change at a time, and shows it only where it was made', async () => {
    await say('+12065552705', 'Are you there?');
    await say('+12065552706', 'Hello!');
    await openScreen(page, demo, screenOf('+12065552706'));
    const release = await hold(/\/console\/api\/inbox\/[^/?]+$/, 'PATCH');
    await page.getByRole('button', { name: /^Assigned to/ }).click();
    await page.getByRole('option', { name: 'You' }).click();
    const close = page.getByRole('button', { name: 'Close conversation', exact: true });
    expect(await close.isDisabled()).toBe(true);

    await page.locator('h1', { hasText: 'Gus' }).click();
    await page.keyboard.press('j');
    await page.locator('h1', { hasText: 'Gus' }).waitFor({ state: 'detached' });
    await page.getByLabel(/^Answer from/).waitFor();
    const title = await page.locator('h1').innerText();
    expect(await close.isDisabled()).toBe(false);
    const releaseReads = await hold(/\/console\/api\/inbox\/[^/?]+$/, 'GET');
    const listed = page.waitForResponse((response) => /\/api\/inbox\?/.test(response.url()));
    release();
    await listed;
    expect(await page.locator('h1').innerText()).toBe(title);
    releaseReads();
    await openScreen(page, demo, screenOf('+12065552706'));
    await page.getByRole('button', { name: /^Assigned to You/ }).waitFor();
  });

  it('shows the form of a note whole, above the bar of a phone', async () => {
    const phone = '+12065552709';
    await say(phone, 'Are you open?');
    await page.setViewportSize({ width: 390, height: 560 });
    try {
      await openScreen(page, demo, screenOf(phone));
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.locator('textarea:focus').waitFor();
      const keep = await page.getByRole('button', { name: 'Keep note' }).boundingBox();
      const bar = await page.locator('nav.areas').boundingBox();
      expect(bar?.y).toBeGreaterThan(560 / 2);
      expect((keep?.y ?? Infinity) + (keep?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    } finally {
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });

  it('has a form of notes that keeps the focus, and adds a note once when the answer is lost', async () => {
    const phone = '+12065552707';
    await say(phone, 'Hello?');
    await openScreen(page, demo, screenOf(phone));
    const opener = page.getByRole('button', { name: 'Add note' });
    const field = page.getByLabel('Note', { exact: true });
    await opener.click();
    await field.fill('Call back');
    await page.reload();
    await field.waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await focused('Add note');
    await opener.click();
    await page.locator('textarea:focus').fill('Call her back');

    const path = /\/console\/api\/inbox\/[^/]+\/notes$/;
    const lost: number[] = [];
    await page.route(path, async (route) => {
      if (lost.length > 0) return route.continue();
      lost.push((await route.fetch()).status());
      expect(await field.isEditable()).toBe(false);
      return route.fulfill({ status: 502, body: '' });
    });
    await page.getByRole('button', { name: 'Keep note' }).press('Enter');
    await focused('Add note');
    await page.unroute(path);
    expect(lost).toEqual([201]);
    await page.getByText('The note was added.').waitFor({ state: 'attached' });
    const notes = page.getByRole('note', { name: 'Note, not sent' });
    await notes.waitFor();
    await openScreen(page, demo, screenOf(phone));
    expect(await notes.count()).toBe(1);

    await page.route(/\/console\/api\/inbox\/[^/?]+$/, async (route) => {
      const response = await route.fetch();
      const { notes: some, ...rest } = (await response.json()) as { notes: object[] };
      const many = Array.from({ length: 100 }, (_, index) => ({ ...some[0], id: `not_${index}` }));
      await route.fulfill({ response, json: { ...rest, notes: many } });
    });
    expect(await page.getByText('Only the newest 100 notes are shown.').count()).toBe(0);
    await openScreen(page, demo, screenOf(phone));
    await page.getByText('Only the newest 100 notes are shown.').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('saved replies', () => {
  it('are made on their screen, and inserted by a slash or from the menu', async () => {
    await openScreen(page, demo, 'inbox/saved-replies');
    for (const [title, text] of [
      ['Delivery', 'Hello {{contact_first_name}}, we deliver on Mondays.'],
      ['Opening hours', 'We open at nine.'],
    ] as const) {
      await page.getByRole('button', { name: 'Add saved reply' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill(title);
      await dialog.getByLabel('Text').fill(text);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('cell', { name: 'We open at nine.' }).waitFor();

    await say('+12065552703', 'What about delivery?');
    await openScreen(page, demo, screenOf('+12065552703'));
    const field = page.getByLabel(/^Answer from/);
    await field.fill('/del');
    const option = page.getByRole('option', { name: /^Delivery/ });
    await option.waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    await field.press('Control+Enter');
    expect(await field.inputValue()).toBe('/del');
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await field.fill('/');
    await field.press('ArrowDown');
    const options = page.getByRole('option');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    await field.fill('/e');
    expect(await options.nth(0).getAttribute('aria-selected')).toBe('true');
    expect(await options.count()).toBe(2);
    await field.fill('/del');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('Hello {{contact_first_name}}, we deliver on Mondays.');
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Opening hours' }).click();
    expect(await field.inputValue()).toBe(
      'Hello {{contact_first_name}}, we deliver on Mondays. We open at nine.',
    );
    await field.press('Control+Enter');
    await page.locator('.bubble-ours', { hasText: 'Hello Barbara, we deliver on Mondays.' }).waitFor();
    const sent = await sentTo('+12065552703');
    expect(sent).toContain('Hello Barbara');
    expect(sent).not.toContain('/del');
  });

  it('are scrolled to the one that the arrow keys choose', async () => {
    await say('+12065552703', 'And the prices?');
    await page.route(/\/console\/api\/saved-replies$/, (route) =>
      route.fulfill({
        json: {
          results: Array.from({ length: 8 }, (_, index) => ({
            id: `rpl_${index}`,
            ...{ title: `Price ${index}`, text: 'Ours is less. '.repeat(40), version: 1 },
          })),
        },
      }),
    );
    await openScreen(page, demo, screenOf('+12065552703'));
    const field = page.getByLabel(/^Answer from/);
    await field.fill('/');
    const last = page.getByRole('option', { name: /^Price 7/ });
    await last.waitFor();
    await field.press('ArrowUp');
    expect(await last.getAttribute('aria-selected')).toBe('true');
    const [list, option] = await Promise.all([
      page.getByRole('listbox', { name: 'Saved replies' }).boundingBox(),
      last.boundingBox(),
    ]);
    if (list === null || option === null) throw new Error('The list is not shown');
    expect(option.height).toBeLessThan(100);
    expect(option.y).toBeGreaterThanOrEqual(list.y);
    expect(option.y + option.height).toBeLessThanOrEqual(list.y + list.height);
    await field.fill('');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

it('asks before an opt-out, which only the person could undo', async () => {
  const phone = '+12065552704';
  await say(phone, 'please stop texting me');
  await openScreen(page, demo, screenOf(phone));
  await page.getByText('This sounds like an opt-out').waitFor();
  await page.getByRole('button', { name: 'Opt out', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Opt out .*\+12065552704\?$/ });
  await dialog.getByText('please stop texting me').waitFor();
  await dialog.getByText(/only the person can, by a text with START/).waitFor();
  expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  await dialog.locator('button:focus', { hasText: 'Cancel' }).waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await dialog.getByLabel('Note').fill('She said so');
  await dialog.getByLabel('Note').press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(requests.filter((request) => request.includes('/reviews/'))).toEqual([]);
  await page.getByText('This sounds like an opt-out').waitFor();
  await page.getByRole('button', { name: 'Opt out', exact: true }).click();
  await dialog.getByRole('button', { name: 'Opt out', exact: true }).click();
  await page.getByText(/^Opted out on .*this phone cannot be texted/).waitFor();
});
