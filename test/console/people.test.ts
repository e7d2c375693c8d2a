import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn, type DemoRole } from './browser';
import { CONSOLE_DIST } from '../../lib/console/build-console';
import { operate } from '../support/service/operate';
import { testApprovals } from './approvals';
import { testAutomations } from './automations';
import { callApi, readDemo, UNDELIVERED } from './demo';
import { violationsOf } from './look-at-screens';

/** Tests of people's tasks in the console, each signed in as a demo user. */
const demo = readDemo();
const people = new Map<DemoRole, BrowserContext>();
let browser: Browser;

beforeAll(async () => {
  browser = await connectToBrowser();
});

afterAll(async () => {
  const refused = [...people.values()].flatMap(refusedByPolicy);
  await browser.close();
  if (refused.length > 0) throw new Error(refused.join('\n'));
});

afterEach(async () => {
  for (const context of people.values()) await Promise.all(context.pages().map((page) => page.close()));
});

/** Opens a new page of a person, who signs in once for all tests. */
async function as(role: DemoRole): Promise<Page> {
  const context = people.get(role);
  if (context !== undefined) return context.newPage();
  const first = await openContext(browser);
  people.set(role, first);
  return signIn(first, demo, role);
}

it('is tested as it is deployed: React is not built for development', async () => {
  const folder = join(CONSOLE_DIST, 'assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.length).toBeGreaterThan(0);
  expect(scripts.filter((_, index) => texts[index]?.includes('jsxDEV'))).toEqual([]);
});

describe('signing in', () => {
  it('leads back to the address that was asked for', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.goto(`${demo.baseUrl}/console/${demo.accountId}/segments`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator('[name=email]').fill('viewer@demo.example');
    await page.locator('[name=password]').fill(demo.consolePassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/${demo.accountId}/segments`);
    await context.close();
  });

  it('ends with signing out', async () => {
    const context = await openContext(browser);
    const page = await signIn(context, demo, 'viewer');
    await page.getByRole('button', { name: 'Vera Viewer' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    const answer = await page.request.get(`${demo.baseUrl}/console/api/session`);
    expect(answer.status()).toBe(401);
    await context.close();
  });
});

describe('campaigns', () => {
  /** Composes a campaign from the first step to the last one, without launching. */
  async function compose(page: Page, name: string, greeting = 'Hello {{contact_first_name}}'): Promise<void> {
    await openScreen(page, demo, 'campaigns/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByText('Informational', { exact: true }).click();
    await page.getByLabel('Everyone in the contact book').check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill(`${greeting}, we are closed on Monday. Reply STOP to opt out.`);
    await page.getByText(/saved as a draft/i).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('As soon as it is launched').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('First text').waitFor();
  }

  /** Checks that the text on the phone follows the chosen contact. */
  async function seeTextOfAnother(page: Page): Promise<void> {
    const chosen = page.getByRole('button', { name: /With the values of/ });
    const before = await chosen.innerText();
    await chosen.click();
    const another = page.getByRole('option').filter({ hasNotText: before.trim() }).first();
    const to = (await another.innerText()).trim();
    await another.click();
    const { firstName = '' } = await callApi<{ firstName?: string }>(
      ...([demo, 'GET', `/api/v1/contacts/by-phone/${encodeURIComponent(to)}`] as const),
    );
    await page.getByLabel(`Text on a phone: Hello ${firstName},`).waitFor();
  }

  it('are planned, launched, watched to their end and copied by a sender', async () => {
    const page = await as('sender');
    await compose(page, 'Closed on Monday');
    await seeTextOfAnother(page);
    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await page.waitForURL(/campaigns\/cmp_\w+$/);
    await page.getByText('Completed').first().waitFor();
    await page.getByRole('link', { name: 'Sent, but not delivered' }).click();
    await page.getByRole('link', { name: UNDELIVERED, exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);

    await page.goBack();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Copy of Closed on Monday');
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain(
      'we are closed on Monday',
    );
    await page.getByText(/saved as a draft/i).waitFor();
  });

  it('keep their weekdays when they are copied, and ask for a new last day', async () => {
    const sendingHours = { from: '09:00', to: '20:00', days: ['MON', 'FRI'] };
    const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
      ...{ name: 'Weekdays only', from: demo.from, purpose: 'informational', launch: true, sendingHours },
      ...{ body: 'We are open today.', audience: { groups: [demo.groups[0]?.id] } },
      ...{ schedule: { at: '2039-12-01T15:00:00.000Z' }, expiresAt: '2039-12-02T15:00:00.000Z' },
    });
    await callApi(demo, 'POST', `/api/v1/campaigns/${id}/cancel`);
    const page = await as('sender');
    await openScreen(page, demo, `campaigns/${id}`);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/saved as a draft/i).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    for (const day of ['Monday', 'Friday']) await page.getByText(day, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByText('Choose the day.', { exact: true }).count()).toBe(2);
    await page.getByLabel('Day', { exact: true }).fill('2039-12-24');
    await page.getByLabel('Last day, by your clock').fill('2039-12-26');
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/api/v1/campaigns/'),
    );
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('First text').waitFor();
    const draft = (await (await saved).json()) as {
      sendingHours: object;
      schedule: object;
      expiresAt: string;
    };
    expect(draft.sendingHours).toEqual(sendingHours);
    // The time of day is taken from the first one, by the clock of the browser.
    expect(draft.schedule).toEqual({ at: '2039-12-24T15:00:00.000Z' });
    expect(draft.expiresAt).toBe('2039-12-26T15:00:00.000Z');
  });

  it('say in the form what is missing', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'campaigns/new');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Give the campaign a name.').waitFor();
    await page.getByText('Choose who the campaign is for.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text' }).count()).toBe(0);
  });

  it('are not planned for a saved segment before one is chosen', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'campaigns/new');
    await page.getByLabel('Name', { exact: true }).fill('No segment');
    await page.getByText('A saved segment', { exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Choose who the campaign is for.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text' }).count()).toBe(0);
  });

  it('are warned of a filter and an unknown link, which would be sent as they are', async () => {
    const page = await as('sender');
    const tag = '{{contact_first_name | upcase}}';
    await compose(page, 'Sent literally', `Hello ${tag} {{trackingLink "go.example.com/unknown"}}`);
    await page.getByText(`${tag} is no merge tag`).waitFor();
    await page.getByText(/go\.example\.com\/unknown.*names no registered link/).waitFor();
    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await page.getByText('which is no merge tag').first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/campaigns\/new$/);
  });

  it('that have not begun are cancelled with words that are true, by a button of its own name', async () => {
    const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
      ...{ name: 'Never begins', from: demo.from, purpose: 'informational', launch: true },
      ...{ body: 'Later. Reply STOP to opt out.', audience: { groups: [demo.groups[0]?.id] } },
      ...{ schedule: { at: '2039-12-01T15:00:00.000Z' }, expiresAt: '2039-12-02T15:00:00.000Z' },
    });
    const page = await as('sender');
    await openScreen(page, demo, `campaigns/${id}`);
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this campaign?' });
    await dialog.getByText('It has not begun: no text has been sent').waitFor();
    expect(await dialog.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Keep it' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByText('The campaign is cancelled.').waitFor();
  });

  it('are not launched with what is no merge tag, of which two steps warn', async () => {
    const page = await as('sender');
    await compose(page, 'Misspelled', 'Hello {{first_name}}');
    const warning = page.getByText(/^\{\{first_name\}\} is no merge tag and is sent as it is written\./);
    await warning.waitFor();
    await page.getByRole('button', { name: 'Launch campaign' }).click();
    await page.getByText('has {{first_name}}, which is no merge tag').first().waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('As soon as it is launched').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await warning.waitFor();
    expect(await page.getByText('Checked and saved as a draft').count()).toBe(0);
  });

  it('are approved by a second person', async () => {
    const admin = await as('admin');
    await openScreen(admin, demo, 'settings');
    await admin.getByLabel('Approval above').fill('1');
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByText('The settings are saved.').waitFor();
    const sender = await as('sender');
    await compose(sender, 'Needs a second person');
    await sender.getByRole('button', { name: 'Submit for approval' }).click();
    await sender.getByText('and not the one who launched it').waitFor();
    expect(await sender.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await sender.getByRole('button', { name: 'Add a note' }).click();
    await sender.getByLabel('Note', { exact: true }).fill('With the bill of Monday.');
    await sender.getByRole('button', { name: 'Save note' }).click();
    await sender.getByText('The note is saved.').waitFor();
    const path = new URL(sender.url()).pathname;
    await admin.goto(demo.baseUrl + path);
    await admin.getByText('Look at who gets it and at the text').waitFor();
    await admin.getByText('With the bill of Monday.').waitFor();
    await admin.getByRole('img', { name: '1 approval to decide' }).waitFor();
    await admin.getByRole('button', { name: 'Send back' }).click();
    expect(await admin.getByRole('button', { name: 'Send back with this reason' }).isDisabled()).toBe(true);
    await admin.getByLabel('Reason').fill('Say who it is from.');
    await admin.getByRole('button', { name: 'Send back with this reason' }).click();
    await admin.getByText('The campaign is sent back; it is a draft again.').waitFor();

    await sender.reload();
    await sender.getByText('Say who it is from. – ').waitFor();
    await sender.getByRole('link', { name: 'Edit and launch' }).click();
    await sender.getByRole('heading', { name: /^Edit / }).waitFor();
    await sender.getByText('Say who it is from. – ').waitFor();
    await sender.getByRole('button', { name: 'Submit for approval' }).click();
    await sender.getByText('and not the one who launched it').waitFor();
    expect(await sender.getByText('Say who it is from.').count()).toBe(0);

    await admin.reload();
    await admin.getByRole('button', { name: 'Approve' }).click();
    await admin.getByText(/^\d+ people get “Needs a second person”\./).waitFor();
    await admin.getByLabel('Comment (optional)').fill('Looks good.');
    await admin.getByRole('button', { name: /^Text \d+ people$/ }).click();
    await admin.getByText('Completed').first().waitFor();
    await admin.getByText('“Looks good.”').waitFor();
    await openScreen(admin, demo, 'settings');
    await admin.getByLabel('Approval above').fill('');
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByText('Only operators raise or clear approvalAbove').waitFor();
    const operator = await as('operator');
    await openScreen(operator, demo, 'settings');
    await operator.getByLabel('Recipients without an approval, at most').fill('');
    await operator.getByRole('button', { name: 'Save what operators set' }).click();
    await operator.getByText('The settings are saved.').waitFor();
    await admin.reload();
    expect(await admin.getByLabel('Approval above').inputValue()).toBe('');
  });
});

describe('contacts', () => {
  it('are imported from a file, with a report', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'imports/new');
    const csv = 'Mobile number,First name,Shop\n+12125553001,Edsger,North\nno number,Nemo,South\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('Edsger', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Start the import' }).click();
    await page.getByText('1 row rejected').waitFor();
    const contact = await callApi<{ firstName: string }>(
      ...([demo, 'GET', '/api/v1/contacts/by-phone/%2B12125553001'] as const),
    );
    expect(contact.firstName).toBe('Edsger');
  });

  it('become a segment by a filter', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'contacts?tab=filter');
    await page.getByRole('button', { name: 'Save as a segment' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Everyone');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Everyone' }).waitFor();
    const { results } = await callApi<{ results: { name: string }[] }>(demo, 'GET', '/api/v1/segments');
    expect(results.map(({ name }) => name)).toContain('Everyone');
  });

  it('are changed, the fields of the account included', async () => {
    const path = '/api/v1/contacts/by-phone/%2B12065552009';
    const admin = await as('admin');
    await openScreen(admin, demo, 'custom-fields');
    await admin.getByRole('button', { name: 'Create field' }).first().click();
    await admin.getByLabel('Name', { exact: true }).fill('Shoe size');
    await admin.getByLabel('Kind').click();
    await admin.getByRole('option', { name: 'Number' }).click();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByRole('cell', { name: 'Shoe size' }).waitFor();
    const page = await as('editor');
    await openScreen(page, demo, 'contacts/%2B12065552009');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Shoe size').fill('42');
    await page.getByLabel('Gender').click();
    await page.getByRole('option', { name: 'Female', exact: true }).click();
    await page.getByLabel('Favorite').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The contact is changed.').waitFor();
    expect(await callApi(demo, 'GET', path)).toMatchObject({
      customFields: { 'Shoe size': 42 },
      gender: 'FEMALE',
      isFavorite: true,
    });
  });

  it('keep a value whose name an administrator changes, and the segment of it', async () => {
    const path = '/api/v1/contacts/by-phone/%2B12065552008';
    const admin = await as('admin');
    await openScreen(admin, demo, 'custom-fields');
    await admin.getByRole('button', { name: 'Create field' }).first().click();
    await admin.getByLabel('Name', { exact: true }).fill('Tariff');
    await admin.getByLabel('Kind').click();
    await admin.getByRole('option', { name: 'One of a list' }).click();
    await admin.getByLabel('Values').fill('Basic\nGold');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByRole('cell', { name: 'Basic, Gold' }).waitFor();
    await callApi(demo, 'PATCH', path, { customFields: { Tariff: 'Gold' } });
    const filter = { field: 'customFields.Tariff', op: 'equals', value: 'Gold' };
    const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/segments', {
      ...{ name: 'Gold', audience: { filter } },
    });

    await admin.getByRole('button', { name: 'Edit Tariff' }).click();
    const save = admin.getByRole('button', { name: 'Save', exact: true });
    expect(await save.isDisabled()).toBe(true);
    await admin.getByLabel('Name of Gold').fill('Basic');
    await save.click();
    await admin.getByText('is the name of another option', { exact: true }).waitFor();
    await admin.getByLabel('Name of Gold').fill('Premium');
    await admin.getByRole('button', { name: 'Add value' }).click();
    await admin.getByLabel('New value').fill('Team');
    await save.click();
    await admin.getByRole('cell', { name: 'Basic, Premium, Team' }).waitFor();
    expect(await callApi(demo, 'GET', path)).toMatchObject({ customFields: { Tariff: 'Premium' } });
    await openScreen(admin, demo, `segments/${id}`);
    await admin.getByText('Premium').first().waitFor();
    await openScreen(admin, demo, 'audit');
    await admin.getByText('“Gold” became “Premium”').waitFor();
    await admin.getByText('“Team” added').waitFor();
  });

  it('that are not there are said to be unknown', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'contacts/%2B12125559999');
    expect(await page.locator('main').innerText()).toContain('Contact not found.');
  });

  it('have the timeline of each text, so that support finds out why one did not arrive', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'messages');
    await page.getByLabel('Phone number, name or id of a text').fill('(500) 555-0013');
    await page.getByRole('button', { name: 'Find' }).click();
    const row = page.getByRole('row', { name: /Not delivered.*The phone may be off.*“Opening hours”/s });
    await row.waitFor();
    await page.getByRole('button', { name: 'Status Any status' }).click();
    await page.getByRole('option', { name: 'Delivered', exact: true }).click();
    await page.getByText('No texts here').waitFor();
    await page.getByRole('button', { name: 'Status Delivered' }).click();
    await page.getByRole('option', { name: 'Did not arrive: sent, not delivered' }).click();
    await page.getByLabel('First day').fill('2039-01-01');
    await page.getByText('No texts here').waitFor();
    await openScreen(page, demo, 'messages?phone=%2B15005550013&state=undelivered');
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('The carrier did not deliver it');
    expect(text).toContain('Try once more later');
  });

  it('say above their texts why single ones to them are refused', async () => {
    const phone = '%2B12065552077';
    await callApi(demo, 'POST', `/api/v1/contacts/by-phone/${phone}`, { firstName: 'Ungrouped' });
    const page = await as('viewer');
    await openScreen(page, demo, `messages?phone=${phone}`);
    await page.getByText('In no group: single texts to this contact are refused').waitFor();
    await page.getByRole('link', { name: 'Ungrouped' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ungrouped' }).waitFor();
    await openScreen(page, demo, 'messages?phone=%2B12065552078');
    await page.getByText('No contact has this number').waitFor();
    expect(await page.getByText('In no group').count()).toBe(0);
  });

  it('have the texts of a campaign listed by status', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'messages');
    await page.getByRole('button', { name: /Or all texts of a campaign/ }).click();
    await page.getByRole('option', { name: 'Opening hours' }).click();
    await page.getByRole('button', { name: 'Show All recipients' }).click();
    await page.getByRole('option', { name: 'Sent, but not delivered' }).click();
    await page.getByRole('link', { name: '+12065552001', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: UNDELIVERED, exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });
});

describe('erasing a contact', () => {
  const path = '/contacts/%2B12065552011';

  it('asks an administrator to write the number first', async () => {
    const page = await as('admin');
    await openScreen(page, demo, path.slice(1));
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const erase = page.getByRole('button', { name: 'Erase for good' });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel(/^Write .* to confirm$/).fill('+1 206 555 2011');
    await erase.click();
    await page.getByText('The contact is being erased.').waitFor();
    const list = '/api/v1/contacts?search=2065552011';
    expect(await callApi(demo, 'GET', list)).toMatchObject({ results: [] });
  });

  it('is not offered to a sender', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'contacts/%2B12065552010');
    await page.getByRole('button', { name: 'Opt out', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Erase', exact: true }).count()).toBe(0);
  });
});

describe('the inbox', () => {
  it('shows a reply and takes an answer', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'inbox/%2B12065552001');
    await page.getByText('Are you open on Sunday?').first().waitFor();
    await page.getByLabel(/^Answer from/).fill('Yes, from ten to four.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.bubble-ours', { hasText: 'Yes, from ten to four.' }).waitFor();
    expect(await page.getByLabel(/^Answer from/).inputValue()).toBe('');
  });

  it('lets a person decide on what sounds like an opt-out', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'inbox/%2B12065552002');
    await page.getByRole('button', { name: 'Opt out', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Opt out / });
    await dialog.getByRole('button', { name: 'Opt out', exact: true }).click();
    await page.getByText('The contact is opted out.').waitFor();
    const contact = await callApi<{ optedOutAt?: string }>(
      ...([demo, 'GET', '/api/v1/contacts/by-phone/%2B12065552002'] as const),
    );
    expect(contact.optedOutAt).toBeDefined();
  });
});

describe('administration', () => {
  it('makes a key with a name, shows its secret once, revokes it, and finds that in the audit log', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Web shop');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Choose at least one').waitFor();
    await page.getByText('Read contacts', { exact: true }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const secret = (await page.getByText(/^key_\w+:\S+$/).innerText()).trim();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const ask = async (credentials = secret) => {
      const headers = { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
      return (await fetch(`${demo.baseUrl}/api/v1/groups`, { headers })).status;
    };
    expect(await ask()).toBe(200);
    await page.getByRole('button', { name: 'Rotate Web shop' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    const second = (await page.getByText(/^key_\w+:\S+$/).innerText()).trim();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('Two secrets work; the former one ends').waitFor();
    expect([await ask(), await ask(second)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Revoke Web shop' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('The key is revoked.').waitFor();
    expect([await ask(), await ask(second)]).toEqual([401, 401]);
    await openScreen(page, demo, 'audit');
    await page.getByRole('row', { name: /revoked API key “Web shop”/ }).waitFor();
  });

  it('sets how many MMS a number may send', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'numbers');
    await page.getByRole('button', { name: `Change ${demo.from}` }).click();
    await page.getByLabel('MMS in a second').fill('7');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const seven = page.getByText('MMS: 7', { exact: true });
    await seven.waitFor();
    await page.getByRole('button', { name: `Change ${demo.from}` }).click();
    await page.getByLabel('MMS in a second').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await seven.waitFor({ state: 'detached' });
    expect(await page.getByText('MMS: no limit set', { exact: true }).count()).toBe(1);
  });

  it('adds an endpoint that takes several events in one request', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://batches.example/sms');
    await page.getByLabel('Several events in one request').check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('link', { name: 'https://batches.example/sms' }).click();
    await page.getByText('Up to 100 events').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(1);
  });

  it('gives a group a tag', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'groups');
    await page
      .getByRole('button', { name: /^Tags of / })
      .first()
      .click();
    await page.getByLabel('New tag').fill('Regular');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The tags are saved.').waitFor();
    await page.getByRole('cell', { name: 'Regular', exact: true }).waitFor();
    const { results } = await callApi<{ results: { tags: { name: string }[] }[] }>(
      demo,
      'GET',
      '/api/v1/groups',
    );
    expect(results.flatMap(({ tags }) => tags.map(({ name }) => name))).toContain('Regular');
  });

  it('deletes a group once its name is written', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'groups');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Short-lived');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Delete Short-lived' }).click();
    const remove = page.getByRole('button', { name: 'Delete the group' });
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel(/^Write .* to confirm$/).fill('Short-lived');
    await remove.click();
    await page.getByText('The group is deleted.').waitFor();
    await page.getByRole('link', { name: 'Short-lived' }).waitFor({ state: 'detached' });
  });

  it('is not shown to a viewer, who changes nothing', async () => {
    const page = await as('viewer');
    await openScreen(page, demo, 'campaigns');
    expect(await page.getByText('Create campaign').count()).toBe(0);
    await openScreen(page, demo, 'settings');
    const tabs = await page.getByRole('navigation', { name: 'Account' }).innerText();
    expect(tabs.split('\n')).toEqual(['Settings', 'Numbers', 'Senders']);
    await openScreen(page, demo, 'keys');
    expect(await page.locator('main').innerText()).toContain('your role does not let you see it');
  });
});

describe('a pause of sending', () => {
  // The account is that of all tests.
  afterEach(async () => {
    await operate('resume', '--account', demo.accountId);
    await operate('resume', '--number', demo.from);
    await operate('resume');
  });

  /** Sends an answer in a conversation of the inbox. */
  async function answer(page: Page): Promise<void> {
    await openScreen(page, demo, 'inbox/%2B12065552001');
    await page.getByLabel(/^Answer from/).fill('We are open on Sunday.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  it('by an administrator refuses texts, says so on every screen, and ends', async () => {
    const [admin, sender] = [await as('admin'), await as('sender')];
    await openScreen(admin, demo, 'settings');
    await admin.getByText('Texts go out.').waitFor();
    await admin.getByRole('button', { name: 'Pause sending' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Pause all sending of this account?' });
    await dialog.getByText('Answers to STOP still go out.').waitFor();
    expect(await violationsOf(new AxeBuilder({ page: admin }))).toEqual([]);
    const reason = dialog.getByLabel('Reason (optional)');
    await reason.fill('a'.repeat(201));
    expect(await dialog.getByRole('button', { name: 'Pause sending' }).isDisabled()).toBe(true);
    await reason.fill('Wrong text in the morning');
    await admin.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await admin.getByText(/^Since .*: “Wrong text in the morning”\.$/).waitFor();
    expect(await violationsOf(new AxeBuilder({ page: admin }))).toEqual([]);

    await answer(sender);
    await sender.getByText('Sending is paused for the account.').waitFor();
    await sender.getByText('Sending of this account is paused', { exact: true }).waitFor();
    await sender.getByText(/An administrator of the account resumes it\./).waitFor();
    expect(await sender.getByRole('button', { name: 'Resume sending' }).count()).toBe(0);

    await openScreen(admin, demo, 'contacts');
    await admin.getByRole('button', { name: 'Resume sending' }).click();
    await admin.getByText('Sending of this account goes on.').waitFor();
    await admin
      .getByText('Sending of this account is paused', { exact: true })
      .waitFor({ state: 'detached' });
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    await sender.getByText('Sending is paused for the account.').waitFor({ state: 'detached' });
    await openScreen(admin, demo, 'audit');
    await admin.getByRole('row', { name: /paused sending.*Wrong text in the morning/s }).waitFor();
  });

  it('of a number is in the list of numbers', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'numbers');
    await page.getByRole('button', { name: `Pause sending from ${demo.from}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause sending' }).click();
    await page.getByRole('row', { name: new RegExp(`\\${demo.from}.*Paused.*since`, 's') }).waitFor();
    await page.getByText(`Sending from ${demo.from} is paused`, { exact: true }).waitFor();
    await page.getByRole('button', { name: `Resume sending from ${demo.from}` }).click();
    await page.getByText(`Sending from ${demo.from} goes on.`).waitFor();
    await page.getByRole('row', { name: new RegExp(`\\${demo.from}.*Active`, 's') }).waitFor();
    expect(await page.getByRole('button', { name: `Pause sending from ${demo.from}` }).count()).toBe(1);
  });

  it('of all accounts is for operators, and shows in every account', async () => {
    const [operator, admin] = [await as('operator'), await as('admin')];
    await openScreen(operator, demo, 'operator/sending');
    await operator.getByRole('button', { name: 'Pause sending' }).click();
    const dialog = operator.getByRole('dialog', { name: 'Pause sending of all accounts?' });
    await dialog.getByRole('button', { name: 'Pause sending' }).click();
    await operator.getByText('Sending is paused for all accounts.', { exact: true }).waitFor();
    await openScreen(admin, demo, 'overview');
    await admin.getByText('Sending is paused for all accounts', { exact: true }).waitFor();
    await admin.getByText(/An operator resumes it\./).waitFor();
    await openScreen(operator, demo, 'operator');
    await operator.getByRole('link', { name: 'Sending is paused for all accounts' }).waitFor();
    await operator.getByRole('row', { name: /^Demo Sends/ }).waitFor();
    await openScreen(operator, demo, 'operator/sending');
    expect(await admin.getByRole('button', { name: 'Resume sending' }).count()).toBe(0);
    await operator.getByRole('button', { name: 'Resume sending' }).click();
    await operator.getByText('Texts go out.').waitFor();
  });
});

describe('invitations', () => {
  it('are accepted by the invited, who tells accounts of one name apart', async () => {
    const { name } = await operate<{ name: string }>('account', 'show', '--account', demo.accountId);
    const { id } = await operate<{ id: string }>('account', 'create', '--name', name);
    const operator = await as('operator');
    await operator.goto(`${demo.baseUrl}/console/${id}/users`);
    for (const email of ['viewer@demo.example', 'another@demo.example']) {
      await operator.getByRole('button', { name: 'Invite user' }).click();
      await operator.getByLabel('E-mail address').fill(email);
      await operator.getByRole('button', { name: 'Invite', exact: true }).click();
      await operator.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
      await operator.getByRole('row', { name: new RegExp(email) }).waitFor();
    }
    await operator.getByRole('button', { name: 'Withdraw the invitation of another@demo.example' }).click();
    await operator.getByText('The invitation is withdrawn.').waitFor();

    const context = await openContext(browser);
    const page = await signIn(context, demo, 'viewer');
    await page.getByText(`You are invited to the account “${name}”`).waitFor();
    await page.getByText('by operator@demo.example').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.waitForURL(`${demo.baseUrl}/console/${id}/overview`);
    await page.getByRole('button', { name: `Account: ${name} (…${id.slice(-6)})` }).click();
    await page.getByRole('menuitem', { name: demo.accountId }).waitFor();
    expect(await page.getByText('You are invited').count()).toBe(0);
    await context.close();
    await operator.reload();
    await operator.getByRole('button', { name: 'Remove viewer@demo.example' }).click();
    await operator.getByRole('button', { name: 'Remove', exact: true }).click();
    await operator.getByText('The user has no role in this account any more.').waitFor();
    await operate('account', 'close', '--account', id, '--yes');
  });
});

describe('operators', () => {
  it('set what an account may do', async () => {
    const page = await as('operator');
    await openScreen(page, demo, 'settings');
    await page.getByLabel('Recipients in a day, at most').fill('123456');
    await page.getByLabel('Free texts in a day, at most').fill('2345');
    await page.getByText('Requests a minute, at most').click();
    await page.getByLabel('Broadcasts', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Save what operators set' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await openScreen(page, demo, 'settings');
    expect(await page.getByLabel('Recipients in a day, at most').inputValue()).toBe('123456');
    expect(await page.getByLabel('Free texts in a day, at most').inputValue()).toBe('2345');
    await page.getByText('Requests a minute, at most').click();
    expect(await page.getByLabel('Broadcasts', { exact: true }).inputValue()).toBe('7');
  });

  it('invite another operator, and remove the user again', async () => {
    const page = await as('operator');
    await openScreen(page, demo, 'operator/users');
    await page.getByRole('button', { name: 'Invite operator' }).click();
    await page.getByLabel('E-mail address').fill('second@demo.example');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page
      .getByText(/admin-create-user --user-pool-id us-east-1_Test --username second@demo.example/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'First sign-in of second@demo.example' }).waitFor();
    await page.getByRole('button', { name: 'Remove second@demo.example' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The user is removed.').waitFor();
    await page.getByText('second@demo.example').waitFor({ state: 'detached' });
    expect(await page.getByRole('row', { name: /operator@demo.example/ }).count()).toBe(1);
  });

  it('see in the log of the service who changed what above accounts, by the console and by commands', async () => {
    const { id } = await operate<{ id: string }>('account', 'create', '--name', 'Told in the log');
    await operate('user', 'invite', '--email', 'third@demo.example', '--operator');
    const page = await as('operator');
    await openScreen(page, demo, 'operator/audit');
    await page
      .getByRole('row', { name: /invited user “third@demo.example”.*“operator” added.*by a command/s })
      .waitFor();
    const created = page.getByRole('row', { name: /created account “Told in the log”.*by a command/s });
    await created.waitFor();
    await created.getByRole('link').click();
    await page.waitForURL(`${demo.baseUrl}/console/operator/accounts/${id}`);

    await openScreen(page, demo, 'operator/audit');
    await page.keyboard.press('Tab');
    await page.getByLabel('About', { exact: true }).fill(id);
    await page
      .getByRole('row', { name: /invited user/ })
      .first()
      .waitFor({ state: 'detached' });
    await created.waitFor();
    await page.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: 'The service itself' }).click();
    await page.getByText('Nothing in the log matches the filter.').waitFor();
    expect(await page.getByRole('row', { name: /by a command/ }).count()).toBe(0);
    await operate('account', 'close', '--account', id, '--yes');
    await operate('user', 'remove', '--email', 'third@demo.example', '--yes');
  });

  it('have screens that others do not find', async () => {
    const page = await as('admin');
    await openScreen(page, demo, 'operator/users');
    expect(await page.locator('main').innerText()).toContain('Nothing here');
  });
});

describe('automations', () => {
  testAutomations();
});

testApprovals(as);
