import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openScreen } from './browser';
import { violationsOf } from './look-at-screens';
import { useSignedIn } from './use-signed-in';

/** Tests of the list of texts by time, on the demo data. */
const user = useSignedIn('viewer');
const { demo } = user;
let page: Page;

beforeAll(() => {
  page = user.page;
});

const table = () => page.getByRole('table', { name: 'Texts by time' });
const choose = async (field: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${field} `) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('the list of texts by time', () => {
  it('has single texts and whole campaigns, newest first, and leads to the text', async () => {
    await openScreen(page, demo, 'messages');
    await table().getByText('Campaign “').first().waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    await choose('Status', 'Received');
    await page.waitForURL(/state=received/);
    await table().getByText('Campaign “').first().waitFor({ state: 'detached' });
    await table().getByText('Received').first().waitFor();
    await table()
      .getByRole('link', { name: /ago, |now, / })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /^Text from / }).waitFor();
    await page.locator('main').getByRole('link', { name: 'Messages', exact: true }).click();
    await page.waitForURL(/state=received/);
    await page.getByRole('button', { name: 'Status Received' }).waitFor();
  });

  it('leads from a broadcast to those recipients whose texts are in the chosen state', async () => {
    await openScreen(page, demo, 'messages?state=failed');
    const row = table().getByRole('row').filter({ hasText: 'Broadcast to 12' }).first();
    await row.getByRole('link').first().click();
    await page.waitForURL(/jobs\/broadcast\/brc_\w+\?status=skipped/);
    const recipients = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
    await recipients.nth(1).waitFor();
    expect(await recipients.count()).toBe(2);
  });

  it('says how many texts of a campaign did not arrive, and leads to them', async () => {
    await openScreen(page, demo, 'messages?state=notArrived');
    const link = table()
      .getByRole('link', { name: /^\d+ not delivered$/ })
      .first();
    const count = Number.parseInt(await link.innerText(), 10);
    await link.click();
    await page.waitForURL(/campaigns\/cmp_\w+\?tab=recipients&deliveryStatus=failed/);
    const recipients = page.getByRole('table', { name: 'Recipients' }).getByRole('row');
    await recipients.nth(1).waitFor();
    expect(await recipients.count()).toBe(1 + count);
  });

  it('has nothing of a phone any more once its field is emptied', async () => {
    await openScreen(page, demo, 'messages?phone=%2B15005550299');
    await page.getByText('No contact has this number').waitFor();
    await page.getByLabel('Phone number, name or id of a text').fill('');
    await table().waitFor();
    expect(await page.getByText('No contact has this number').count()).toBe(0);
  });

  it('is read on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openScreen(page, demo, 'messages');
    await page.getByText('Campaign “').first().waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  });
});
