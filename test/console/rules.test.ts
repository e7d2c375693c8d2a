import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectToBrowser, openContext, openScreen, signIn, type DemoRole } from './browser';
import { chooseRule, chooseValues, ruleOf } from './choose-rule';
import { callApi, readDemo } from './demo';
import { violationsOf } from './look-at-screens';

/** Tests of audiences as rules that read as sentences. */
const demo = readDemo();
let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  browser = await connectToBrowser();
  const people = [
    {
      firstName: 'Ruleth',
      address: { state: 'TX', country: 'US' },
      birthDate: '1990-05-06',
      isFavorite: true,
    },
    { firstName: 'Rulewin', address: { state: 'WA', country: 'US' } },
    { firstName: 'Rulena', address: { state: 'OR', country: 'US' } },
  ];
  for (const [index, person] of people.entries()) {
    await callApi(demo, 'POST', `/api/v1/contacts/by-phone/%2B1206555710${index}`, person);
  }
});

afterEach(() => context?.close());
afterAll(() => browser.close());

async function as(role: DemoRole, width = 1440): Promise<Page> {
  context = await openContext(browser, { width });
  return signIn(context, demo, role);
}

interface Stored {
  id: string;
  audience: { filter?: unknown };
}
const createSegment = (name: string, filter: unknown): Promise<Stored> =>
  callApi(demo, 'POST', '/api/v1/segments', { name, audience: { filter } });
const readSegment = (id: string): Promise<Stored> => callApi(demo, 'GET', `/api/v1/segments/${id}`);
const addRule = (page: Page) => page.getByRole('button', { name: 'Add a rule', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const begins = { field: 'firstName', op: 'startsWith', value: 'Rule' };
const STATES = { field: 'address.state', op: 'in', value: ['TX', 'WA'] };
const ADDED = { field: 'createdAt', op: 'withinLastDays', value: 30 };
const FAVORITE = { field: 'isFavorite', op: 'equals', value: true };
const BORN = { field: 'birthDate', op: 'exists', value: false };
const DEEP = { not: { any: [FAVORITE, { all: [begins, ADDED] }] } };

describe('a segment', () => {
  it('is built of rules, shown again after a reload, and changed', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'segments');
    await page.getByRole('link', { name: 'Create segment' }).click();
    await addRule(page).click();
    await chooseRule(page, '1', { field: 'First name', comparison: 'begins with' });
    await ruleOf(page, '1').getByLabel('Value').fill('Rule');
    await ruleOf(page, '1').getByText('3 contacts', { exact: true }).waitFor();
    await addRule(page).click();
    await chooseRule(page, '2', { field: 'State' });
    await chooseValues(page, '2', ['Texas', 'Washington']);
    await addRule(page).click();
    await chooseRule(page, '3', { field: 'Date added' });
    await ruleOf(page, '3').getByLabel('Value').fill('30');
    await page.getByRole('button', { name: 'Add a group of rules' }).click();
    await chooseRule(page, '4.1', { field: 'Favorite' });
    await ruleOf(page, '4.1').getByLabel('Value').click();
    await page.getByRole('option', { name: 'Yes' }).click();
    await page.getByText('All rules together: 1 contact', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a rule to group 4' }).click();
    await chooseRule(page, '4.2', { field: 'Date of birth', comparison: 'is empty' });
    await page.getByText('All rules together: 2 contacts', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Save as a segment' }).click();
    await page.getByLabel('Name', { exact: true }).fill('By rules');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'By rules' }).waitFor();
    const { pathname } = new URL(page.url());
    const id = pathname.split('/').at(-1) ?? '';
    const group = { any: [FAVORITE, BORN] };
    expect((await readSegment(id)).audience).toEqual({ filter: { all: [begins, STATES, ADDED, group] } });

    await page.reload();
    await ruleOf(page, '4.2').getByText('is empty').waitFor();
    expect(await ruleOf(page, '1').getByLabel('Value').inputValue()).toBe('Rule');
    await ruleOf(page, '2').getByText('Texas').waitFor();
    await ruleOf(page, '1').getByLabel('Value').fill('Ruleth');
    await page.getByRole('button', { name: 'Remove rule 3', exact: true }).click();
    await page.getByLabel('Contacts must meet', { exact: true }).click();
    await page.getByRole('option', { name: 'any of these rules' }).click();
    await save(page).click();
    await page.getByText('The segment is saved.').waitFor();
    expect((await readSegment(id)).audience).toEqual({
      filter: { any: [{ ...begins, value: 'Ruleth' }, STATES, group] },
    });
  });

  it('cannot be saved while a rule is not finished', async () => {
    const { id } = await createSegment('Half', begins);
    const page = await as('editor');
    await openScreen(page, demo, `segments/${id}`);
    await addRule(page).click();
    await page.getByText('A rule is not finished: complete it, or remove it.').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await chooseRule(page, '2', { field: 'Date added' });
    await ruleOf(page, '2').getByLabel('Value').fill('soon');
    await ruleOf(page, '2').getByText('Give a number of days.').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    await page.reload();
    await ruleOf(page, '2').getByText('is in the last').waitFor();
    await ruleOf(page, '2').getByLabel('Value').fill('30');
    await save(page).click();
    await page.getByText('The segment is saved.').waitFor();
    expect((await readSegment(id)).audience).toEqual({ filter: { all: [begins, ADDED] } });
  });

  it('keeps what no rule can say, and shows it in words', async () => {
    const { id } = await createSegment('Deep', { all: [begins, DEEP] });
    const page = await as('editor');
    await openScreen(page, demo, `segments/${id}`);
    const words =
      'not (Favorite is yes or (First name begins with “Rule” and Date added is in the last 30 days))';
    await ruleOf(page, '2').getByText(words, { exact: true }).waitFor();
    await addRule(page).click();
    await chooseRule(page, '3', { field: 'Country' });
    await ruleOf(page, '3').getByLabel('Value').click();
    await page.getByLabel('Find or type a value').fill('Atlantis');
    await page.getByRole('option', { name: 'Use “Atlantis”' }).click();
    await page.keyboard.press('Escape');
    await save(page).click();
    await page.getByText('The segment is saved.').waitFor();
    const country = { field: 'address.country', op: 'equals', value: 'Atlantis' };
    expect((await readSegment(id)).audience).toEqual({ filter: { all: [begins, DEEP, country] } });
  });

  it('is counted with one request at a time, the whole of it first', async () => {
    const all = { all: [begins, STATES, FAVORITE, ADDED] };
    const { id } = await createSegment('Counted', all);
    const page = await as('viewer');
    const asked: unknown[] = [];
    let running = 0;
    let most = 0;
    await page.route('**/api/v1/segments/preview', async (route) => {
      asked.push((route.request().postDataJSON() as { audience: { filter: unknown } }).audience.filter);
      most = Math.max(most, ++running);
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 200));
      running--;
      await route.fulfill({ response });
    });
    await openScreen(page, demo, `segments/${id}`);
    await ruleOf(page, '4')
      .getByText(/^\d+ contacts$/)
      .waitFor();
    expect(most).toBe(1);
    expect(asked).toEqual([all, begins, STATES, FAVORITE, ADDED]);
  });
});

describe('the audience of a campaign', () => {
  it('is made of rules, and read as a sentence', async () => {
    const page = await as('sender');
    await openScreen(page, demo, 'campaigns/new');
    await page.getByLabel('Name', { exact: true }).fill('For those of rules');
    await addRule(page).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Choose who the campaign is for.').waitFor();
    await chooseRule(page, '1', { field: 'Date of birth', comparison: 'comes round in the next' });
    await ruleOf(page, '1').getByLabel('Value').fill('7');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello. Reply STOP to opt out.');
    await page.getByText(/saved as a draft/i).waitFor();
    await page.getByRole('button', { name: 'Save and leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'For those of rules' }).waitFor();
    await page.getByText('Date of birth comes round in the next 7 days').waitFor();
    const { results } = await callApi<{ results: (Stored & { name: string })[] }>(
      ...([demo, 'GET', '/api/v1/campaigns'] as const),
    );
    const { audience } = results.find(({ name }) => name === 'For those of rules') ?? {};
    expect(audience?.filter).toEqual({ field: 'birthDate', op: 'anniversaryWithinDays', value: 7 });
  });
});

describe('the editor of rules', () => {
  it('finds a field by other words, and takes a day as people in the United States type it', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'contacts?tab=filter');
    await page.getByLabel('Everyone in the contact book').uncheck();
    await addRule(page).click();
    await ruleOf(page, '1').getByLabel('Field').click();
    await page.getByLabel('Find a field').fill('birthday');
    await page.getByRole('option', { name: /^Date of birth/ }).click();
    await ruleOf(page, '1').getByLabel('Comparison').click();
    await page.getByRole('option', { name: 'is before', exact: true }).click();
    await ruleOf(page, '1').getByLabel('Value').focus();
    await page.keyboard.type('12052019');
    expect(await ruleOf(page, '1').getByLabel('Value').inputValue()).toBe('2019-12-05');
    await ruleOf(page, '1')
      .getByText(/^\d[\d,]* contacts?$/)
      .waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
  });

  it('is used by keyboard alone', async () => {
    const page = await as('editor');
    await openScreen(page, demo, 'contacts?tab=filter');
    await page.getByLabel('Everyone in the contact book').uncheck();
    await addRule(page).focus();
    await page.keyboard.press('Enter');
    await ruleOf(page, '1').locator(':focus').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('First name');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await ruleOf(page, '1').getByLabel('Comparison').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ruleth');
    expect(await ruleOf(page, '1').getByLabel('Value').inputValue()).toBe('Ruleth');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await ruleOf(page, '1').waitFor({ state: 'detached' });
    await page.getByText('Rule 1 is removed.').first().waitFor({ state: 'attached' });
    await page.locator('button:focus', { hasText: 'Add a rule' }).waitFor();
  });

  it.each([1440, 390])('is readable for people and machines at a width of %d', async (width) => {
    const { id } = await createSegment(`Wide ${width}`, {
      all: [
        { any: [STATES, { field: 'birthDate', op: 'between', value: ['1990-01-01', '1999-12-31'] }] },
        ...[begins, DEEP, ADDED, FAVORITE, BORN],
        { field: 'email', op: 'contains', value: 'w'.repeat(100) },
      ],
    });
    const page = await as('editor', width);
    await openScreen(page, demo, `segments/${id}`);
    await addRule(page).click();
    await page.getByText('Not finished', { exact: true }).waitFor();
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      faults.push(...(await violationsOf(new AxeBuilder({ page }))));
    }
    expect(faults).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  });
});
