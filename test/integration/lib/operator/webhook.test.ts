import { fanOutEvents, readPublishedEvent } from '../../../../shared/webhooks/fan-out-events';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { findDelivery } from '../../../../shared/webhooks/delivery-store';
import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
const ids = createIds(systemClock);
const URL = 'https://hooks.example.com/in';

interface Shown {
  id: string;
  secret: string;
  createdAt: string;
}

beforeAll(async () => {
  operator.describeService({ environment: { WEBHOOK_KEY: 'a key for tests', LOCAL_SERVICE: '1' } });
});

beforeEach(async () => {
  accountId = await operator.createAccount();
});

const webhook = <T = unknown>(verb: string, ...options: string[]) =>
  operator.json<T>('webhook', verb, '--account', accountId, ...options);
const run = (verb: string, ...options: string[]) =>
  operator.run('webhook', verb, '--account', accountId, ...options);
const add = (...options: string[]) => webhook<Shown>('add', '--url', URL, ...options);

/** Emits an event of the account to all its endpoints; they are disabled, so that its state does not change. */
async function miss(type = 'contacts.group.opted_in'): Promise<string> {
  const detail = { id: ids.next('evt'), type, version: 1, time: new Date().toISOString(), accountId };
  const event = readPublishedEvent({ detail });
  const deps = { table: operator.engine.table, clock: systemClock, queues: { send: async () => [] } };
  await fanOutEvents(deps, [event!]);
  return detail.id;
}

describe('webhook add', () => {
  it('prints the endpoint and its secret, once', async () => {
    const added = await add();

    expect(added).toEqual({
      id: expect.stringMatching(/^end_/) as string,
      accountId,
      url: URL,
      status: 'enabled',
      enabledAt: added.createdAt,
      createdAt: added.createdAt,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
    });
    const { secret: _, ...shown } = added;
    expect(await webhook('list')).toEqual([shown]);
  });

  it('keeps the types that were asked for', async () => {
    const types = ['messaging.message.failed', 'messaging.job.completed'];

    const added = await add('--event', types[0]!, '--event', types[1]!, '--event', types[0]!);

    expect(added).toMatchObject({ eventTypes: types });
  });

  it('refuses a type that does not exist', async () => {
    const { exitCode, stderr } = await run('add', '--url', URL, '--event', 'messaging.message.sent');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('Expected one of contacts.group.opted_in, ');
  });

  it.each([
    ['hooks.example.com', 'is not an absolute URL'],
    ['http://hooks.example.com/', 'must begin with https://'],
    ['ftp://hooks.example.com/', 'must begin with https://'],
    ['https://user:pw@hooks.example.com/', 'must not contain a user name or a password'],
    ['https://10.0.0.1/', 'does not lead to a public address'],
    ['https://169.254.169.254/', 'does not lead to a public address'],
    [`https://hooks.example.com/${'a'.repeat(2_100)}`, 'is too long'],
  ])('refuses %s', async (url, reason) => {
    const { exitCode, stderr } = await run('add', '--url', url);

    expect(exitCode).toBe(1);
    expect(stderr).toContain(`/url ${reason}`);
  });

  it('takes plain http on this machine while the local service runs', async () => {
    const added = await webhook('add', '--url', 'http://127.0.0.1:9000/hook');

    expect(added).toMatchObject({ url: 'http://127.0.0.1:9000/hook' });
  });

  it('takes twenty endpoints and not one more', async () => {
    for (let count = 0; count < 20; count++) await add();

    const { exitCode, stderr } = await run('add', '--url', URL);

    expect(exitCode).toBe(1);
    expect(stderr).toContain('would be one more than 20 of the account');
  });
});

describe('webhook set', () => {
  const OTHER = 'https://hooks.example.com/other';
  const COMPLETED = 'messaging.job.completed';

  it('changes address and events, and nothing else', async () => {
    const { secret: _, ...added } = await add('--batch');

    const events = ['--event', COMPLETED, '--event', `messaging.message.failed,${COMPLETED}`];
    const changed = await webhook('set', '--endpoint', added.id, '--url', OTHER, ...events);

    const eventTypes = [COMPLETED, 'messaging.message.failed'];
    expect(changed).toEqual({ ...added, url: OTHER, eventTypes });
    expect(await webhook('list')).toEqual([changed]);
  });

  it('keeps what is not named, and takes "all" for every type', async () => {
    const { id } = await add('--event', COMPLETED);

    expect(await webhook('set', '--endpoint', id, '--url', OTHER)).toMatchObject({
      ...{ url: OTHER, eventTypes: [COMPLETED] },
    });
    const all = await webhook('set', '--endpoint', id, '--event', 'all');
    expect(all).toMatchObject({ url: OTHER });
    expect(all).not.toHaveProperty('eventTypes');
  });

  it.each<[string[], string]>([
    [[], 'Nothing to change: give --url or --event.'],
    [['--event', 'all', '--event', COMPLETED], 'Give either --event all or the types.'],
    [['--event', 'messaging.message.sent'], 'Expected one of contacts.group.opted_in, '],
    [['--url', 'http://hooks.example.com/'], '/url must begin with https://'],
    [['--url', 'https://10.0.0.1/'], '/url does not lead to a public address'],
  ])('refuses %j and changes nothing', async (options, reason) => {
    const { secret: _, ...added } = await add();

    const { exitCode, stderr } = await run('set', '--endpoint', added.id, ...options);

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(await webhook('list')).toEqual([added]);
  });

  it('refuses an endpoint of another account, and an account that is closed', async () => {
    const { id } = await add();
    const other = await operator.createAccount();
    const answer = await operator.run('webhook', 'set', '--account', other, '--endpoint', id, '--url', OTHER);
    expect([answer.exitCode, answer.stderr]).toEqual([1, `The account has no endpoint ${id}.\n`]);

    await operator.json('account', 'close', '--account', accountId, '--yes');
    expect((await run('set', '--endpoint', id, '--url', OTHER)).exitCode).toBe(1);
    expect(await webhook('list')).toMatchObject([{ url: URL }]);
  });
});

describe('webhook rotate', () => {
  it('prints another secret and until when the old one is good', async () => {
    const { id, secret } = await add();

    const rotated = await webhook<Shown & { previousSecretValidUntil: string }>('rotate', '--endpoint', id);

    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const hours = (Date.parse(rotated.previousSecretValidUntil) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
  });
});

describe('webhook remove, disable, enable', () => {
  it('takes an endpoint away', async () => {
    const { id } = await add();

    expect(await run('remove', '--endpoint', id)).toEqual({
      exitCode: 0,
      stdout: `${id} is removed.\n`,
      stderr: '',
    });
    expect(await webhook('list')).toEqual([]);
    expect(await run('remove', '--endpoint', id)).toEqual(refused(`The account has no endpoint ${id}.\n`));
  });

  it('switches an endpoint off and on', async () => {
    const { id } = await add();

    const off = await webhook('disable', '--endpoint', id);
    const on = await webhook('enable', '--endpoint', id);

    expect(off).toMatchObject({ status: 'disabled', disabledReason: 'operator' });
    expect(on).toMatchObject({ status: 'enabled' });
    expect(on).not.toHaveProperty('disabledReason');
  });
});

describe('webhook failures and replay', () => {
  it('lists what was given up and sends it again', async () => {
    const { id } = await add();
    await webhook('disable', '--endpoint', id);
    const eventId = await miss();

    expect(await webhook('failures', '--endpoint', id)).toMatchObject([
      {
        endpointId: id,
        eventId,
        eventType: 'contacts.group.opted_in',
        status: 'failed',
        attempts: 0,
        lastError: 'The endpoint is disabled.',
        event: { id: eventId },
      },
    ]);
    expect(await run('replay', '--endpoint', id)).toEqual(
      refused(`${id} is disabled: nothing is sent there. See "webhook enable".\n`),
    );
    await webhook('enable', '--endpoint', id);
    expect(await webhook('replay', '--endpoint', id)).toEqual({ replayed: 1 });
    expect(await webhook('failures')).toEqual([]);
    expect(await findDelivery(operator.engine.table, { endpointId: id, eventId })).toMatchObject({
      status: 'pending',
    });
  });

  it('replays one event', async () => {
    const { id } = await add();
    await webhook('disable', '--endpoint', id);
    const [first] = [await miss(), await miss()];
    await webhook('enable', '--endpoint', id);

    expect(await webhook('replay', '--endpoint', id, '--event', first)).toEqual({ replayed: 1 });

    expect(await webhook<unknown[]>('failures')).toHaveLength(1);
    expect(await run('replay', '--endpoint', id, '--event', first)).toEqual(
      refused(`${first} is on its way to ${id} already.\n`),
    );
    expect(await run('replay', '--endpoint', id, '--event', 'evt_none')).toEqual(
      refused(`evt_none was not for ${id}, or is over 30 days old.\n`),
    );
  });

  it('refuses an event that goes to no endpoint at all', async () => {
    const replayEvent = (eventId: string) => run('replay', '--event', eventId);
    expect(await replayEvent('evt_none')).toEqual(refused('The account has no endpoints.\n'));
    const { id } = await add();
    await webhook('disable', '--endpoint', id);
    const missed = await miss();
    const nowhere = (eventId: string) =>
      refused(`${eventId} was for no enabled endpoint of the account, or is over 30 days old.\n`);

    expect(await replayEvent(missed)).toEqual(nowhere(missed));
    await webhook('enable', '--endpoint', id);
    expect(await replayEvent('evt_none')).toEqual(nowhere('evt_none'));
    expect(await webhook('replay', '--event', missed)).toEqual({ replayed: 1 });
    expect(await replayEvent(missed)).toEqual(refused(`${missed} is on its way already.\n`));
  });

  it('replays what was given up since a time', async () => {
    const { id } = await add();
    await webhook('disable', '--endpoint', id);
    await miss();
    await webhook('enable', '--endpoint', id);
    const later = new Date(Date.now() + 60_000).toISOString();

    expect(await webhook('replay', '--since', later)).toEqual({ replayed: 0 });
    expect(await webhook('replay', '--since', '2026-01-01')).toEqual({ replayed: 1 });
  });

  it.each(['yesterday', '2026-13-01', '12:00'])('refuses the time %s', async (time) => {
    const { exitCode, stderr } = await run('failures', '--since', time);

    expect(exitCode).toBe(1);
    expect(stderr).toContain('Expected a time such as 2026-03-01T12:00:00Z');
  });

  it('refuses an endpoint that does not exist', async () => {
    expect(await run('failures', '--endpoint', 'end_none')).toEqual(
      refused('The account has no endpoint end_none.\n'),
    );
  });
});
