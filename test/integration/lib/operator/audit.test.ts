import { userInfo } from 'node:os';
import type { AuditEntry } from '../../../../shared/audit/audit-entry';
import { type OperatorFixture, startOperator } from './operator-fixture';

let operator: OperatorFixture;
let accountId: string;

beforeAll(async () => {
  operator = await startOperator();
});
beforeEach(async () => {
  accountId = (await operator.json<{ id: string }>('account', 'create', '--name', `Acme ${Math.random()}`))
    .id;
});
afterAll(() => operator.stop());

const list = (...options: string[]) =>
  operator.json<AuditEntry[]>('audit', 'list', '--account', accountId, ...options);
const BY_OPERATOR = {
  id: expect.stringMatching(/^aud_[0-9A-Z]{26}$/) as string,
  at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  actor: { type: 'operator', id: userInfo().username },
  door: 'cli',
  outcome: 'done',
};

describe('E6: the audit log of the command line', () => {
  it('has every command that changed something, newest first, and none that only looked', async () => {
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
      { ...BY_OPERATOR, action: 'key revoke', target: { type: 'apiKey', id: key.id } },
      { ...BY_OPERATOR, action: 'field create', target: { type: 'customField', id: 'Plan' } },
      { ...BY_OPERATOR, action: 'number set', target: { type: 'number', id: '+12065550100' } },
      { ...BY_OPERATOR, action: 'number add', target: { type: 'number', id: '+12065550100' } },
      { ...BY_OPERATOR, action: 'key create', target: { type: 'apiKey', id: key.id } },
      { ...BY_OPERATOR, action: 'account create', target: { type: 'account', id: accountId } },
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
