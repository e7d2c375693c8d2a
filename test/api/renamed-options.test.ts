import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import {
  type ApiAccount,
  type ApiAnswer,
  callApi,
  createApiAccount,
  randomPhone,
} from '../support/service/service';

const fixture = useSendingService();
let account: ApiAccount;
let admin: ConsoleUser;
let of: string[];
beforeEach(async () => {
  account = await createApiAccount(fixture.service);
  admin = await createConsoleUser(fixture.service, { accountId: account.accountId, role: 'admin' });
  of = ['--account', account.accountId];
});

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account, method, path: `/api/v1/${path}`, body });
const inConsole = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: admin.headers, body });
async function done<Body = { id: string }>(answer: Promise<ApiAnswer>): Promise<Body> {
  const { status, body } = await answer;
  expect({ isDone: status < 300, body }).toMatchObject({ isDone: true });
  return body as Body;
}
const contactPath = (phone: string) => `contacts/by-phone/${encodeURIComponent(phone)}`;

/** Defines a field. @returns its key, and a function that changes its options */
async function field(label: string, type: string, options: string[]) {
  const { key } = await done<{ key: string }>(inConsole('POST', 'custom-fields', { label, type, options }));
  return {
    key,
    change: (...changes: object[]) => inConsole('PATCH', `custom-fields/${key}`, { options: changes }),
  };
}

async function contact(customFields: object): Promise<string> {
  const phone = randomPhone();
  await done(call('POST', contactPath(phone), { customFields }));
  return phone;
}
const valuesOf = async (phone: string) =>
  (await done<{ customFields: object }>(call('GET', contactPath(phone)))).customFields;

/** Returns the phones in an audience or a segment, by the preview. */
async function found(body: object): Promise<string[]> {
  const preview = call('POST', 'segments/preview', body);
  const { sample } = await done<{ sample: Array<{ phoneNumber: string }> }>(preview);
  return sample.map(({ phoneNumber }) => phoneNumber).sort();
}
const leaf = (op: string, value: unknown, label = 'Plan') => ({ field: `customFields.${label}`, op, value });
const where = (op: string, value: unknown, label?: string) => ({
  audience: { filter: leaf(op, value, label) },
});
const errorsOf = ({ status, body }: ApiAnswer) => [
  status,
  (body as { details: { errors: object[] } }).details.errors,
];

/** Imports a file, and returns the outcome of its rows. */
async function importFile(file: string): Promise<{ created: number; updated: number; rejects: string }> {
  const made = await done<{ id: string; upload: { url: string } }>(
    call('POST', 'contacts/imports', { format: 'csv' }),
  );
  await fetch(made.upload.url, { method: 'PUT', body: file });
  await done(call('POST', `contacts/imports/${made.id}/start`));
  let result: { status: string; created: number; updated: number; rejectedFile?: string } | undefined;
  await expectSoon(async () => {
    result = await done(call('GET', `contacts/imports/${made.id}`));
    expect(result?.status).toBe('completed');
  });
  const { created = 0, updated = 0, rejectedFile } = result ?? {};
  const rejects = rejectedFile === undefined ? '' : await (await fetch(rejectedFile)).text();
  return { created, updated, rejects };
}

async function exportFile(body: object): Promise<string> {
  const { id } = await done(call('POST', 'contacts/exports', body));
  let url: string | undefined;
  await expectSoon(async () => {
    ({ url } = await done<{ url?: string }>(call('GET', `contacts/exports/${id}`)));
    expect(url).toBeDefined();
  });
  return (await fetch(url ?? '')).text();
}

describe('rules 2.6: a renamed option', () => {
  it('has its new name wherever a stored value is read', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold']);
    const topics = await field('Topics', 'MULTI_SELECT', ['News', 'Sales', 'Events']);
    const ada = await contact({ Plan: 'Gold', Topics: ['Sales', 'News'] });
    const bob = await contact({ Plan: 'Basic' });
    const goldOnly = await done(call('POST', 'segments', { name: 'Gold', ...where('equals', 'gold') }));

    expect(await done(plan.change({ from: 'Gold', to: 'Premium' }, { to: 'Team' }))).toMatchObject({
      options: ['Basic', 'Premium', 'Team'],
    });
    await done(topics.change({ from: 'News', to: 'Letters; by post' }));

    // Contact, list and schema.
    const shown = { Plan: 'Premium', Topics: ['Sales', 'Letters; by post'] };
    expect(await valuesOf(ada)).toEqual(shown);
    const { results } = await done<{ results: object[] }>(call('GET', 'contacts?limit=10'));
    expect(results).toEqual(
      expect.arrayContaining([expect.objectContaining({ phoneNumber: ada, customFields: shown })]),
    );
    expect(await done(call('GET', 'contacts/custom-fields/schema'))).toMatchObject({
      fields: [
        { options: ['Basic', 'Premium', 'Team'] },
        { options: ['Letters; by post', 'Sales', 'Events'] },
      ],
    });
    // Filters: new ones, and those of segments.
    expect(await found(where('equals', 'premium'))).toEqual([ada]);
    expect(await found(where('in', ['Premium', 'Team']))).toEqual([ada]);
    expect(await found(where('contains', 'emi'))).toEqual([ada]);
    expect(await found(where('notEquals', 'Premium'))).toEqual([bob]);
    expect(await found(where('equals', 'Gold'))).toEqual([]);
    expect(await found(where('containsAll', ['Letters; by post', 'Sales'], 'Topics'))).toEqual([ada]);
    expect(await found(where('containsAny', ['News'], 'Topics'))).toEqual([]);
    expect(await found({ segmentId: goldOnly.id })).toEqual([ada]);
    expect(await done(call('GET', `segments/${goldOnly.id}`))).toMatchObject(where('equals', 'Premium'));
    // Merge tags.
    await join(ada);
    const message = { to: ada, from: account.from, body: `{{${plan.key}}}: {{${topics.key}}}` };
    expect(await done(call('POST', 'messaging/message', message))).toMatchObject({
      body: 'Premium: Sales, Letters; by post',
    });
    // Exports, and imports of them.
    const file = await exportFile({ format: 'csv', audience: { segmentId: goldOnly.id } });
    expect(file).toContain('Premium,"[""Sales"",""Letters; by post""]"');
    const rest = file.slice(file.indexOf('\n') + 1);
    expect(rest.trim().split('\n')).toHaveLength(1);
    const again = `${file.slice(0, file.indexOf('\n') + 1)}${rest.replace('Premium', 'Team')}`;
    expect(await importFile(again)).toEqual({ created: 0, updated: 1, rejects: '' });
    expect(await valuesOf(ada)).toEqual({ ...shown, Plan: 'Team' });
  });

  it('is written by its new name only; a refusal names what was written', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold']);
    await done(plan.change({ from: 'Gold', to: 'Premium' }));
    const phone = await contact({ Plan: 'Premium' });
    const refused = await call('PATCH', contactPath(phone), { customFields: { plan: 'Gold' } });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 33033,
        message: 'Invalid custom field "plan": "Gold" is not one of its options.',
        details: { label: 'plan', reason: 'unknown_option' },
      },
    });
    const [old, fresh] = [randomPhone(), randomPhone()];
    const result = await importFile(`phoneNumber,Plan\n${old},Gold\n${fresh},Premium\n`);
    expect(result).toMatchObject({ created: 1 });
    expect(result.rejects).toContain(
      '"customFields.Plan: unknown_option: must be one of Basic, Premium, not ""Gold"""',
    );
    expect(await valuesOf(fresh)).toEqual({ Plan: 'Premium' });
  });

  it('follows chains and swaps, and is told apart from a new one with its former name', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['A', 'B']);
    const [a, b] = [await contact({ Plan: 'A' }), await contact({ Plan: 'B' })];
    const segment = await done(call('POST', 'segments', { name: 'A', ...where('equals', 'A') }));
    await done(plan.change({ from: 'A', to: 'B' }, { from: 'B', to: 'A' }));
    expect([await valuesOf(a), await valuesOf(b)]).toEqual([{ Plan: 'B' }, { Plan: 'A' }]);
    expect(await found(where('equals', 'B'))).toEqual([a]);
    expect(await found({ segmentId: segment.id })).toEqual([a]);
    await done(plan.change({ from: 'B', to: 'C' }));
    await done(plan.change({ from: 'C', to: 'D' }));
    await done(plan.change({ to: 'B' }));
    const c = await contact({ Plan: 'B' });
    expect([await valuesOf(a), await valuesOf(b), await valuesOf(c)]).toEqual([
      { Plan: 'D' },
      { Plan: 'A' },
      { Plan: 'B' },
    ]);
    expect(await found(where('equals', 'B'))).toEqual([c]);
    expect(await found(where('in', ['D', 'A']))).toEqual([a, b].sort());
    expect(await found({ segmentId: segment.id })).toEqual([a]);
    // Renamed back.
    await done(plan.change({ from: 'B', to: 'Z' }, { from: 'D', to: 'A' }, { from: 'A', to: 'B' }));
    expect([await valuesOf(a), await valuesOf(b), await valuesOf(c)]).toEqual([
      { Plan: 'A' },
      { Plan: 'B' },
      { Plan: 'Z' },
    ]);
    expect(await done(call('GET', `segments/${segment.id}`))).toMatchObject(where('equals', 'A'));
  });

  it('is found by names of digits, which the table itself compares', async () => {
    const size = await field('Size', 'SINGLE_SELECT', ['1', '2', '10']);
    const several = await field('Sizes', 'MULTI_SELECT', ['1', '2']);
    const [one, two] = [
      await contact({ Size: '1', Sizes: ['1'] }),
      await contact({ Size: '2', Sizes: ['1', '2'] }),
    ];
    const starting = await done(
      call('POST', 'segments', { name: '1…', ...where('startsWith', '1', 'Size') }),
    );
    const swap = [
      { from: '1', to: '2' },
      { from: '2', to: '1' },
    ];
    await done(size.change(...swap));
    await done(several.change(...swap));
    expect(await found(where('equals', '1', 'Size'))).toEqual([two]);
    expect(await found(where('notEquals', '1', 'Size'))).toEqual([one]);
    expect(await found(where('startsWith', '2', 'Size'))).toEqual([one]);
    expect(await found(where('in', ['2', '10'], 'Size'))).toEqual([one]);
    expect(await found(where('exists', true, 'Size'))).toEqual([one, two].sort());
    expect(await found(where('containsAny', ['1'], 'Sizes'))).toEqual([two]);
    expect(await found(where('containsAll', ['2'], 'Sizes'))).toEqual([one, two].sort());
    expect(await found({ segmentId: starting.id })).toEqual([one]);
    expect(await done(call('GET', `segments/${starting.id}`))).toMatchObject(
      where('in', ['2', '10'], 'Size'),
    );
  });

  it('is meant by campaigns that were planned or launched before', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold']);
    const phone = await contact({ Plan: 'Gold' });
    await join(phone);
    const campaign = {
      from: account.from,
      purpose: 'informational',
      body: 'Your plan: {{contact_custom_field_1}}',
    };
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const draft = await done(
      call('POST', 'campaigns', { ...campaign, name: 'Draft', ...where('equals', 'Gold') }),
    );
    const scheduled = await done(
      call('POST', 'campaigns', {
        ...campaign,
        ...{ name: 'Later', ...where('in', ['Gold']), schedule: { at }, launch: true },
      }),
    );
    await done(plan.change({ from: 'Gold', to: 'Premium' }, { to: 'Gold' }));
    expect(await done(call('GET', `campaigns/${draft.id}`))).toMatchObject(where('equals', 'Premium'));
    expect(await done(call('GET', `campaigns/${scheduled.id}`))).toMatchObject(where('in', ['Premium']));
    expect(await done(call('POST', `campaigns/${draft.id}/preview`))).toMatchObject({
      audience: { matched: 1 },
    });
    await done(call('POST', `campaigns/${draft.id}/launch`));
    await expectSoon(async () =>
      expect(await done(call('GET', `campaigns/${draft.id}`))).toMatchObject({
        status: 'completed',
        counts: { selected: 1, sent: 1 },
      }),
    );
    const sent = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
    expect(sent.body).toMatchObject({ messages: [{ body: 'Your plan: Premium' }] });
  });

  it('keeps its name in a segment whose other parts are changed', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold']);
    const phone = await contact({ Plan: 'Gold' });
    const { id } = await done(call('POST', 'segments', { name: 'Gold', ...where('equals', 'Gold') }));
    await done(plan.change({ from: 'Gold', to: 'Premium' }, { to: 'Gold' }));
    const patched = await done(call('PATCH', `segments/${id}`, { audience: { excludeGroups: [] } }));
    expect(patched).toMatchObject(where('equals', 'Premium'));
    expect(await found({ segmentId: id })).toEqual([phone]);
  });
});

describe('rules 2.6: changes of options that are refused', () => {
  it('say which entry is wrong, and change nothing', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold']);
    const at = (pointer: string, reason: string) => [400, [{ pointer, reason }]];
    const refused = async (...changes: object[]) => errorsOf(await plan.change(...changes));
    expect(await refused({ to: 'Team' }, { from: 'Gold', to: 'Basic' })).toEqual(
      at('/options/1/to', 'is the name of another option'),
    );
    expect(await refused({ to: 'Team' }, { to: 'Team' })).toEqual(
      at('/options/1/to', 'is the name of another option'),
    );
    expect(await refused({ from: 'Silver', to: 'Team' })).toEqual(
      at('/options/0/from', 'is no option of the field'),
    );
    expect(await refused({ from: 'Gold', to: 'X' }, { from: 'Gold', to: 'Y' })).toEqual(
      at('/options/1/from', 'is renamed by an earlier entry'),
    );
    const most = Array.from({ length: 199 }, (_, index) => ({ to: `option ${index}` }));
    expect(await refused(...most)).toEqual(at('/options', 'would give the field more than 200 options'));
    expect(await refused(...most, ...most)).toEqual(at('/options', 'must have at most 200 items'));
    for (const [change, pointer] of [
      [{}, '/options/0/to'],
      [{ to: '' }, '/options/0/to'],
      [{ to: 'x'.repeat(256) }, '/options/0/to'],
      [{ to: 7 }, '/options/0/to'],
      [{ from: null, to: 'x' }, '/options/0/from'],
      [{ to: 'x', name: 'y' }, '/options/0/name'],
    ] as const) {
      expect(await refused(change)).toEqual([400, [expect.objectContaining({ pointer })]]);
    }
    const both = { label: 'Tariff', isDisabled: true, options: [{ from: 'Silver', to: 'Team' }] };
    expect((await inConsole('PATCH', `custom-fields/${plan.key}`, both)).status).toBe(400);
    const { key } = await done<{ key: string }>(
      inConsole('POST', 'custom-fields', { label: 'Note', type: 'TEXT' }),
    );
    expect(errorsOf(await inConsole('PATCH', `custom-fields/${key}`, { options: [{ to: 'A' }] }))).toEqual(
      at('/options', 'not allowed: the type of the field has no options'),
    );
    expect(await done(inConsole('GET', 'custom-fields'))).toMatchObject({
      results: [{ label: 'Plan', options: ['Basic', 'Gold'], isDisabled: false }, { label: 'Note' }],
    });
  });
});

describe('rules 2.6: renaming options in the operator CLI', () => {
  it('renames and adds at once, and the audit log has old and new names', async () => {
    const plan = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold', 'a=b']);
    const phone = await contact({ Plan: 'Gold' });
    const renamed = await operate<object>(
      ...['field', 'set', ...of, '--label', 'plan', '--option-rename', 'Gold=Basic', '--option-rename'],
      ...['Basic=Gold=1', '--option-add', 'Team', '--option-add', '"Team, large"'],
    );
    expect(renamed).toMatchObject({ options: ['Gold=1', 'Basic', 'a=b', 'Team', 'Team, large'] });
    expect(await valuesOf(phone)).toEqual({ Plan: 'Basic' });
    await done(plan.change({ from: 'Team', to: 'Group' }, { from: 'Basic', to: 'Basic' }));
    const { results } = await done<{ results: object[] }>(
      inConsole('GET', 'audit?target=Plan&action=updateCustomField'),
    );
    expect(results).toMatchObject([
      {
        ...{ action: 'updateCustomField', channel: 'console', target: { type: 'customField', id: 'Plan' } },
        changes: [{ from: 'Team', to: 'Group' }],
      },
    ]);
    const log = await operate<object[]>('audit', 'list', ...of, '--action', 'field set');
    expect(log).toMatchObject([
      {
        target: { type: 'customField', id: 'plan' },
        changes: [
          { from: 'Gold', to: 'Basic' },
          { from: 'Basic', to: 'Gold=1' },
          { to: 'Team' },
          { to: 'Team, large' },
        ],
      },
    ]);
    const { text } = await done<{ text: string }>(inConsole('GET', 'audit/export?format=csv&target=Plan'));
    expect(text).toContain('"[{""from"":""Team"",""to"":""Group""}]"');
  });

  it('says what is wrong', async () => {
    await field('Plan', 'SINGLE_SELECT', ['Basic', 'Gold']);
    const set = (...options: string[]) => operate('field', 'set', ...of, '--label', 'Plan', ...options);
    await expect(set('--option-rename', 'Silver=X')).rejects.toThrow('The field has no option "Silver".');
    await expect(set('--option-rename', 'Gold=Basic')).rejects.toThrow(
      'Another option of the field has the name "Basic".',
    );
    await expect(set('--option-rename', 'Gold')).rejects.toThrow('Expected OLD=NEW');
    await expect(set()).rejects.toThrow('Give --option-rename or --option-add.');
  });
});

async function join(phone: string): Promise<void> {
  const { id } = await createGroup(fixture.service.deps, {
    ...{
      accountId: account.accountId,
      name: `Group ${phone}`,
      optInType: 'SINGLE' as const,
      from: account.from,
    },
  });
  await done(call('POST', `${contactPath(phone)}/groups/${id}`));
}

it('keeps a filter on a deleted field from a later field with its label', async () => {
  const { key } = await field('Plan', 'SINGLE_SELECT', ['Basic', 'Pro']);
  await contact({ Plan: 'Basic' });
  const { id } = await done(call('POST', 'segments', { name: 'Not basic', ...where('in', ['Basic']) }));
  await done(inConsole('DELETE', `custom-fields/${key}`));
  const refused = await call('POST', 'segments/preview', { segmentId: id });
  await field('plan', 'SINGLE_SELECT', ['Basic', 'Pro']);
  const phone = await contact({ plan: 'Basic' });

  expect(await found(where('in', ['Basic'], 'plan'))).toEqual([phone]);
  expect(refused.status).toBe(400);
  expect((await call('POST', 'segments/preview', { segmentId: id })).status).toBe(400);
  expect(await done(call('GET', `segments/${id}`))).toMatchObject({
    audience: { filter: { field: 'customFields.Plan (deleted)' } },
  });
});
