import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let groupId: string;
const NUMBER = '+12065550100';

beforeAll(async () => {
  accountId = await operator.createAccount();
  await operator.json('number', 'add', '--account', accountId, '--number', NUMBER);
  groupId = (
    await operator.json<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'SINGLE'],
    )
  ).id;
});

const of = (verb: string, ...options: string[]) => [
  'account',
  'keyword',
  verb,
  '--account',
  accountId,
  ...options,
];
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
const refused = (stderr: string) => ({
  ...{ exitCode: 1, stdout: '' },
  stderr: expect.stringContaining(stderr) as string,
});

describe('account keyword', () => {
  it('sets, lists and deletes keywords', async () => {
    expect((await operator.run(...of('list'))).stdout).toBe('The account has no keywords.\n');
    const join = { word: 'JOIN', group: groupId, optInMode: 'CONFIRM', createdAt: TIME };
    expect(
      await operator.json(...of('set', '--word', ' join ', '--group', groupId, '--opt-in', 'CONFIRM')),
    ).toEqual(join);
    const hours = { word: 'HOURS', number: NUMBER, reply: 'Nine to five.', createdAt: TIME };
    expect(
      await operator.json(...of('set', '--word', 'hours', '--number', NUMBER, '--reply', 'Nine to five.')),
    ).toEqual(hours);
    expect(await operator.json(...of('list'))).toEqual([hours, join]);
    const { stdout } = await operator.run(...of('list'));
    expect(stdout).toContain('every one');
    expect(await operator.run(...of('delete', '--word', 'hours'))).toEqual(
      refused('There is no such keyword.'),
    );
    expect(await operator.json(...of('delete', '--word', 'hours', '--number', NUMBER))).toEqual({
      ...{ accountId, word: 'HOURS', number: NUMBER },
    });
    expect(await operator.json(...of('list'))).toEqual([join]);
  });

  it.each([
    [['--word', 'Stop', '--reply', 'x'], 'STOP cannot be a keyword: it is a word of the service'],
    [
      ['--word', 'unsub', '--reply', 'x'],
      'UNSUB cannot be a keyword: a text with this word is likely an opt-out',
    ],
    [['--word', 'JOIN', '--reply', 'x', '--number', '+12065550999'], 'not assigned to the account'],
    [['--word', 'JOIN', '--reply', 'x\u0007'], 'control characters'],
    [['--word', 'JOIN', '--group', 'none', '--opt-in', 'DIRECT'], 'Group not found.'],
    [['--word', 'JOIN', '--reply', 'x', '--opt-in', 'SILENT'], 'Allowed choices are CONFIRM, DIRECT'],
  ])('refuses %j', async (options, sentence) => {
    expect(await operator.run(...of('set', ...options))).toEqual(refused(sentence));
  });
});

describe('account set', () => {
  const set = (...options: string[]) => operator.run('account', 'set', '--account', accountId, ...options);
  const show = () => operator.json<Record<string, unknown>>('account', 'show', '--account', accountId);

  it('sets brand, away reply and open hours, and an empty text takes them away', async () => {
    await set('--brand', 'Acme Shoes', '--away-reply', 'Closed.', '--open-hours', 'mon-fri,SUN 09:00-17:30');
    expect(await show()).toMatchObject({
      brand: 'Acme Shoes',
      awayReply: 'Closed.',
      openHours: { from: '09:00', to: '17:30', days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SUN'] },
    });
    expect((await operator.run('account', 'show', '--account', accountId)).stdout).toContain(
      'MON,TUE,WED,THU,FRI,SUN 09:00-17:30',
    );
    await set('--brand', '', '--away-reply', '', '--open-hours', '');
    for (const name of ['brand', 'awayReply', 'openHours']) expect(await show()).not.toHaveProperty(name);
  });

  it.each(['9-17', '17:00-09:00', '09:00-09:00', 'MO-FR 09:00-17:00', 'FRI-MON 09:00-17:00', '09:00-25:00'])(
    'refuses the open hours %j',
    async (hours) => {
      expect(await set('--open-hours', hours)).toEqual(refused('Expected hours such as 09:00-17:00'));
    },
  );
});
