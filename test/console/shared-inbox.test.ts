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
    expect(await viewer.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0);
    expect(await viewer.getByRole('button', { name: 'Add note' }).count()).toBe(0);

    await openScreen(page, demo, `${screenOf(phone)}?show=mine`);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText(/^Closed on .*opens it again/).waitFor();
    await openScreen(page, demo, 'inbox?show=closed');
    await page.getByText('Do you deliver?').waitFor();
    await say(phone, 'Hello? Do you?');
    await openScreen(page, demo, screenOf(phone));
    await page.getByText('Hello? Do you?').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
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
    await note.getByText(/sender@/).waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    await openScreen(viewer, demo, screenOf(phone));
    await viewer.getByText('She comes on Friday.').waitFor();
    const { messages } = await callApi<{ messages: unknown[] }>(
      demo,
      'GET',
      `/_local/sent?to=${encodeURIComponent(phone)}`,
    );
    expect(JSON.stringify(messages)).not.toContain('Friday');
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
    await field.press('Enter');
    expect(await field.inputValue()).toBe('Hello {{contact_first_name}}, we deliver on Mondays.');
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Opening hours' }).click();
    expect(await field.inputValue()).toBe(
      'Hello {{contact_first_name}}, we deliver on Mondays. We open at nine.',
    );
    await field.press('Control+Enter');
    await page.locator('.bubble-ours', { hasText: 'Hello Barbara, we deliver on Mondays.' }).waitFor();
  });
});

it('asks before an opt-out, which only the person could undo', async () => {
  const phone = '+12065552704';
  await say(phone, 'please stop texting me');
  await openScreen(page, demo, screenOf(phone));
  await page.getByText('This sounds like an opt-out').waitFor();
  await page.getByRole('button', { name: 'Opt out', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Opt out .*\+12065552704\?$/ });
  await dialog.getByText('please stop texting me').waitFor();
  await dialog.getByText(/only the person can, by a text with START/).waitFor();
  expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('This sounds like an opt-out').waitFor();
  await page.getByRole('button', { name: 'Opt out', exact: true }).click();
  await dialog.getByRole('button', { name: 'Opt out', exact: true }).click();
  await page.getByText(/^Opted out on .*this phone cannot be texted/).waitFor();
});
