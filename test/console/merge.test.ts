import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openScreen } from './browser';
import { callApi } from './demo';
import { violationsOf } from './look-at-screens';
import { useSignedIn } from './use-signed-in';

/** Tests of the merge of two contacts of one person. */
const user = useSignedIn('admin');
const { demo } = user;
let page: Page;

beforeAll(() => {
  page = user.page;
});

const pathOf = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const screenOf = (phone: string) => `contacts/${encodeURIComponent(phone)}`;
const create = (phone: string, body: object) => callApi(demo, 'POST', pathOf(phone), body);
const dialog = () => page.getByRole('dialog');
const openMerge = async (phone: string) => {
  await openScreen(page, demo, screenOf(phone));
  await page.getByRole('button', { name: 'Merge with another contact…' }).click();
};

it('suggests who may be the same person, compares both, and keeps what is chosen', async () => {
  const [kept, sameMail, sameName] = ['+12065552741', '+12065552742', '+12065552743'];
  await create(kept, { firstName: 'Mira', lastName: 'Dahl', email: 'mira@example.com' });
  await create(sameName, { firstName: 'mira', lastName: 'Dahl' });
  await create(sameMail, {
    ...{ firstName: 'Mirabel', email: 'MIRA@example.com', birthDate: '1990-12-25', isFavorite: true },
  });
  await callApi(demo, 'POST', `${pathOf(sameMail)}/groups/${demo.groups[0]?.id}`);
  await openMerge(kept);
  await dialog().getByText('Likely the same person').waitFor();
  expect(await dialog().getByRole('radio').count()).toBe(2);
  expect(await dialog().getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true);
  await dialog().getByRole('radio', { name: 'Mirabel' }).check();
  expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  await dialog().getByRole('button', { name: 'Compare' }).click();

  await dialog().getByText(`Taken from ${sameMail}`).waitFor();
  const text = await dialog().innerText();
  expect(text).toContain('Dec 25, 1990');
  expect(text).toContain(`It does not join ${demo.groups[0]?.name}`);
  expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  await dialog().getByRole('radio', { name: 'Mirabel' }).check();
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText(`The contacts are merged. ${sameMail} is a contact no more.`).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Mirabel Dahl' }).waitFor();
  expect(await callApi(demo, 'GET', pathOf(kept))).toMatchObject({
    ...{ firstName: 'Mirabel', lastName: 'Dahl', email: 'mira@example.com', birthDate: '1990-12-25' },
    ...{ isFavorite: true, groups: [] },
  });
  await expect(callApi(demo, 'GET', pathOf(sameMail))).rejects.toThrow('404');
});

it('finds any other contact by a search, and looks again when one has changed meanwhile', async () => {
  const [kept, double] = ['+12065552744', '+12065552745'];
  await create(kept, { firstName: 'Viggo' });
  await create(double, { lastName: 'Strand' });
  await openMerge(kept);
  await dialog().getByText('No other contact has the same e-mail address').waitFor();
  await dialog().getByRole('searchbox', { name: 'Find the other contact' }).fill('(206) 555-2745');
  await dialog().getByRole('radio', { name: 'Strand' }).check();
  await dialog().getByRole('button', { name: 'Compare' }).click();
  await dialog().getByText(`Taken from ${double}`).waitFor();
  await callApi(demo, 'PATCH', pathOf(double), { email: 'strand@example.com' });
  const merge = dialog().getByRole('button', { name: 'Merge', exact: true });
  await merge.click();
  await dialog().getByText('Your change was not made').waitFor();
  await dialog().getByText('strand@example.com').waitFor();
  await merge.click();
  await page.getByRole('heading', { level: 1, name: 'Viggo Strand' }).waitFor();
  expect(await callApi(demo, 'GET', pathOf(kept))).toMatchObject({ email: 'strand@example.com' });
});

it('is repeated by itself when the answer is lost', async () => {
  const [kept, double] = ['+12065552746', '+12065552747'];
  await create(kept, { firstName: 'Runa' });
  await create(double, { firstName: 'Runa', lastName: 'Berg' });
  await openMerge(kept);
  await dialog().getByRole('searchbox', { name: 'Find the other contact' }).fill('Berg');
  await dialog().getByRole('radio', { name: 'Runa Berg' }).check();
  await dialog().getByRole('button', { name: 'Compare' }).click();
  await dialog().getByText(`Taken from ${double}`).waitFor();
  let requests = 0;
  await page.route(/\/merge$/, async (route) => {
    requests += 1;
    await route.fetch();
    if (requests > 1) await route.continue();
    else await route.abort();
  });
  await dialog().getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Runa Berg' }).waitFor();
  await page.unroute(/\/merge$/);
  expect(requests).toBe(2);
});
