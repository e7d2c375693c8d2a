import type { Browser, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, refusedByPolicy, signIn, type DemoRole } from './browser';
import { callApi, readDemo } from './demo';
import { operate } from '../support/service/operate';

const demo = readDemo();
let browser: Browser;
let page: Page;

const as = async (role: DemoRole, width = 1440) => signIn(await openContext(browser, { width }), demo, role);

/** Makes a group, and a function that lets a contact join it. */
async function groupWithJoin(name: string) {
  const { id } = await operate<{ id: string }>(
    ...['group', 'create', '--account', demo.accountId, '--name', name, '--opt-in-type', 'SINGLE'],
  );
  const join = async (phone: string, profile: object) => {
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
    await callApi(demo, 'POST', path, profile);
    await callApi(demo, 'POST', `${path}/groups/${id}`);
  };
  return { id, join };
}

/** Waits until a value is there; the screen reads it again and again. */
const seeFigure = (label: string, value: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .first()
    .locator(`xpath=following-sibling::dd[1][normalize-space()="${value}"]`)
    .waitFor();

/** Waits until the element with this label has the focus. */
const expectFocus = (label: string) => page.locator(`button[aria-label="${label}"]:focus`).waitFor();

/** Holds the page's reads of an automation until the returned function is called. */
async function holdReadsOfAutomations() {
  let letGo = (): void => undefined;
  const go = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/api\/v1\/automations\/[^/]+$/, async (route) => {
    if (route.request().method() === 'GET') await go;
    await route.continue();
  });
  return letGo;
}

const choose = async (label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};

/**
 * Declares the tests of automations in the console, from the template to their counts. They run beside no test that
 * makes the account want approvals.
 */
export function testAutomations(): void {
  beforeAll(async () => {
    browser = await connectToBrowser();
    page = await as('sender');
  });

  afterAll(async () => {
    const refused = refusedByPolicy(page.context());
    await browser.close();
    if (refused.length > 0) throw new Error(refused.join('\n'));
  });

  it('begin with a template: a welcome is previewed, started, and counted', async () => {
    const group = await groupWithJoin('Breakfast club');
    await openScreen(page, demo, 'automations');
    await page.getByRole('link', { name: 'Create automation' }).first().click();
    await page.getByRole('link', { name: 'Welcome', exact: true }).click();
    await page.getByText('It begins when').waitFor();
    await choose('Group', 'Breakfast club');
    await page.getByRole('button', { name: 'Save and preview' }).click();
    await page.getByText('None yet: people enter when they join the group.').waitFor();

    await callApi(demo, 'POST', '/api/v1/contacts/by-phone/%2B12065552501', { firstName: 'Nora' });
    await page.getByLabel('Phone number of a contact').fill('+1 206 555 2501');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Enters, if the contact joined the group now').waitFor();
    await page.getByText(/Gets “Welcome Nora to .*! Reply STOP/).waitFor();
    await page.getByText(/Gets “Hello Nora from .*\. Do you have any questions/).waitFor();

    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText('everyone who joins “Breakfast club” enters. Those who are members already do not.')
      .waitFor();
    await page.getByRole('button', { name: 'Start automation' }).click();
    await page.getByText('The automation is running.').waitFor();
    await group.join('+12065552502', { firstName: 'Otis' });
    await page.getByRole('tab', { name: 'Steps', exact: true }).click();
    await page.getByText('Send “Welcome [First name] to').waitFor();
    await seeFigure('Texts sent', '1');
    await seeFigure('Entered', '1');
    await seeFigure('On the way', '1');

    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('link', { name: 'Otis' }).waitFor();
    await page.getByText('+12065552502', { exact: true }).waitFor();
    await page.getByRole('cell', { name: '3. Send “Hello' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  it('are paused and resumed, and say before what it means; a change makes a version', async () => {
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('dialog').getByText('Everyone is held where they are').waitFor();
    await page.getByRole('dialog').getByText('the others leave, with the reason').waitFor();
    await page.getByRole('button', { name: 'Pause automation' }).click();
    await page.getByText('The automation is paused.').waitFor();
    await page.getByRole('cell', { name: 'Held' }).waitFor();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    const letReadsGo = await holdReadsOfAutomations();
    await page.getByRole('button', { name: 'Resume automation' }).click();
    await page.getByText('The automation goes on.').waitFor();

    // What the screen shows now is still the paused automation. Its editor begins with what the service has.
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.locator('[data-loading]').waitFor();
    letReadsGo();
    await page.getByText('Saving makes a new version.').waitFor();
    await page.getByRole('button', { name: 'Remove step 3' }).click();
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByText('The new version is saved.').waitFor();
    await page.getByRole('tab', { name: 'Plan and versions' }).click();
    await page.getByRole('link', { name: 'Version 2, now' }).waitFor();
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    await page.getByText('Send “Hello').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('dialog').getByText('A stopped automation cannot be started again').waitFor();
    await page.getByRole('button', { name: 'Stop automation' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await seeFigure('Left early', '1');
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
  });

  it('wish a happy birthday, and what is typed survives a reload', async () => {
    const birthday = `1990-${new Date().toISOString().slice(5, 10)}`;
    const path = '/api/v1/contacts/by-phone/%2B12065552503';
    await callApi(demo, 'POST', path, { firstName: 'Pia', birthDate: birthday });
    await callApi(demo, 'POST', `${path}/groups/${demo.groups[0]?.id}`);
    await openScreen(page, demo, 'automations/new');
    await page.getByRole('link', { name: 'Birthday', exact: true }).click();
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('Cheers, {{contact_first_name}}! Reply STOP to opt out.');
    await page.reload();
    await page.getByText('It begins when').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toMatch(/^Cheers/);
    await page.getByRole('button', { name: 'Save and preview' }).click();
    await page.getByText('Within a day').waitFor();
    await page.getByLabel('Phone number of a contact').fill('+12065552503');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Gets “Cheers, Pia! Reply STOP to opt out.”').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Start automation' }).click();
    await page.getByText('The automation is running.').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop automation' }).click();
    await page.getByText('The automation is stopped.').waitFor();
  });

  it('take a step before another one, and move it by keyboard: the focus stays with it, and a reload keeps it', async () => {
    await openScreen(page, demo, 'automations/new?template=blank');
    const texts = page.getByRole('textbox', { name: 'Text' });
    const kinds = () => page.locator('[data-step] h2').allInnerTexts();
    await texts.fill('The first text');
    await page.getByRole('button', { name: 'Insert a step before or after step 1' }).click();
    await page.getByRole('group', { name: 'After step 1' }).getByRole('menuitem', { name: 'Wait' }).click();
    await page.getByRole('button', { name: 'Insert a step before or after step 1' }).click();
    await page
      .getByRole('group', { name: 'Before step 1' })
      .getByRole('menuitem', { name: 'Send a text' })
      .click();
    await texts.nth(1).waitFor();
    await page.keyboard.type('Inserted before it');
    expect(await kinds()).toEqual(['Send a text', 'Send a text', 'Wait']);

    await page.getByRole('button', { name: 'Move step 3 up' }).focus();
    await page.keyboard.press('Enter');
    await expectFocus('Move step 2 up');
    await page.keyboard.press('Enter');
    await expectFocus('Move step 1 down');
    await page.keyboard.press('Enter');
    await expectFocus('Move step 2 down');
    expect(await kinds()).toEqual(['Send a text', 'Wait', 'Send a text']);
    await page.reload();
    await texts.nth(1).waitFor();
    expect(await kinds()).toEqual(['Send a text', 'Wait', 'Send a text']);
    expect([await texts.nth(0).inputValue(), await texts.nth(1).inputValue()]).toEqual([
      'Inserted before it',
      'The first text',
    ]);
    await page.getByRole('button', { name: 'Remove step 3' }).click();
    await expectFocus('Remove step 2');
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor();
  });

  it('say what is missing, and are not offered to who may only look', async () => {
    await openScreen(page, demo, 'automations/new?template=blank');
    await page.getByRole('button', { name: 'Save and preview' }).click();
    await page.getByText('Give the automation a name.').waitFor();
    await page.getByText('Write the text, or give the address of a picture.').waitFor();
    await page.locator('input[aria-invalid=true]:focus').waitFor();
    await page.getByText('Everyone who is opted in. Once in their life.').waitFor();
    expect(await page.getByText('How often does one person enter').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Who may enter' }).click();
    await page.getByText('How often does one person enter').waitFor();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hi {{contact_first_name}}.');
    await page.getByText('Who has none of these values gets: “Hi .”').waitFor();
    const viewer = await as('viewer');
    await openScreen(viewer, demo, 'automations');
    expect(await viewer.getByRole('link', { name: 'Create automation' }).count()).toBe(0);
    await viewer.getByRole('link', { name: 'Welcome of members' }).click();
    await viewer.getByRole('tab', { name: 'People' }).waitFor();
    for (const name of ['Stop', 'Pause', 'Start'])
      expect(await viewer.getByRole('button', { name, exact: true }).count()).toBe(0);
    await viewer.context().close();
  });

  it('are submitted for approval where the account wants it, and approved by a second person', async () => {
    const setApproval = (most: string) =>
      operate('account', 'set', '--account', demo.accountId, '--approval-above', most);
    await setApproval('0');
    const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/automations', {
      ...{ name: 'Needs a second person', from: demo.from, purpose: 'informational', entry: 'once' },
      ...{ trigger: { event: 'never' }, steps: [{ send: { body: 'Hello. Reply STOP to opt out.' } }] },
    });
    await openScreen(page, demo, `automations/${id}`);
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByRole('button', { name: 'Submit automation' }).click();
    await page.getByText('and not the one who started or changed it').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    const admin = await as('admin');
    await openScreen(admin, demo, `automations/${id}`);
    await admin.getByRole('button', { name: 'Approve' }).click();
    await admin.getByRole('button', { name: 'Approve automation' }).click();
    await admin.getByText('The automation is approved.').waitFor();
    await admin.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await admin.context().close();
    await setApproval('none');
  });
}
