import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let lastDigits = 1000;

beforeEach(async () => {
  accountId = await operator.createAccount();
});

const nextNumber = () => `+1555555${(lastDigits += 1)}`;

interface ShownNumber {
  number: string;
  createdAt: string;
}

const add = (number: string, ...options: string[]) =>
  operator.json<ShownNumber>('number', 'add', '--account', accountId, '--number', number, ...options);

const set = (number: string, ...options: string[]) =>
  operator.json<ShownNumber>('number', 'set', '--account', accountId, '--number', number, ...options);

const list = () => operator.json<ShownNumber[]>('number', 'list', '--account', accountId);

describe('number add', () => {
  it('assigns an Active number without a rate', async () => {
    const number = nextNumber();

    const added = await add(number);

    expect(added).toEqual({ number, accountId, status: 'Active', createdAt: added.createdAt });
    expect(await list()).toEqual([added]);
  });

  it('takes status, rate and a short code', async () => {
    const added = await add('54321', '--status', 'Inactive', '--rate', '100');

    expect(added).toEqual({
      number: '54321',
      accountId,
      status: 'Inactive',
      ratePerSecond: 100,
      createdAt: added.createdAt,
    });
  });

  it('says which region has the number, where a stage has two', async () => {
    const number = nextNumber();
    expect(await add(number, '--region', 'second')).toMatchObject({ region: 'second' });
    const { stdout } = await operator.run('number', 'list', '--account', accountId);
    expect(stdout).toMatch(/│ region │[^]*│ second │/);
  });

  it('changes nothing when repeated', async () => {
    const number = nextNumber();
    const added = await add(number, '--rate', '3');

    expect(await add(number)).toEqual(added);
    expect(await list()).toEqual([added]);
  });

  it('refuses other settings for a number that is there', async () => {
    const number = nextNumber();
    const added = await add(number);

    expect(
      await operator.run('number', 'add', '--account', accountId, '--number', number, '--status', 'Inactive'),
    ).toEqual(
      refused(
        `${number} is assigned to the account already and stays as it was; change it with "number set".\n`,
      ),
    );
    expect(await list()).toEqual([added]);
  });

  it.each([
    [['--number', '5555']],
    [['--number', '+15555550100', '--status', 'active']],
    [['--number', '+15555550100', '--rate', '0']],
    [['--number', '+15555550100', '--mms-rate', '0']],
    [['--number', '+15555550100', '--kind', 'landline']],
  ])('refuses %j', async (options) => {
    expect(await operator.run('number', 'add', '--account', accountId, ...options)).toMatchObject({
      exitCode: 1,
      stdout: '',
    });
  });
});

describe('the kind of a number', () => {
  afterEach(() => operator.describeService());

  it.each([
    ['short-code', 100, 40],
    ['toll-free', 3, 3],
    ['10dlc', 1, 1],
    ['long-code', 1, 1],
  ])('%s stands for its rates', async (kind, ratePerSecond, mmsPerSecond) => {
    const rates = { kind, ratePerSecond, mmsPerSecond };
    expect(await add(nextNumber(), '--kind', kind)).toMatchObject(rates);
    const number = nextNumber();
    await add(number, '--rate', '7');
    expect(await set(number, '--kind', kind)).toMatchObject(rates);
  });

  it('gives way to rates that are named', async () => {
    expect(await add(nextNumber(), '--kind', '10dlc', '--rate', '75')).toMatchObject({
      kind: '10dlc',
      ratePerSecond: 75,
      mmsPerSecond: 1,
    });
    const none = await add(nextNumber(), '--kind', '10dlc', '--rate', 'none', '--mms-rate', 'none');
    expect(Object.keys(none).sort()).toEqual(['accountId', 'createdAt', 'kind', 'number', 'status']);
  });

  it('is refused when it is not that of the number that is there', async () => {
    const number = nextNumber();
    await add(number, '--kind', '10dlc');
    const again = ['number', 'add', '--account', accountId, '--number', number, '--kind'];
    expect(await operator.run(...again, 'toll-free')).toMatchObject({ exitCode: 1 });
    expect(await operator.run(...again, '10dlc')).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['65432', 'short-code', 100],
    ['+18005550111', 'toll-free', 3],
    ['+12065550111', '10dlc', 1],
    ['+16045550111', 'long-code', 1],
    ['+447400123456', 'long-code', 1],
  ])('of %s is %s on End User Messaging, unless a rate is named', async (number, kind, ratePerSecond) => {
    operator.describeService({ outputs: { Provider: 'eum' } });
    const added = await add(number);
    expect(added).toMatchObject({ kind, ratePerSecond });
    expect(await add(number)).toEqual(added);
    await operator.json('number', 'remove', '--account', accountId, '--number', number, '--yes');

    expect(await add(number, '--rate', 'none')).not.toHaveProperty('ratePerSecond');
    await operator.json('number', 'remove', '--account', accountId, '--number', number, '--yes');
  });
});

describe('number set', () => {
  it('changes the status and leaves the rate', async () => {
    const number = nextNumber();
    const added = await add(number, '--rate', '3');

    expect(await set(number, '--status', 'Inactive')).toEqual({
      ...added,
      status: 'Inactive',
      ratePerSecond: 3,
    });
  });

  it('changes the rate, and takes it away with none', async () => {
    const number = nextNumber();
    const added = await add(number);

    expect(await set(number, '--rate', '10')).toEqual({ ...added, ratePerSecond: 10 });
    expect(await set(number, '--rate', 'none')).toEqual(added);
    expect(await list()).toEqual([added]);
  });

  it('changes the daily cap and its brand, tells what is left today, and takes it away with none', async () => {
    const number = nextNumber();
    const added = await add(number, '--daily-cap', '2000');

    expect(added).toMatchObject({ dailyCap: 2_000, leftToday: 2_000 });
    expect(await set(number, '--daily-cap', 'acme=10000')).toEqual({
      ...added,
      dailyCap: 10_000,
      brand: 'acme',
      leftToday: 10_000,
    });
    const { dailyCap: _, leftToday: _left, ...without } = added as ShownNumber & Record<string, unknown>;
    expect(await set(number, '--daily-cap', 'none')).toEqual(without);
  });

  it.each(['19', '100000001', '2000.5', '=2000', ' acme=2000', `${'a'.repeat(41)}=2000`, 'acme'])(
    'refuses %j as a daily cap',
    async (cap) => {
      const verb = ['number', 'set', '--account', accountId, '--number', nextNumber()];
      expect(await operator.run(...verb, '--daily-cap', cap)).toMatchObject({ exitCode: 1, stdout: '' });
    },
  );

  it.each(['20', '100000000', `${'a'.repeat(40)}=20`])('takes %s as a daily cap', async (cap) => {
    const number = nextNumber();
    await add(number);
    expect(await set(number, '--daily-cap', cap)).toMatchObject({ dailyCap: Number(cap.split('=').at(-1)) });
  });

  it('refuses a number that is not assigned', async () => {
    const number = nextNumber();

    expect(
      await operator.run('number', 'set', '--account', accountId, '--number', number, '--rate', '1'),
    ).toEqual(refused(`${number} is not assigned to the account.\n`));
    expect(await list()).toEqual([]);
  });

  it('refuses to change nothing', async () => {
    expect(await operator.run('number', 'set', '--account', accountId, '--number', nextNumber())).toEqual(
      refused('Nothing to change: give --status, --kind, --region, --rate, --mms-rate or --daily-cap.\n'),
    );
  });
});

describe('number remove', () => {
  const remove = (number: string, ...options: string[]) =>
    operator.run('number', 'remove', '--account', accountId, '--number', number, ...options);
  it('frees the number for any account, the same one included', async () => {
    const number = nextNumber();
    const kept = await add(nextNumber());
    await add(number, '--rate', '3');
    const otherId = await operator.createAccount('--name', 'Other');

    expect(await remove(number, '--yes', '--json')).toEqual({
      exitCode: 0,
      stdout: `${JSON.stringify({ accountId, number }, undefined, 2)}\n`,
      stderr: '',
    });
    expect(await list()).toEqual([kept]);
    expect(await operator.json('number', 'add', '--account', otherId, '--number', number)).toMatchObject({
      accountId: otherId,
      number,
    });
    expect(await operator.run('number', 'add', '--account', accountId, '--number', number)).toEqual(
      refused(`${number} is assigned to another account.\n`),
    );
    await operator.json('number', 'remove', '--account', otherId, '--number', number, '--yes');
    // No setting of its first time is left.
    expect(await add(number)).toEqual({
      number,
      accountId,
      status: 'Active',
      createdAt: expect.any(String) as string,
    });
  });

  it('asks first at a terminal, and wants --yes in a script', async () => {
    const added = await add(nextNumber());
    const { number } = added;
    const argv = ['number', 'remove', '--account', accountId, '--number', number];
    const question = `Remove ${number} from ${accountId}? Texts that wait for it are not sent. This cannot be undone`;

    expect(await remove(number)).toEqual(refused(`${question}: confirm it with --yes.\n`));
    expect(await operator.runAtTerminal('n', ...argv)).toEqual({
      ...refused('Nothing was changed.\n'),
      questions: [`${question}. [y/N] `],
    });
    expect(await list()).toEqual([added]);
    expect(await operator.runAtTerminal('y', ...argv)).toMatchObject({ exitCode: 0 });
    expect(await list()).toEqual([]);
  });

  it('refuses the default number, and the sender of a group, until others are named', async () => {
    const { number } = await add(nextNumber());
    const account = ['--account', accountId];
    await operator.json('account', 'set', ...account, '--default-number', number);
    const group = await operator.json<{ id: string }>(
      ...['group', 'create', ...account, '--name', 'A', '--opt-in-type', 'SINGLE', '--from', number],
    );

    expect((await remove(number, '--yes')).stderr).toBe(
      `${number} is the default number of the account: name another one first with "account set --default-number", ` +
        'or none with an empty text.\n',
    );
    await operator.json('account', 'set', ...account, '--default-number', '');
    expect((await remove(number, '--yes')).stderr).toBe(
      `${number} is the sender of ${group.id}: name another one first with "group set --from", or none with an ` +
        'empty text.\n',
    );
    await operator.json('group', 'set', ...account, '--group', group.id, '--from', '');
    expect(await remove(number, '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('number move', () => {
  const move = (number: string, toAccount: string, ...options: string[]) =>
    operator.run(
      ...['number', 'move', '--account', accountId, '--number', number, '--to-account', toAccount],
      ...options,
    );
  const createOther = async () => await operator.createAccount('--name', 'Other', '--force');

  it('gives the number, as it is, to the other account', async () => {
    const added = await add(nextNumber(), '--kind', 'toll-free', '--rate', '7', '--status', 'Inactive');
    const otherId = await createOther();

    const moved = await move(added.number, otherId, '--yes', '--json');

    expect(moved).toMatchObject({ exitCode: 0, stderr: '' });
    const { createdAt, ...rest } = JSON.parse(moved.stdout) as ShownNumber;
    expect(rest).toEqual({
      ...{ number: added.number, accountId: otherId, kind: 'toll-free' },
      ...{ ratePerSecond: 7, mmsPerSecond: 3, status: 'Inactive' },
    });
    expect(await list()).toEqual([]);
    expect(await operator.json('number', 'list', '--account', otherId)).toEqual([{ ...rest, createdAt }]);
    expect(await move(added.number, otherId, '--yes')).toEqual(
      refused(`${added.number} is not assigned to the account.\n`),
    );
  });

  it('wants --yes in a script, another account that is open, and a number that nothing names', async () => {
    const { number } = await add(nextNumber());
    const otherId = await createOther();
    expect(await move(number, otherId)).toEqual(
      refused(
        `Move ${number} from ${accountId} to Other (${otherId})? Texts of ${accountId} that wait for it are not ` +
          'sent. This cannot be undone: confirm it with --yes.\n',
      ),
    );
    expect(await move(number, accountId, '--yes')).toEqual(
      refused(`${number} belongs to ${accountId} already.\n`),
    );
    expect(await move(number, 'acc_none', '--yes')).toEqual(refused('There is no account acc_none.\n'));
    await operator.json('account', 'set', '--account', accountId, '--default-number', number);
    expect((await move(number, otherId, '--yes')).stderr).toContain('is the default number of the account');
    await operator.run('account', 'close', '--account', otherId, '--yes');
    expect(await move(number, otherId, '--yes')).toMatchObject({ exitCode: 1 });
    expect(await list()).toMatchObject([{ number }]);
  });
});
