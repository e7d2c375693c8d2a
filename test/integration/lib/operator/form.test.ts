import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let groupId: string;

beforeAll(async () => {
  accountId = await operator.createAccount();
  await operator.json('number', 'add', '--account', accountId, '--number', '+12065550100');
  groupId = (
    await operator.json<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'DOUBLE'],
    )
  ).id;
});

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
const texts = (changes: Record<string, string> = {}) =>
  Object.entries({
    ...{ group: groupId, brand: ' Acme  Shoes ', description: 'Offers', frequency: 'Daily' },
    ...{ terms: 'https://example.com/t', privacy: 'https://example.com/p', ...changes },
  }).flatMap(([name, value]) => [`--${name}`, value]);
const inAccount = (verb: string, ...options: string[]) => ['form', verb, '--account', accountId, ...options];
const create = (changes?: Record<string, string>, ...more: string[]) =>
  operator.run(...inAccount('create', ...texts(changes), ...more));
const make = async () => (await operator.json<{ id: string }>(...inAccount('create', ...texts()))).id;
const refused = (stderr: string) => ({
  ...{ exitCode: 1, stdout: '' },
  stderr: expect.stringContaining(stderr) as string,
});

describe('form', () => {
  it('creates, lists, shows, changes and deletes opt-in forms, with a version for each change', async () => {
    expect((await operator.run(...inAccount('list'))).stdout).toBe('The account has no opt-in forms.\n');
    const made = await operator.json<{ id: string }>(
      ...inAccount('create', ...texts(), '--country', 'us', 'CA'),
    );
    const { id } = made;
    const first = {
      ...{ id, url: expect.stringMatching(new RegExp(`^http.*/join/${id}$`)) as string, version: 1 },
      ...{ group: groupId, brand: 'Acme Shoes', description: 'Offers', frequency: 'Daily' },
      ...{ termsUrl: 'https://example.com/t', privacyUrl: 'https://example.com/p' },
      ...{ countries: ['CA', 'US'], createdAt: TIME, updatedAt: TIME },
    };
    expect(id).toMatch(/^frm_[0-9A-Z]{26}$/);
    expect(made).toEqual(first);
    expect(await operator.json('form', 'show', '--form', id)).toEqual(first);

    const set = (...options: string[]) => operator.json(...inAccount('set', '--form', id, ...options));
    expect(await set('--frequency', 'Daily')).toEqual(first);
    const second = { ...first, version: 2, frequency: 'Weekly', countries: [] };
    expect(await set('--frequency', 'Weekly', '--country', 'all')).toEqual(second);
    expect(await operator.json(...inAccount('list'))).toEqual([second]);
    expect(await operator.json('form', 'show', '--form', id, '--form-version', '1')).toEqual(first);
    expect(await operator.run('form', 'show', '--form', id, '--form-version', '3')).toEqual(
      refused('has no version 3'),
    );

    expect(await operator.json(...inAccount('delete', '--form', id, '--yes'))).toEqual({ id, accountId });
    expect(await operator.run('form', 'show', '--form', id)).toEqual(refused('There is no opt-in form'));
    const left = (await operator.scan()).filter(({ pk, sk }) =>
      `${pk as string} ${sk as string}`.includes(id),
    );
    expect(left.map(({ sk }) => sk)).toEqual(
      expect.arrayContaining([`FORMVERSION#${id}#000001`, `FORMVERSION#${id}#000002`]),
    );
    expect(left.filter(({ sk }) => sk === 'OWNER' || sk === `FORM#${id}`)).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['an empty brand', { brand: ' ' }, 'must not be empty'],
    ['a brand with a bell', { brand: 'Acme\u0007' }, 'control characters'],
    ['a script as terms', { terms: 'javascript:alert(1)' }, 'must be an address with https'],
    ['an address of 1001', { privacy: `https://example.com/${'x'.repeat(981)}` }, 'must be at most 1000'],
    ['an unknown group', { group: 'grp_none' }, 'Group not found'],
  ])('refuses %s', async (_what, changes, reason) => {
    expect(await create(changes)).toEqual(refused(reason));
  });

  it('accepts texts of the greatest length', async () => {
    const longest = { brand: 'x'.repeat(60), description: 'x'.repeat(500), frequency: 'x'.repeat(60) };
    const privacy = `https://example.com/${'x'.repeat(980)}`;
    expect((await create({ ...longest, privacy })).exitCode).toBe(0);
  });

  it('writes the evidence for a registration', async () => {
    const id = await make();
    const file = join(operator.dataDir, 'opt-in.html');
    expect(await operator.json('form', 'evidence', '--form', id, '--out', file)).toMatchObject({ id, file });
    const page = readFileSync(file, 'utf8');
    expect(page).toContain(`/join/${id}`);
    expect(page).toContain('Acme Shoes - News: Reply YES to get our texts. Daily.');
    expect(page).toContain('From +12065550100.');
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
