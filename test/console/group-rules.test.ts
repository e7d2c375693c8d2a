import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { operate } from '../support/service/operate';
import { connectToBrowser, openContext, openScreen, signIn } from './browser';
import { chooseRule, ruleOf } from './choose-rule';
import { callApi, readDemo } from './demo';
import { violationsOf } from './look-at-screens';

/** Tests of rules that name groups and tags. */
const demo = readDemo();
const ofAccount = ['--account', demo.accountId];
let browser: Browser;
let context: BrowserContext | undefined;
let buyers: Group;
let readers: Group;

interface Group {
  id: string;
  name: string;
  tags: { id: string; name: string }[];
}
interface Stored {
  id: string;
  audience: { filter?: unknown };
}

/** Two people are in the first group, one in the second with a tag, and one in none. */
beforeAll(async () => {
  browser = await connectToBrowser();
  const ids = [];
  for (const name of ['Rule buyers', 'Rule readers']) {
    const { id } = await operate<{ id: string }>(
      ...['group', 'create', ...ofAccount, '--name', name, '--opt-in-type', 'SINGLE'],
    );
    await operate('group', 'tag', ...ofAccount, '--group', id, '--add', 'Regular');
    ids.push(id);
  }
  const { results } = await callApi<{ results: Group[] }>(demo, 'GET', '/api/v1/groups?limit=100');
  [buyers, readers] = ids.map((id) => results.find((group) => group.id === id)) as [Group, Group];
  const people: [string, Group?][] = [
    ['+12065557201', buyers],
    ['+12065557202', buyers],
    ['+12065557203', readers],
    ['+12065557204'],
  ];
  for (const [phone, group] of people) {
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
    await callApi(demo, 'POST', path, { firstName: 'Grouped' });
    if (group) await callApi(demo, 'POST', `${path}/groups/${group.id}`);
  }
  await operate(
    ...['contact', 'tag', ...ofAccount, '--phone', '+12065557203', '--group', readers.id, '--tag', 'Regular'],
  );
});

afterEach(() => context?.close());
afterAll(async () => {
  for (const { id } of [buyers, readers]) await removeGroup(id).catch(() => undefined);
  await browser.close();
});

const removeGroup = (id: string) => operate('group', 'delete', ...ofAccount, '--group', id, '--yes');
async function asEditor(width = 1440): Promise<Page> {
  context = await openContext(browser, { width });
  return signIn(context, demo, 'editor');
}
const createSegment = (name: string, filter: unknown): Promise<Stored> =>
  callApi(demo, 'POST', '/api/v1/segments', { name, audience: { filter } });
const isIn = (...groups: Group[]) => ({
  ...{ field: 'groups', op: 'containsAny', value: groups.map(({ id }) => id) },
});

describe('rules of groups and tags', () => {
  it('find who is in a group or has a tag, and are shown again', async () => {
    const page = await asEditor();
    const { id } = await createSegment('Buyers or regulars', isIn(buyers));
    await openScreen(page, demo, `segments/${id}`);
    await ruleOf(page, '1').getByText('Rule buyers').waitFor();
    await ruleOf(page, '1').getByText('2 contacts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await chooseRule(page, '2', { field: 'Tag' });
    await ruleOf(page, '2').getByLabel('Value').click();
    await page.getByRole('option', { name: 'Regular (Rule readers)' }).click();
    await page.keyboard.press('Escape');
    await ruleOf(page, '2').getByText('1 contact', { exact: true }).waitFor();
    await page.getByLabel('Contacts must meet', { exact: true }).click();
    await page.getByRole('option', { name: 'any of these rules' }).click();
    await page.getByText('All rules together: 3 contacts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The segment is saved.').waitFor();
    const regular = { field: 'tags', op: 'containsAny', value: [readers.tags[0]?.id] };
    expect((await callApi<Stored>(demo, 'GET', `/api/v1/segments/${id}`)).audience).toEqual({
      filter: { any: [isIn(buyers), regular] },
    });
    await page.reload();
    await ruleOf(page, '2').getByText('Regular (Rule readers)').waitFor();

    await chooseRule(page, '1', { field: 'Group', comparison: 'is none of' });
    await ruleOf(page, '1').getByLabel('Value').click();
    await page.getByRole('option', { name: 'Rule readers 1 member' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The segment is saved.').waitFor();
    expect((await callApi<Stored>(demo, 'GET', `/api/v1/segments/${id}`)).audience).toEqual({
      filter: { any: [{ not: isIn(buyers, readers) }, regular] },
    });
  });

  it.each([1280, 390])('are readable at a width of %d, also after a group is deleted', async (width) => {
    const { id: lost } = await operate<{ id: string }>(
      ...['group', 'create', ...ofAccount, '--name', 'Lost', '--opt-in-type', 'SINGLE'],
    );
    const { id } = await createSegment(`Groups ${width}`, {
      any: [
        { not: isIn(buyers, readers) },
        { field: 'groups', op: 'containsAll', value: [buyers.id, lost] },
        { field: 'tags', op: 'exists', value: false },
        { not: { field: 'groups', op: 'containsAll', value: [buyers.id, readers.id] } },
      ],
    });
    await removeGroup(lost);
    const page = await asEditor(width);
    await openScreen(page, demo, `segments/${id}`);
    await ruleOf(page, '2').getByText('Rule buyers, a deleted group').waitFor();
    await ruleOf(page, '2').getByText('Not counted: names a deleted group', { exact: true }).waitFor();
    await page.getByText(`All rules together: Not counted: the group ${lost} was deleted.`).waitFor();
    await ruleOf(page, '3').getByText('is missing').waitFor();
    await ruleOf(page, '4').getByText('not Group is Rule buyers and Rule readers').waitFor();
    expect(await violationsOf(new AxeBuilder({ page }))).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  });
});
