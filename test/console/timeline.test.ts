import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { followText } from '../support/service/follow-text';
import { openScreen } from './browser';
import { callApi, untilStatus } from './demo';
import { violationsOf } from './look-at-screens';
import { useSignedIn } from './use-signed-in';

/** Tests of the timeline of a contact. */
const user = useSignedIn('sender');
const { demo } = user;
const DOMAIN = 'go.timeline.example';
/** More texts than a page of the list has. */
const MANY = 25;
let page: Page;
/** Group whose members no automation texts. */
let groupId: string;

beforeAll(async () => {
  page = user.page;
  const group = [
    'group',
    'create',
    '--account',
    demo.accountId,
    '--name',
    'Regulars',
    '--opt-in-type',
    'SINGLE',
  ];
  ({ id: groupId } = await operate<{ id: string }>(...group));
});

const pathOf = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const screenOf = (phone: string, query = 'tab=timeline') => `contacts/${encodeURIComponent(phone)}?${query}`;
const entries = () => page.getByRole('list', { name: /, newest first$/ }).getByRole('listitem');
const send = (to: string, body: string) =>
  callApi<{ id: string }>(demo, 'POST', '/api/v1/messaging/message', { from: demo.from, to, body });

async function addMember(phone: string, firstName: string): Promise<void> {
  await callApi(demo, 'POST', pathOf(phone), { firstName });
  await callApi(demo, 'POST', `${pathOf(phone)}/groups/${groupId}`);
}

/** Opens the timeline again until it has a text, which the service adds in the background. */
async function openUntilShown(phone: string, text: string): Promise<void> {
  await expectSoon(async () => {
    await openScreen(page, demo, screenOf(phone));
    expect(await page.locator('main').innerText()).toContain(text);
  });
}

it('has texts, replies, clicks and consent in one list, newest first, and each part alone', async () => {
  const phone = '+12065552731';
  await operate('account', 'link-domain', 'add', '--account', demo.accountId, '--domain', DOMAIN);
  const link = `${DOMAIN}/menu`;
  await operate(
    'link',
    'add',
    '--account',
    demo.accountId,
    '--link',
    link,
    '--url',
    'https://example.com/menu',
  );
  await addMember(phone, 'Tilda');
  const { id } = await send(phone, `{{trackingLink "${link}"}}`);
  const { body } = await callApi<{ body: string }>(demo, 'GET', `/api/v1/messaging/message/${id}`);
  expect((await followText(demo, body)).status).toBe(302);
  await callApi(demo, 'POST', '/_local/inbound', { from: phone, to: demo.from, body: 'Is there soup?' });
  await callApi(demo, 'POST', '/_local/inbound', { from: phone, to: demo.from, body: 'STOP' });
  await openUntilShown(phone, 'Opted out: ');
  await page.getByRole('link', { name: 'Answer to a keyword, to the contact' }).waitFor();
  // The answer to STOP has no fixed place: it is written at the same time as the opt-out.
  const headersOf = async () =>
    (await entries().allInnerTexts())
      .map((text) => text.split('\n').find((line) => line.trim() !== ''))
      .filter((header) => header !== 'Answer to a keyword, to the contact');
  expect(await headersOf()).toEqual([
    'Opted out: Regulars',
    'Opted out of everything',
    'Text from the contact',
    'Text from the contact',
    'Followed a link',
    'Text to the contact',
    'Opted in: Regulars',
    'Added to the contacts',
  ]);
  expect(await page.locator('main').innerText()).toContain('Is there soup?');
  expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);

  await page.getByRole('button', { name: 'Consent', exact: true }).click();
  await page.getByText('Is there soup?').waitFor({ state: 'detached' });
  expect(await headersOf()).toEqual(['Opted out: Regulars', 'Opted out of everything', 'Opted in: Regulars']);
  await page.getByRole('link', { name: 'The text' }).click();
  await page.waitForURL(/messages\/msg_\w+$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Texts and clicks' }).click();
  await page.getByText('Is there soup?').waitFor();
  expect(await page.getByText('Opted out of everything').count()).toBe(0);
});

it('shows older texts on demand, and with the last of them what came before', async () => {
  const phone = '+12065552732';
  await addMember(phone, 'Otis');
  for (let number = 1; number <= MANY; number += 1) await send(phone, `Text ${number} of many.`);
  await openScreen(page, demo, screenOf(phone));
  await page.getByText(`Text ${MANY} of many.`).waitFor();
  expect(await page.getByText('Text 1 of many.').count()).toBe(0);
  expect(await page.getByText('Added to the contacts').count()).toBe(0);
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.getByText('Text 1 of many.').waitFor();
  await page.getByText('Added to the contacts').waitFor();
  expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
});

it('links to an import that opted the contact out', async () => {
  const phone = '+12065552733';
  const { id, upload } = await callApi<{ id: string; upload: { url: string } }>(
    ...([demo, 'POST', '/api/v1/contacts/imports', { format: 'csv' }] as const),
  );
  await fetch(upload.url, { method: 'PUT', body: `Phone,Unsubscribed\n${phone},yes\n` });
  await callApi(demo, 'POST', `/api/v1/contacts/imports/${id}/start`);
  await untilStatus(demo, { path: `/api/v1/contacts/imports/${id}`, status: 'completed' });
  await openUntilShown(phone, 'Opted out of everything');
  await page.getByRole('link', { name: 'an import' }).click();
  await page.waitForURL(new RegExp(`imports/${id}$`));
  expect(page.url()).toContain(`/imports/${id}`);
});

it('shows one source when the other fails, and gets it by a second try', async () => {
  const phone = '+12065552734';
  await addMember(phone, 'Ezra');
  await send(phone, 'Your order is ready.');
  for (const [part, failed, shown] of [
    ['consent', 'The consent could not be loaded', 'Your order is ready.'],
    ['messages', 'The texts could not be loaded', 'Opted in: Regulars'],
  ] as const) {
    const failure = { code: 33199, message: 'Internal error.', status: 500, moreInfo: 'https://example.com' };
    const isPart = new RegExp(`/console/api/contacts/[^/]+/${part}`);
    await page.route(isPart, (route) => route.fulfill({ status: 500, json: failure }));
    await openScreen(page, demo, screenOf(phone));
    await page.getByText(failed).waitFor();
    await page.getByText(shown).first().waitFor();
    await page.unroute(isPart);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(failed).waitFor({ state: 'detached' });
    await page.getByText('Your order is ready.').waitFor();
    await page.getByText('Opted in: Regulars').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }
});

it('says what is missing when nothing has happened yet', async () => {
  const phone = '+12065552735';
  await callApi(demo, 'POST', pathOf(phone), { firstName: 'Nova' });
  await openScreen(page, demo, screenOf(phone));
  await page.getByText('Added to the contacts').waitFor();
  // Addresses of the former tab lead to the same entries.
  await openScreen(page, demo, screenOf(phone, 'tab=timeline&show=consent'));
  await page.getByText('No consent was recorded').waitFor();
  await page.getByRole('button', { name: 'Texts and clicks' }).click();
  await page.getByText('No texts').waitFor();
  expect(await entries().count()).toBe(0);
});
