import { refused, useOperator } from './operator-fixture';

const operator = useOperator();

interface ShownAccount {
  name: string;
  id: string;
  createdAt: string;
}

const createAccount = (...options: string[]) => operator.createAccount(...options);

const show = (id: string) => operator.json<ShownAccount>('account', 'show', '--account', id);

const DEFAULTS = {
  name: 'Acme',
  credits: { sms: 0, mms: 0 },
  dailyQuota: 200000,
  usedToday: 0,
  freeTexts: 1000,
  freeTextsToday: 0,
  silentOptIn: false,
  rateLimits: {},
  contentExemptions: [],
  countries: [],
  countryBudgets: {},
  approvalEmails: [],
  countryJumpStop: false,
  messageFeedback: false,
  trackLastTexted: false,
  linkDomains: [],
  enforceOptInType: false,
  setAsideNumbers: false,
  carrierLookup: false,
  maxSegments: 10,
  retentionDays: 90,
  legalHours: true,
};

describe('account create', () => {
  it('makes an account with nothing but a name', async () => {
    const created = await operator.json<ShownAccount>('account', 'create', '--name', 'Acme');

    expect(created).toEqual({
      id: expect.stringMatching(/^acc_[0-9A-Z]{26}$/) as string,
      ...DEFAULTS,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
    expect(await show(created.id)).toEqual(created);
  });

  it('takes every setting', async () => {
    const created = await operator.json<ShownAccount>(
      ...['account', 'create', '--name', 'Acme', '--sms-credits', '500', '--mms-credits', '20'],
      ...['--daily-quota', '1000', '--free-texts', '50', '--silent-opt-in', '--time-zone', 'America/Chicago'],
      ...['--rate-limit', 'message=5', '--rate-limit', 'broadcast=10', '--default-number', '12345'],
      ...['--help-text', 'Call us.', '--opt-out-text', 'Bye.', '--keyword-replies', 'off'],
      ...['--content-exemption', 'alcohol', '--country', 'us', '--country', 'DE', '--country', 'US'],
      ...['--country-budget', 'us=10000', '--country-budget', 'GB=0', '--country-jump-stop', 'on'],
      ...['--message-feedback', 'on'],
      ...['--enforce-opt-in-type', 'on'],
      ...['--set-aside', 'on', '--carrier-lookup', 'on'],
      ...['--max-segments', '3'],
      ...['--retention-days', '30'],
      ...['--legal-hours', 'off', '--marketing-cap', '2/24', '--approval-above', '1000'],
      ...['--approval-email', 'Ann@Example.com', '--approval-email', 'bob@example.com,ann@example.com'],
    );

    expect(created).toEqual({
      id: created.id,
      name: 'Acme',
      credits: { sms: 500, mms: 20 },
      dailyQuota: 1000,
      usedToday: 0,
      freeTexts: 50,
      freeTextsToday: 0,
      silentOptIn: true,
      timeZone: 'America/Chicago',
      rateLimits: { message: 5, broadcast: 10 },
      defaultNumber: '12345',
      keywordReplies: 'off',
      helpText: 'Call us.',
      optOutText: 'Bye.',
      contentExemptions: ['alcohol'],
      countries: ['US', 'DE'],
      countryBudgets: { US: 10_000, GB: 0 },
      countryJumpStop: true,
      messageFeedback: true,
      trackLastTexted: false,
      textsByCountryToday: { US: 0, GB: 0 },
      enforceOptInType: true,
      setAsideNumbers: true,
      carrierLookup: true,
      maxSegments: 3,
      retentionDays: 30,
      legalHours: false,
      linkDomains: [],
      marketingCap: { messages: 2, hours: 24 },
      approvalAbove: 1000,
      approvalEmails: ['ann@example.com', 'bob@example.com'],
      createdAt: created.createdAt,
    });
    expect(await show(created.id)).toEqual(created);
  });

  it('prints a table for people', async () => {
    const { exitCode, stdout } = await operator.run('account', 'create', '--name', 'Acme Inc.');

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/│ name +│ Acme Inc\. +│/);
    expect(stdout).toMatch(/│ daily quota +│ 200000 \(used today: 0\) +│/);
    expect(stdout).toMatch(/│ free texts a day +│ 1000 \(sent today: 0\) +│/);
  });

  it.each([
    [['--sms-credits', '-1'], 'Expected a whole number from 0 to 1,000,000,000,000.'],
    [['--daily-quota', 'many'], 'Expected a whole number from 0 to 1,000,000,000,000.'],
    [['--free-texts', '-1'], 'Expected a whole number from 0 to 1,000,000,000,000.'],
    [['--time-zone', 'Gotham'], 'Expected an IANA time zone, such as America/Chicago.'],
    [['--rate-limit', 'emails=1'], 'Expected BUCKET=n,'],
    [['--rate-limit', 'stop=119'], 'Expected stop=n, n at least 120.'],
    [['--default-number', '555'], 'Expected a phone number in E.164 form'],
    [['--name', 'x'.repeat(201)], 'Expected at most 200 characters.'],
    [['--brand', 'Acme\u0007'], 'Expected no control characters.'],
    [['--help-text', 'x'.repeat(641)], 'Expected at most 640 characters.'],
    [['--opt-out-text', 'x'.repeat(641)], 'Expected at most 640 characters.'],
    [['--country', 'UK'], 'Expected the two letters of a country, such as US, or all.'],
    [['--country', 'USA'], 'Expected the two letters of a country, such as US, or all.'],
    [['--country', ''], 'Expected the two letters of a country, such as US, or all.'],
    [['--enforce-opt-in-type', 'yes'], 'Allowed choices are on, off.'],
    [['--keyword-replies', 'maybe'], 'Allowed choices are on, off, default.'],
    [['--max-segments', '0'], 'Expected a whole number from 1 to 1,000.'],
    [['--max-segments', '1.5'], 'Expected a whole number from 1 to 1,000.'],
    [['--retention-days', '0'], 'Expected a whole number from 1 to 3,650, or none.'],
    [['--retention-days', '3651'], 'Expected a whole number from 1 to 3,650, or none.'],
    [['--retention-days', 'never'], 'Expected a whole number from 1 to 3,650, or none.'],
    [['--legal-hours', 'maybe'], 'Allowed choices are on, off.'],
    [['--marketing-cap', '2'], 'Expected n/hours, such as 2/24'],
    [['--marketing-cap', '0/24'], 'Expected n/hours, such as 2/24'],
    [['--marketing-cap', '2/0'], 'Expected n/hours, such as 2/24'],
    [['--marketing-cap', '2/721'], 'Expected n/hours, such as 2/24'],
    [['--marketing-cap', '1001/24'], 'Expected n/hours, such as 2/24'],
    [['--approval-above', '-1'], 'Expected a whole number from 0 to 1,000,000,000,000, or none.'],
    [['--approval-above', 'many'], 'Expected a whole number from 0 to 1,000,000,000,000, or none.'],
  ])('refuses %j', async (options, reason) => {
    const outcome = await operator.run('account', 'create', '--name', 'Refused', ...options);

    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toContain(reason);
  });
});

describe('account set', () => {
  it('changes what is named and leaves the rest', async () => {
    const id = await createAccount('--sms-credits', '5', '--help-text', 'Call us.', '--silent-opt-in');

    const changed = await operator.json<ShownAccount>(
      ...['account', 'set', '--account', id, '--name', 'Renamed', '--mms-credits', '7', '--no-silent-opt-in'],
    );

    expect(changed).toEqual({
      id,
      ...DEFAULTS,
      name: 'Renamed',
      credits: { sms: 5, mms: 7 },
      helpText: 'Call us.',
      createdAt: changed.createdAt,
    });
    expect(await show(id)).toEqual(changed);
  });

  it('replaces the budgets of countries by those that are named, and takes all of them back', async () => {
    const id = await createAccount();
    const set = (...options: string[]) =>
      operator.json<{ countryBudgets: object }>('account', 'set', '--account', id, ...options);
    await set('--country-budget', 'US=5,GB=6');
    expect((await set('--name', 'Same')).countryBudgets).toEqual({ US: 5, GB: 6 });
    const { stdout } = await operator.run('account', 'show', '--account', id);
    expect(stdout).toMatch(/│ country budgets +│ GB 6 \(sent today: 0\) +│/);
    expect((await set('--country-budget', 'FR=7')).countryBudgets).toEqual({ FR: 7 });
    expect((await set('--country-budget', 'none')).countryBudgets).toEqual({});
  });

  it('replaces the addresses of approvals by those that are named, and takes at most ten', async () => {
    const id = await createAccount('--approval-email', 'ann@example.com');
    const set = (...options: string[]) =>
      operator.json<{ approvalEmails: string[] }>('account', 'set', '--account', id, ...options);
    const run = (option: string) =>
      operator.run('account', 'set', '--account', id, '--approval-email', option);
    expect((await set('--name', 'Same')).approvalEmails).toEqual(['ann@example.com']);
    expect((await set('--approval-email', 'bob@example.com')).approvalEmails).toEqual(['bob@example.com']);
    expect((await run('no address')).stderr).toContain('Expected an e-mail address');
    const many = Array.from({ length: 11 }, (_, index) => `a${index}@example.com`);
    expect((await run(many.join())).stderr).toContain('Expected at most 10 addresses.');
    expect((await set('--approval-email', many.slice(1).join())).approvalEmails).toHaveLength(10);
    expect((await set('--approval-email', 'none')).approvalEmails).toEqual([]);
  });

  it('replaces the countries by those that are named, and takes all of them back', async () => {
    const id = await createAccount('--country', 'US', '--country', 'CA');
    const set = (...options: string[]) =>
      operator.json<{ countries: string[] }>('account', 'set', '--account', id, ...options);

    expect((await set('--country', 'MX')).countries).toEqual(['MX']);
    expect((await set('--name', 'Same')).countries).toEqual(['MX']);
    expect((await set('--country', 'all', '--country', 'FR')).countries).toEqual(['FR']);
    expect((await set('--country', 'all')).countries).toEqual([]);
    expect((await operator.run('account', 'show', '--account', id)).stdout).toMatch(/│ countries +│ all +│/);
  });

  it('switches the opt-in type on and off', async () => {
    const id = await createAccount();
    const set = (value: string) =>
      operator.json('account', 'set', '--account', id, '--enforce-opt-in-type', value);

    expect(await set('on')).toMatchObject({ enforceOptInType: true });
    expect(await set('off')).toMatchObject({ enforceOptInType: false });
  });

  it('changes how many segments a text may take', async () => {
    const id = await createAccount();

    await operator.json('account', 'set', '--account', id, '--max-segments', '1');

    expect(await show(id)).toMatchObject({ maxSegments: 1 });
    await operator.json('account', 'set', '--account', id, '--retention-days', 'none');
    expect(await show(id)).toMatchObject({ retentionDays: 'none' });
    await operator.json('account', 'set', '--account', id, '--retention-days', '3650');
    expect(await show(id)).toMatchObject({ retentionDays: 3650 });
  });

  it('sets and clears what holds for campaigns', async () => {
    const id = await createAccount();
    const set = (...options: string[]) =>
      operator.json<ShownAccount>('account', 'set', '--account', id, ...options);

    const changed = await set(
      ...['--legal-hours', 'off', '--marketing-cap', '1000/720', '--approval-above', '0'],
    );
    expect(changed).toMatchObject({
      legalHours: false,
      linkDomains: [],
      marketingCap: { messages: 1000, hours: 720 },
      approvalAbove: 0,
    });
    const cleared = await set('--legal-hours', 'on', '--marketing-cap', 'none', '--approval-above', 'none');
    expect(cleared).toEqual({ id, ...DEFAULTS, name: cleared.name, createdAt: cleared.createdAt });
  });

  it('merges rate limits', async () => {
    const id = await createAccount('--rate-limit', 'message=5', '--rate-limit', 'batch=9');

    const changed = await operator.json(
      ...['account', 'set', '--account', id, '--rate-limit', 'batch=0', '--rate-limit', 'broadcast=2'],
    );

    expect(changed).toMatchObject({ rateLimits: { message: 5, batch: 0, broadcast: 2 } });
  });

  it('knows the buckets beside those of the contract, and shows what holds for each', async () => {
    const id = await createAccount('--rate-limit', 'read=500', '--rate-limit', 'campaignWrite=70');

    const changed = await operator.run('account', 'set', '--account', id, '--rate-limit', 'replay=900');

    expect(changed.stdout).toMatch(/│ contactApiRead 150 +│\n│ +│ read 500 +│\n│ +│ campaignWrite 70 +│/);
    expect(await show(id)).toMatchObject({ rateLimits: { read: 500, campaignWrite: 70, replay: 900 } });
  });

  it('clears texts with an empty string', async () => {
    const id = await createAccount(
      ...['--help-text', 'Call us.', '--time-zone', 'UTC', '--default-number', '12345'],
      ...['--opt-out-text', 'Bye.', '--keyword-replies', 'on'],
    );

    const changed = await operator.json<ShownAccount>(
      ...['account', 'set', '--account', id, '--help-text', '', '--time-zone', '', '--default-number', ''],
      ...['--opt-out-text', '', '--keyword-replies', 'default'],
    );

    expect(changed).toEqual({ id, ...DEFAULTS, createdAt: changed.createdAt });
    expect(await show(id)).toEqual(changed);
  });

  it('takes a default number that the account has, and no other', async () => {
    const id = await createAccount();
    const owner = await createAccount();
    await operator.json('number', 'add', '--account', owner, '--number', '+12065550100');
    const setNumber = (account: string) =>
      operator.run('account', 'set', '--account', account, '--default-number', '+12065550100');

    expect(await setNumber(id)).toEqual(refused('The from number is not assigned to the account.\n'));
    expect(await show(id)).not.toHaveProperty('defaultNumber');
    expect(await setNumber(owner)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await show(owner)).toMatchObject({ defaultNumber: '+12065550100' });
  });

  it('refuses to change nothing', async () => {
    const id = await createAccount();

    expect(await operator.run('account', 'set', '--account', id)).toEqual(
      refused('Nothing to change: name at least one setting, see "account set --help".\n'),
    );
  });
});

describe('account show', () => {
  it('counts what broadcasts and batches have accepted today', async () => {
    const id = await createAccount();
    const today = new Date().toISOString().slice(0, 10);
    await operator.engine.table.put({ Item: { pk: `QUOTA#${id}#${today}`, sk: 'QUOTA', used: 321 } });
    await operator.engine.table.put({ Item: { pk: `QUOTA#${id}#2020-01-01`, sk: 'QUOTA', used: 7 } });

    expect(await show(id)).toMatchObject({ usedToday: 321 });
  });
});

describe('account list', () => {
  it('lists all accounts, oldest first', async () => {
    const first = await createAccount();
    const second = await createAccount();

    const ids = (await operator.json<ShownAccount[]>('account', 'list')).map(({ id }) => id);

    expect(ids.slice(-2)).toEqual([first, second]);
  });
});

describe('credits add', () => {
  it('adds to both balances', async () => {
    const id = await createAccount('--sms-credits', '10');

    expect(await operator.json('credits', 'add', '--account', id, '--sms', '5', '--mms', '3')).toEqual({
      id,
      credits: { sms: 15, mms: 3 },
    });
  });

  it('refuses to take one more than there is, of either kind', async () => {
    const id = await createAccount('--sms-credits', '10', '--mms-credits', '2');
    const tooFew = refused('The account has fewer credits than that; nothing was taken.\n');

    expect(await operator.run('credits', 'add', '--account', id, '--sms', '-11')).toEqual(tooFew);
    expect(await operator.run('credits', 'add', '--account', id, '--sms', '5', '--mms', '-3')).toEqual(
      tooFew,
    );
    expect(await show(id)).toMatchObject({ credits: { sms: 10, mms: 2 } });
  });

  it('refuses to add nothing', async () => {
    const id = await createAccount();

    expect(await operator.run('credits', 'add', '--account', id)).toEqual(
      refused('Nothing to add: give --sms or --mms.\n'),
    );
  });
});

describe('the name of another account', () => {
  let name: string;
  let firstId: string;
  let count = 0;
  beforeEach(async () => {
    name = `Corner Shop ${++count}`;
    firstId = (await operator.json<ShownAccount>('account', 'create', '--name', name)).id;
  });
  const refusal = () =>
    refused(`The account ${firstId} is called ${name} already: choose another name, or say --force.\n`);

  it('is refused, whatever its case, unless it is forced', async () => {
    expect(await operator.run('account', 'create', '--name', name)).toEqual(refusal());
    expect(await operator.run('account', 'create', '--name', ` ${name.toUpperCase()}`)).toEqual(refusal());
    expect(await operator.run('account', 'create', '--name', name, '--force')).toMatchObject({ exitCode: 0 });
  });

  it('is refused for an account that there is', async () => {
    const id = await createAccount();
    const rename = (...options: string[]) =>
      operator.run('account', 'set', '--account', id, '--name', name, ...options);

    expect(await rename()).toEqual(refusal());
    expect(await operator.run('account', 'set', '--account', firstId, '--name', name)).toMatchObject({
      exitCode: 0,
    });
    expect(await rename('--force')).toMatchObject({ exitCode: 0 });
  });

  it('gives a script a warning, and the account', async () => {
    const outcome = await operator.run('account', 'create', '--name', name, '--json');

    expect(outcome).toMatchObject({
      exitCode: 0,
      stderr: `Warning: The account ${firstId} is called ${name} already.\n`,
    });
  });
});

describe('account close', () => {
  const close = (id: string, ...options: string[]) =>
    operator.run('account', 'close', '--account', id, ...options);

  it('revokes keys, frees numbers, disables endpoints and keeps the data', async () => {
    const id = await createAccount('--sms-credits', '5');
    const of = ['--account', id];
    const otherId = await createAccount('--name', 'Successor');
    await operator.json('key', 'create', ...of);
    await operator.json('number', 'add', ...of, '--number', '+12065550177');
    await operator.json('account', 'set', ...of, '--default-number', '+12065550177');
    operator.describeService({ environment: { WEBHOOK_KEY: 'a key for tests', LOCAL_SERVICE: '1' } });
    await operator.json('webhook', 'add', ...of, '--url', 'http://127.0.0.1:9/');
    await operator.json('group', 'create', ...of, '--name', 'Customers', '--opt-in-type', 'SINGLE');

    const closed = await operator.json<ShownAccount & { closedAt: string }>(
      'account',
      'close',
      ...of,
      '--yes',
    );

    expect(closed).toMatchObject({ id, credits: { sms: 5, mms: 0 }, closedAt: expect.any(String) as string });
    expect(await show(id)).toEqual(closed);
    expect(await operator.json('key', 'list', ...of)).toMatchObject([
      { revokedAt: expect.any(String) as string },
    ]);
    expect(await operator.json('number', 'list', ...of)).toEqual([]);
    expect(await operator.json('webhook', 'list', ...of)).toMatchObject([{ status: 'disabled' }]);
    expect(await operator.json('group', 'list', ...of)).toMatchObject([{ name: 'Customers' }]);
    expect(
      await operator.json('number', 'add', '--account', otherId, '--number', '+12065550177'),
    ).toMatchObject({ accountId: otherId });
    // Closing it again changes nothing.
    expect(await operator.json('account', 'close', ...of, '--yes')).toEqual(closed);
  });

  it('gives it nothing any more', async () => {
    const id = await createAccount();
    const { closedAt } = await operator.json<{ closedAt: string }>(
      ...['account', 'close', '--account', id, '--yes'],
    );
    const refusal = refused(`The account ${id} was closed on ${closedAt}.\n`);
    const commands = [
      ['key', 'create'],
      ['number', 'add', '--number', '+12065550188'],
      ['group', 'create', '--name', 'A', '--opt-in-type', 'SINGLE'],
      ['field', 'create', '--label', 'A', '--type', 'TEXT'],
      ['link', 'add', '--link', 'go.example.com/a', '--url', 'https://example.com'],
      ['webhook', 'add', '--url', 'http://127.0.0.1:9/'],
      ['credits', 'add', '--sms', '1'],
      ['account', 'set', '--name', 'B'],
      ['account', 'link-domain', 'add', '--domain', 'go.example.com'],
    ];

    for (const argv of commands) {
      expect([argv, await operator.run(...argv, '--account', id)]).toEqual([argv, refusal]);
    }
  });

  it('asks first at a terminal, and wants --yes in a script', async () => {
    const id = await createAccount();
    const question =
      `Close the account Acme (${id})? Its keys are revoked, its numbers removed, its webhooks disabled. ` +
      'This cannot be undone';

    expect(await close(id)).toEqual(refused(`${question}: confirm it with --yes.\n`));
    expect(await operator.runAtTerminal('', 'account', 'close', '--account', id)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'Nothing was changed.\n',
      questions: [`${question}. [y/N] `],
    });
    expect(await show(id)).not.toHaveProperty('closedAt');
  });
});
