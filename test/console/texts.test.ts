import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { operate } from '../support/service/operate';
import { openScreen } from './browser';
import { callApi } from './demo';
import { violationsOf } from './look-at-screens';
import { useSignedIn } from './use-signed-in';

/** Tests of the editor of texts: its values are chips, and what is stored is the text with its tags. */
const user = useSignedIn('sender');
const { demo } = user;
let page: Page;
let draftId: string;

beforeAll(async () => {
  await user.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = user.page;
  await operate('account', 'link-domain', 'add', '--account', demo.accountId, '--domain', 'go.texts.example');
});

const text = () => page.getByRole('textbox', { name: 'Text' });
const chips = () => page.getByRole('group', { name: 'Values in this text' }).getByRole('button');
/** Text of the field without the characters that enclose chips. */
const shown = async () => (await text().inputValue()).replaceAll('\u2063', '[').replaceAll('\u2064', ']');
/** Moves the caret behind so many characters. */
async function putCaret(position: number): Promise<void> {
  await page.keyboard.press('Control+Home');
  for (let count = 0; count < position; count += 1) await page.keyboard.press('ArrowRight');
}
/** Text of the draft that the service has. */
const stored = async () =>
  (await callApi<{ body: string }>(demo, 'GET', `/api/v1/campaigns/${draftId}`)).body;

async function openDraft(body: string): Promise<void> {
  const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
    ...{ name: 'Text with values', from: demo.from, purpose: 'informational' },
    ...{ body, audience: { groups: [demo.groups[0]?.id] } },
  });
  draftId = id;
  await openScreen(page, demo, `campaigns/${id}/edit`);
  await page.getByRole('button', { name: 'Next' }).click();
  await text().waitFor();
}

async function pick(group: string, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Insert a value' }).click();
  await page.getByRole('menuitem', { name: group }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function savedAs(body: string): Promise<void> {
  await page.getByText(/saved as a draft/i).waitFor();
  for (let tries = 0; tries < 40 && (await stored()) !== body; tries += 1) await page.waitForTimeout(250);
  expect(await stored()).toBe(body);
}

describe('the editor of a text', () => {
  it('puts a value in at the caret, and writes what comes when it is empty', async () => {
    await openDraft('Hi , we are open. Reply STOP to opt out.');
    await text().focus();
    await putCaret(3);
    await pick('Contact', 'First name');
    expect(await shown()).toBe('Hi [First name], we are open. Reply STOP to opt out.');
    await chips().getByText('First name').click();
    await page.getByLabel('If empty, write').fill('friend');
    await page.keyboard.press('Enter');
    expect(await shown()).toBe('Hi [First name, if empty: friend], we are open. Reply STOP to opt out.');
    await page.getByText('gets: “Hi friend, we are open.').waitFor();
    await page.getByRole('img', { name: 'Text on a phone: Hi friend, we are open.' }).waitFor();
    await savedAs('Hi {{contact_first_name or "friend"}}, we are open. Reply STOP to opt out.');
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  });

  it('crosses and deletes a value as a whole, and undoes that', async () => {
    await openDraft('Hi {{contact_first_name}}!');
    await text().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('my ');
    expect(await shown()).toBe('Hi my [First name]!');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    expect(await shown()).toBe('Hi my !');
    expect(await chips().count()).toBe(0);
    await page.keyboard.press('Control+z');
    expect(await shown()).toBe('Hi my [First name]!');
    await savedAs('Hi my {{contact_first_name}}!');
    await page.keyboard.press('Home');
    for (let count = 0; count < 6; count += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    expect(await shown()).toBe('Hi my !');
    await page.keyboard.press('Enter');
    await page.keyboard.type('line two');
    expect(await shown()).toBe('Hi my \nline two!');
  });

  it('copies and cuts the text with its tags, and makes values of what is pasted or typed', async () => {
    await openDraft('Hi {{contact_first_name}}!');
    await text().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Hi {{contact_first_name}}!');
    await page.keyboard.press('Control+x');
    expect(await shown()).toBe('');
    await page.keyboard.press('Control+v');
    await page.keyboard.type(' {{contact_email}}');
    await chips().getByText('Email').waitFor();
    expect(await shown()).toBe('Hi [First name]! [Email]');
    await page.keyboard.press('Control+z');
    expect(await shown()).toBe('Hi [First name]! {{contact_email}}');
    // As after each undo, what came back is selected.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('.');
    await savedAs('Hi {{contact_first_name}}! {{contact_email}}.');
  });

  it('marks what is no value, says why, and takes the mark away with it', async () => {
    await openDraft('Hi there. Reply STOP to opt out.');
    await text().focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('{{first_name}} ');
    const why = page.getByText(
      '{{first_name}} is no merge tag and is sent as it is written. Did you mean {{contact_first_name}}?',
    );
    await why.waitFor();
    expect(await page.locator('.text-marks .text-doubtful').allInnerTexts()).toEqual(['{{first_name}}']);
    const described = await text().getAttribute('aria-describedby');
    const words = await page.evaluate(
      `${JSON.stringify(described)}.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ')`,
    );
    expect(words).toContain('is no merge tag');
    for (let count = 0; count < 15; count += 1) await page.keyboard.press('Backspace');
    await why.waitFor({ state: 'detached' });
    expect(await page.locator('.text-marks .text-doubtful').count()).toBe(0);
  });

  it('makes a tracked link in place, and marks one that is not registered', async () => {
    await openDraft('See . Reply STOP to opt out.');
    await text().focus();
    await putCaret(4);
    await pick('Tracked link', 'Make a link…');
    const dialog = page.getByRole('dialog', { name: 'Create a link' });
    await dialog.getByLabel('Path').fill('spring');
    await dialog.getByLabel('Leads to').fill('https://example.com/spring');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await shown()).toBe('See [Link go.texts.example/spring]. Reply STOP to opt out.');
    await savedAs('See {{trackingLink "go.texts.example/spring"}}. Reply STOP to opt out.');
    await openDraft('See {{trackingLink "go.texts.example/none"}}');
    await page.getByText(/go\.texts\.example\/none.* names no registered link/).waitFor();
    await chips().getByText('Link go.texts.example/none').click();
    await page.getByRole('button', { name: 'Remove value' }).click();
    expect(await shown()).toBe('See ');
    await pick('Tracked link', 'go.texts.example/spring');
    expect(await shown()).toBe('See [Link go.texts.example/spring]');
  });

  it('opens a value where it is clicked in the text', async () => {
    await openDraft('{{dateOffset "7d"}} is the day');
    const mark = page.locator('.text-marks .text-value');
    const box = await mark.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    const panel = page.getByRole('group', { name: 'Date in 7 days', exact: true });
    await panel.getByLabel('From today on').fill('seven');
    expect(await panel.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await panel.getByLabel('From today on').fill('-2');
    await panel.getByRole('button', { name: 'Done' }).click();
    expect(await shown()).toBe('[Date 2 days ago] is the day');
    await savedAs('{{dateOffset "-2d"}} is the day');
  });
});
