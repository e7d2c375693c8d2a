import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;

beforeEach(async () => {
  accountId = await operator.createAccount();
});

interface ShownField {
  id: string;
  label: string;
  createdAt: string;
}

const create = (label: string, ...options: string[]) =>
  operator.json<ShownField>(...['field', 'create', '--account', accountId, '--label', label, ...options]);

const change = (verb: string, label: string, ...options: string[]) =>
  operator.json<ShownField>(...['field', verb, '--account', accountId, '--label', label, ...options]);

const list = () => operator.json<ShownField[]>('field', 'list', '--account', accountId);

describe('field create', () => {
  it('prints the definition with the lowest free key', async () => {
    const text = await create('Plan', '--type', 'TEXT');
    const select = await create('Size', '--type', 'SINGLE_SELECT', '--option', 'S', '--option', 'M');

    expect([text, select]).toEqual([
      {
        id: 'contact_custom_field_1',
        key: 'contact_custom_field_1',
        label: 'Plan',
        type: 'TEXT',
        isDisabled: false,
        createdAt: text.createdAt,
      },
      {
        id: 'contact_custom_field_2',
        key: 'contact_custom_field_2',
        label: 'Size',
        type: 'SINGLE_SELECT',
        options: ['S', 'M'],
        isDisabled: false,
        createdAt: select.createdAt,
      },
    ]);
    expect(await list()).toEqual([text, select]);
  });

  it('takes several options in one, and one that contains a comma in quotes', async () => {
    const options = ['--option', 'S,M', '--option', '"XL, tall"'];
    const created = await create('Size', '--type', 'SINGLE_SELECT', ...options);

    expect(created).toMatchObject({ options: ['S', 'M', 'XL, tall'] });
  });

  it.each([
    [['--label', 'x'], "error: required option '--type <type>' not specified\n"],
    [
      ['--label', 'x', '--type', 'text'],
      "error: option '--type <type>' argument 'text' is invalid. Allowed choices are TEXT, NUMBER, BOOLEAN, DATE, " +
        'SINGLE_SELECT, MULTI_SELECT.\n',
    ],
    [['--label', '', '--type', 'TEXT'], 'A label has 1 to 100 characters.\n'],
    [['--label', 'x'.repeat(101), '--type', 'TEXT'], 'A label has 1 to 100 characters.\n'],
    [
      ['--label', 'x', '--type', 'SINGLE_SELECT'],
      'SINGLE_SELECT and MULTI_SELECT need 1 to 200 different --option values of 1 to 255 characters; the other types ' +
        'take none.\n',
    ],
  ])('refuses %j', async (options, stderr) => {
    expect(await operator.run('field', 'create', '--account', accountId, ...options)).toEqual(
      refused(stderr),
    );
  });
});

describe('the life of a field', () => {
  it('keeps its key when renamed', async () => {
    const field = await create('Plan', '--type', 'TEXT');

    const renamed = await change('rename', 'plan', '--to', 'Tariff');

    expect(renamed).toEqual({ ...field, label: 'Tariff' });
    expect(await list()).toEqual([renamed]);
  });

  it('is disabled and enabled again', async () => {
    const field = await create('Plan', '--type', 'TEXT');

    expect(await change('disable', 'Plan')).toEqual({ ...field, isDisabled: true });
    expect(await list()).toEqual([{ ...field, isDisabled: true }]);
    expect(await change('enable', 'Plan')).toEqual(field);
  });

  it('ends with its deletion', async () => {
    const field = await create('Plan', '--type', 'TEXT');

    expect(await change('delete', 'Plan')).toEqual(field);
    expect(await operator.run('field', 'list', '--account', accountId)).toEqual({
      exitCode: 0,
      stdout: 'The account has no custom fields.\n',
      stderr: '',
    });
  });

  it.each(['disable', 'enable', 'delete'])('cannot %s what is not there', async (verb) => {
    expect(await operator.run('field', verb, '--account', accountId, '--label', 'Plan')).toEqual(
      refused('The account has no custom field with this label.\n'),
    );
  });
});

describe('field delete at a terminal', () => {
  const remove = ['field', 'delete', '--label', 'Plan', '--account'];

  it('asks first, and changes nothing unless it is told to', async () => {
    await create('Plan', '--type', 'TEXT');

    expect(await operator.runAtTerminal('', ...remove, accountId)).toEqual({
      questions: ['Delete the field Plan with its values in all contacts? This cannot be undone. [y/N] '],
      ...refused('Nothing was changed.\n'),
    });
    expect(await list()).toHaveLength(1);
  });

  it.each([['y'], ['', '--yes'], ['', '-y']])('goes on after %j', async (answer, ...options) => {
    await create('Plan', '--type', 'TEXT');

    expect(await operator.runAtTerminal(answer, ...remove, accountId, ...options)).toMatchObject({
      exitCode: 0,
    });
    expect(await list()).toEqual([]);
  });
});
