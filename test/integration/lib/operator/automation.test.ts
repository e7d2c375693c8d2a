import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useOperator } from './operator-fixture';

const operator = useOperator();
const PHONE = '+12065550123';
let account: string[];
let plan: Record<string, unknown>;

beforeAll(async () => {
  const { id } = await operator.json<{ id: string }>('account', 'create', '--name', 'Acme');
  account = ['--account', id];
  await operator.json('number', 'add', ...account, '--number', '+12065550100');
  const group = ['group', 'create', ...account, '--name', 'Customers', '--opt-in-type', 'SINGLE'];
  const { id: joined } = await operator.json<{ id: string }>(...group);
  plan = {
    ...{ name: 'Welcome', from: '+12065550100', purpose: 'informational', trigger: { joined } },
    ...{ entry: 'once', steps: [{ send: { body: 'Welcome, {{contact_first_name}}' } }] },
  };
  const file = join(operator.dataDir, 'people.csv');
  writeFileSync(file, `Phone,First Name\n${PHONE},Ada\n`);
  const consent = ['--group', joined, '--consent-basis', 'Signed up', '--opt-in-mode', 'DIRECT'];
  await operator.json('contact', 'import', ...account, '--file', file, ...consent);
});

interface Shown {
  id: string;
  status: string;
  name: string;
}
const create = (text: string) => operator.json<Shown>('automation', 'create', ...account, '--plan', text);
const about = (verb: string, { id }: Shown, ...more: string[]) => [
  ...['automation', verb, ...account, '--automation', id],
  ...more,
];

describe('automation create', () => {
  it('makes a draft of JSON, and of a file', async () => {
    const file = join(operator.dataDir, 'plan.json');
    writeFileSync(file, JSON.stringify(plan));
    expect(await create(JSON.stringify(plan))).toMatchObject({ name: 'Welcome', status: 'draft' });
    expect(await create(`@${file}`)).toMatchObject({ name: 'Welcome', status: 'draft' });
  });

  it('refuses what is not JSON, and what is no automation', async () => {
    const text = await operator.run('automation', 'create', ...account, '--plan', '{');
    expect([text.exitCode, text.stderr]).toEqual([1, expect.stringContaining('The automation is not JSON')]);
    const empty = await operator.run('automation', 'create', ...account, '--plan', '{"name": "Welcome"}');
    expect([empty.exitCode, empty.stderr]).toEqual([1, expect.stringContaining('/from')]);
  });
});

describe('automation preview, forecast, start and people', () => {
  it('say who would enter, and what would happen to one contact', async () => {
    const draft = await create(JSON.stringify(plan));
    expect(await operator.json(...about('preview', draft))).toMatchObject({
      audience: { matched: 0 },
      warnings: [expect.stringContaining('they enter when they join the group')],
    });
    const forecast = about('forecast', draft, '--phone', PHONE);
    expect(await operator.json(...forecast)).toMatchObject({
      steps: [{ step: 0, body: 'Welcome, Ada' }],
      end: { status: 'completed' },
    });
    expect((await operator.run(...forecast)).stdout).toContain('Welcome, Ada');
    const stranger = about('forecast', draft, '--phone', '+12065550199');
    expect(await operator.json(...stranger)).toEqual({ refusal: 'noContact', steps: [] });
  });

  it('start a draft, and list no people before the first has entered', async () => {
    const draft = await create(JSON.stringify(plan));
    expect(await operator.json(...about('start', draft, '--yes'))).toMatchObject({ status: 'running' });
    expect(await operator.json(...about('start', draft, '--yes'))).toMatchObject({ status: 'running' });
    expect(await operator.json(...about('people', draft, '--status', 'waiting'))).toEqual([]);
    const wrong = await operator.run(...about('people', draft, '--status', 'asleep'));
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('must be one of')]);
  });
});
