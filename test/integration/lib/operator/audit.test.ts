import { userInfo } from 'node:os';
import { createApiKey } from '../../../../shared/accounts/api-keys';
import { SCOPES } from '../../../../shared/accounts/scopes';
import type { AuditEntry } from '../../../../shared/audit/audit-entry';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;
let name: string;

beforeEach(async () => {
  name = `Acme ${Math.random()}`;
  accountId = (await operator.json<{ id: string }>('account', 'create', '--name', name)).id;
});

const list = (...options: string[]) =>
  operator.json<AuditEntry[]>('audit', 'list', '--account', accountId, ...options);
const BY_OPERATOR = {
  id: expect.stringMatching(/^aud_[0-9A-Z]{26}$/) as string,
  at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  actor: { type: 'operator', id: userInfo().username },
  channel: 'cli',
  outcome: 'done',
};
/** Returns the entry of the account itself. */
const created = () => ({
  ...{ ...BY_OPERATOR, action: 'account create', target: { type: 'account', id: accountId } },
  changes: [{ what: 'name', to: name }],
});

describe('E6: the audit log of the command line', () => {
  it('has every command that changes something, newest first, and none that only looks', async () => {
    const account = ['--account', accountId];
    const key = await operator.json<{ id: string }>('key', 'create', ...account);
    await operator.json('key', 'list', ...account);
    await operator.json('number', 'add', ...account, '--number', '+12065550100');
    await operator.json('number', 'set', ...account, '--number', '+12065550100', '--status', 'Inactive');
    await operator.json('field', 'create', ...account, '--label', 'Plan', '--type', 'TEXT');
    await operator.json('key', 'revoke', ...account, '--key', key.id);
    await operator.json('account', 'show', ...account);
    await operator.run('key', 'revoke', ...account, '--key', 'key_unknown');

    expect(await list()).toEqual([
      {
        ...{ ...BY_OPERATOR, action: 'key revoke', outcome: 'incomplete' },
        target: { type: 'apiKey', id: 'key_unknown' },
      },
      { ...BY_OPERATOR, action: 'key revoke', target: { type: 'apiKey', id: key.id } },
      { ...BY_OPERATOR, action: 'field create', target: { type: 'customField', id: 'Plan' } },
      {
        ...{ ...BY_OPERATOR, action: 'number set', target: { type: 'number', id: '+12065550100' } },
        changes: [{ what: 'status', from: 'Active', to: 'Inactive' }],
      },
      {
        ...{ ...BY_OPERATOR, action: 'number add', target: { type: 'number', id: '+12065550100' } },
        changes: [{ what: 'status', to: 'Active' }],
      },
      {
        ...{ ...BY_OPERATOR, action: 'key create', target: { type: 'apiKey', id: key.id } },
        changes: [{ what: 'scopes', to: SCOPES.join(' ') }],
      },
      created(),
    ]);
  });

  it('has the roles that a user of an account had and got, and the keys that ended with the user', async () => {
    const [account, email] = [
      ['--account', accountId],
      ['--email', 'ada@example.com'],
    ];
    const { id } = await operator.json<{ id: string }>(
      ...['user', 'invite', ...account, ...email, '--role', 'viewer'],
    );
    await operator.json('user', 'role', ...account, ...email, '--role', 'editor');
    const deps = { table: operator.engine.table, clock: systemClock, ids: createIds(systemClock) };
    const made = await createApiKey(deps, accountId, { createdBy: { kind: 'user', id } });
    await operator.json('user', 'remove', ...account, ...email);
    const about = { target: { type: 'user', id }, related: 'ada@example.com' };
    expect(await list('--target', id)).toEqual([
      {
        ...{ ...BY_OPERATOR, ...about, action: 'user remove' },
        changes: [
          { what: 'role', from: 'editor' },
          { from: made?.key.id, to: 'revoked' },
        ],
      },
      {
        ...BY_OPERATOR,
        ...about,
        action: 'user role',
        changes: [{ what: 'role', from: 'viewer', to: 'editor' }],
      },
      { ...BY_OPERATOR, ...about, action: 'user invite', changes: [{ what: 'role', to: 'viewer' }] },
    ]);
  });

  it('names no phone number of a person', async () => {
    await operator.json(
      ...['contact', 'opt-out', '--account', accountId, '--phone', '+12065550123', '--source', 'kiosk'],
    );
    const [entry] = await list('--limit', '1');
    expect(entry).toEqual({ ...BY_OPERATOR, action: 'contact opt-out' });
    expect(await list('--target', '+12065550123')).toEqual([]);
  });

  it('is filtered by actor, action, target and time, to the very millisecond', async () => {
    const { id } = await operator.json<{ id: string }>('key', 'create', '--account', accountId);
    const [made, created] = await list();
    expect(await list('--action', 'key create')).toEqual([made]);
    expect(await list('--target', id)).toEqual([made]);
    expect(await list('--actor', 'operator')).toEqual([made, created]);
    expect(await list('--actor', id)).toEqual([]);
    const madeAt = made?.at ?? '';
    const justAfter = new Date(Date.parse(madeAt) + 1).toISOString();
    expect(await list('--from', madeAt)).toEqual([made]);
    expect(await list('--from', justAfter)).toEqual([]);
    expect(await list('--to', madeAt)).toEqual([made, created]);
    expect(await list('--to', new Date(Date.parse(created?.at ?? '') - 1).toISOString())).toEqual([]);
  });

  it('goes on beyond a page', async () => {
    for (let index = 0; index < 3; index++) await operator.json('key', 'create', '--account', accountId);
    expect((await list('--limit', '2')).length).toBe(2);
    expect((await list('--limit', '4')).map(({ action }) => action)).toEqual([
      'key create',
      'key create',
      'key create',
      'account create',
    ]);
  });
});

describe('E6: the audit log of the service', () => {
  const listAbove = (...options: string[]) => operator.json<AuditEntry[]>('audit', 'list', ...options);

  it('has what is above accounts, which no account has in its own log', async () => {
    const email = 'grace@example.com';
    const { id } = await operator.json<{ id: string }>('user', 'invite', '--email', email, '--operator');
    await operator.json('user', 'sign-out', '--email', email);
    const role = ['--account', accountId, '--role', 'viewer'];
    await operator.json('user', 'invite', '--email', email, ...role);
    await operator.json('user', 'remove', '--email', email);
    const about = { target: { type: 'user', id }, related: email };
    expect(await listAbove('--target', id)).toEqual([
      {
        ...{ ...BY_OPERATOR, ...about, action: 'user remove' },
        changes: [
          { what: 'role', from: 'operator' },
          { what: 'role', from: `viewer of ${accountId}` },
        ],
      },
      { ...BY_OPERATOR, ...about, action: 'user sign-out' },
      { ...BY_OPERATOR, ...about, action: 'user invite', changes: [{ what: 'role', to: 'operator' }] },
    ]);
    expect(await list('--target', id)).toEqual([
      { ...BY_OPERATOR, ...about, action: 'user remove', changes: [{ what: 'role', from: 'viewer' }] },
      { ...BY_OPERATOR, ...about, action: 'user invite', changes: [{ what: 'role', to: 'viewer' }] },
    ]);
  });

  it('has which accounts there are, as the log of the account has it', async () => {
    await operator.json('account', 'close', '--account', accountId, '--yes');
    const expected = [
      { ...BY_OPERATOR, action: 'account close', target: { type: 'account', id: accountId } },
      created(),
    ];
    expect(await listAbove('--target', accountId)).toEqual(expected);
    expect(await list()).toEqual(expected);
  });

  it('names the queue of a command, and is filtered like the log of an account', async () => {
    expect((await operator.run('dlq', 'redrive', '--queue', 'chunk')).exitCode).toBe(1);
    const [entry] = await listAbove('--limit', '1');
    const { id, at } = entry ?? { id: '', at: '' };
    const refused = { ...BY_OPERATOR, action: 'dlq redrive', outcome: 'incomplete' };
    expect(entry).toEqual({ ...refused, target: { type: 'queue', id: 'chunk' } });
    expect(await listAbove('--action', 'dlq redrive')).toEqual([entry]);
    expect(await listAbove('--target', 'chunk')).toEqual([entry]);
    expect(await listAbove('--from', at, '--actor', 'operator')).toEqual([entry]);
    expect(
      (await listAbove('--to', new Date(Date.parse(at) - 1).toISOString())).map((one) => one.id),
    ).not.toContain(id);
  });

  it('keeps an entry for 400 days', async () => {
    await operator.run('dlq', 'redrive');
    const items = (await operator.scan()).filter(({ pk }) => pk === 'SERVICEAUDIT');
    expect(items.length).toBeGreaterThan(0);
    for (const { at, expiresAtEpochSeconds } of items) {
      const keptMs = Number(expiresAtEpochSeconds) * 1000 - Date.parse(String(at));
      expect(Math.round(keptMs / (24 * 60 * 60 * 1000))).toBe(400);
    }
  });
});
