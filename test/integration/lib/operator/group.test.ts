import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;

beforeEach(async () => {
  accountId = await operator.createAccount();
});

interface ShownGroup {
  id: string;
  tags: Array<{ id: string; name: string }>;
  createdAt: string;
}

const create = (name: string, ...options: string[]) =>
  operator.json<ShownGroup>(
    ...['group', 'create', '--account', accountId, '--name', name, '--opt-in-type', 'SINGLE', ...options],
  );

const list = () => operator.json<ShownGroup[]>('group', 'list', '--account', accountId);

describe('group create', () => {
  it('makes a group with nothing but name and type', async () => {
    const group = await create('Customers');

    expect(group).toEqual({
      id: expect.stringMatching(/^grp_[0-9A-Z]{26}$/) as string,
      accountId,
      name: 'Customers',
      isDefault: false,
      optInType: 'SINGLE',
      contactCount: 0,
      tags: [],
      createdAt: group.createdAt,
    });
    expect(await list()).toEqual([group]);
  });

  it('takes every setting', async () => {
    await operator.json('number', 'add', '--account', accountId, '--number', '12345');

    const group = await create(
      'Customers',
      ...['--default', '--opt-in-message', 'Welcome.', '--confirmation-message', 'Reply YES.'],
      ...['--from', '12345', '--tag', 'VIP', '--tag', 'New'],
    );

    expect(group).toMatchObject({
      isDefault: true,
      optInMessage: 'Welcome.',
      confirmationMessage: 'Reply YES.',
      from: '12345',
      tags: [{ name: 'VIP' }, { name: 'New' }],
    });
    expect(await list()).toEqual([group]);
  });

  it.each([
    [['--name', 'A'], "error: required option '--opt-in-type <type>' not specified\n"],
    [
      ['--name', 'A', '--opt-in-type', 'TRIPLE'],
      "error: option '--opt-in-type <type>' argument 'TRIPLE' is invalid. Allowed choices are SINGLE, DOUBLE.\n",
    ],
  ])('refuses %j', async (options, stderr) => {
    expect(await operator.run('group', 'create', '--account', accountId, ...options)).toEqual(
      refused(stderr),
    );
  });
});

describe('group list', () => {
  it('lists groups, newest first', async () => {
    const first = await create('First');
    const second = await create('Second');

    expect(await list()).toEqual([second, first]);
  });

  it('says when there are none', async () => {
    expect(await operator.run('group', 'list', '--account', accountId)).toEqual({
      exitCode: 0,
      stdout: 'The account has no groups.\n',
      stderr: '',
    });
  });
});

const set = (id: string, ...options: string[]) =>
  operator.json<ShownGroup>('group', 'set', '--account', accountId, '--group', id, ...options);

describe('group set', () => {
  it('changes what is named and leaves the rest', async () => {
    const group = await create('Customers', '--opt-in-message', 'Welcome.');

    const changed = await set(group.id, '--name', 'Clients', '--default');

    expect(changed).toEqual({ ...group, name: 'Clients', isDefault: true });
    expect(await list()).toEqual([changed]);
  });

  it('clears texts with an empty string, and the default with --no-default', async () => {
    await operator.run('number', 'add', '--account', accountId, '--number', '23456');
    const plain = await create('Customers');
    const id = plain.id;
    await set(
      id,
      ...['--default', '--opt-in-message', 'Hi.', '--confirmation-message', 'YES?', '--from', '23456'],
    );

    const cleared = await set(
      ...[id, '--no-default', '--opt-in-message', '', '--confirmation-message', '', '--from', ''],
    );

    expect(cleared).toEqual(plain);
  });

  it('refuses to change nothing', async () => {
    const { id } = await create('Customers');

    expect(await operator.run('group', 'set', '--account', accountId, '--group', id)).toEqual(
      refused('Nothing to change: name at least one setting, see "group set --help".\n'),
    );
  });

  it('refuses an unknown group', async () => {
    expect(
      await operator.run('group', 'set', '--account', accountId, '--group', 'grp_none', '--name', 'A'),
    ).toEqual(refused('Group not found.\n'));
  });
});

describe('group tag', () => {
  it('adds and removes tags', async () => {
    const { id } = await create('Customers', '--tag', 'VIP');

    const tagged = await operator.json<ShownGroup>(
      ...['group', 'tag', '--account', accountId, '--group', id],
      ...['--add', 'New', '--add', 'Old', '--remove', 'vip'],
    );

    expect(tagged.tags.map(({ name }) => name)).toEqual(['New', 'Old']);
    expect(await list()).toEqual([tagged]);
  });

  it('refuses to remove a tag that is not there', async () => {
    const { id } = await create('Customers');

    expect(
      await operator.run('group', 'tag', '--account', accountId, '--group', id, '--remove', 'VIP'),
    ).toEqual(refused('The request is invalid. /tag: the group has no such tag.\n'));
  });

  it('refuses to change nothing', async () => {
    const { id } = await create('Customers');

    expect(await operator.run('group', 'tag', '--account', accountId, '--group', id)).toEqual(
      refused('Nothing to change: give --add or --remove.\n'),
    );
  });
});

describe('the name of another group of the account', () => {
  const argv = (...options: string[]) => [
    'group',
    'create',
    '--account',
    accountId,
    '--opt-in-type',
    'SINGLE',
    ...options,
  ];

  it('is refused, whatever its case, unless it is forced', async () => {
    const first = await create('Customers');
    const refusal = refused(
      `The group ${first.id} of the account is called Customers already: choose another name, or say --force.\n`,
    );

    expect(await operator.run(...argv('--name', 'CUSTOMERS'))).toEqual(refusal);
    expect(await operator.run(...argv('--name', ' Customers '))).toEqual(refusal);
    expect(await list()).toHaveLength(1);
    expect(await operator.run(...argv('--name', 'Customers', '--force'))).toMatchObject({ exitCode: 0 });
    expect(await list()).toHaveLength(2);
  });

  it('is refused for a group that there is', async () => {
    const first = await create('Customers');
    const second = await create('Staff');
    const rename = (id: string, ...options: string[]) =>
      operator.run('group', 'set', '--account', accountId, '--group', id, '--name', 'customers', ...options);

    expect((await rename(second.id)).stderr).toContain(first.id);
    expect(await rename(first.id)).toMatchObject({ exitCode: 0 });
    expect(await rename(second.id, '--force')).toMatchObject({ exitCode: 0 });
  });

  it('gives a script a warning, and the group', async () => {
    const first = await create('Customers');
    const outcome = await operator.run(...argv('--name', 'Customers', '--json'));

    expect(outcome).toMatchObject({
      exitCode: 0,
      stderr: `Warning: The group ${first.id} of the account is called Customers already.\n`,
    });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ name: 'Customers' });
  });

  it('is free in another account', async () => {
    await create('Customers');
    const id = await operator.createAccount('--name', 'Other');

    expect(
      await operator.run(
        ...['group', 'create', '--account', id, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
      ),
    ).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('group delete', () => {
  const argv = (id: string, ...options: string[]) => [
    'group',
    'delete',
    '--account',
    accountId,
    '--group',
    id,
    ...options,
  ];
  const ON_CONSENT = ['--consent-basis', 'Signed.', '--opt-in-mode', 'DIRECT'];
  const addMember = async (groupId: string) => {
    const input = 'phoneNumber\n+12125550123\n';
    const options = ['--account', accountId, '--file', '-', '--group', groupId, ...ON_CONSENT];
    expect(await operator.runWithInput(input, 'contact', 'import', ...options)).toMatchObject({
      exitCode: 0,
    });
  };

  it('takes the members out, and knows the group no more', async () => {
    const kept = await create('Staff');
    const group = await create('Customers', '--default');
    await addMember(group.id);

    expect(await operator.json(...argv(group.id, '--yes'))).toEqual({
      id: group.id,
      accountId,
      name: 'Customers',
      contactsRemoved: 1,
    });

    expect(await list()).toEqual([kept]);
    const contact = ['--account', accountId, '--phone', '+12125550123'];
    expect(await operator.json('contact', 'show', ...contact)).toMatchObject({ groups: [] });
    expect(await operator.run(...argv(group.id, '--yes'))).toEqual(
      refused(`The account has no group ${group.id}.\n`),
    );
  });

  it('asks first at a terminal, and wants --yes in a script', async () => {
    const group = await create('Customers');
    await addMember(group.id);
    const question =
      `Delete the group Customers (${group.id}) and take its contacts (1) out of it? ` +
      'This cannot be undone';

    expect(await operator.run(...argv(group.id))).toEqual(refused(`${question}: confirm it with --yes.\n`));
    expect(await operator.runAtTerminal('no', ...argv(group.id))).toEqual({
      ...refused('Nothing was changed.\n'),
      questions: [`${question}. [y/N] `],
    });
    expect(await list()).toHaveLength(1);
    expect(await operator.runAtTerminal('y', ...argv(group.id))).toMatchObject({
      exitCode: 0,
      stdout: 'The group Customers is deleted. Contacts that left it: 1.\n',
    });
  });
});
