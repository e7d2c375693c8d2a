import { userInfo } from 'node:os';
import { isKeyOpenedBy, readApiKey } from '../../../../shared/accounts/api-keys';
import { SCOPES } from '../../../../shared/accounts/scopes';
import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;

beforeEach(async () => {
  accountId = await operator.createAccount();
});

interface CreatedKey {
  id: string;
  accountId: string;
  secret: string;
  createdAt: string;
}

const createKey = () => operator.json<CreatedKey>('key', 'create', '--account', accountId);

async function isOpenedBy(keyId: string, secret: string): Promise<boolean> {
  const item = await operator.engine.table.get({ pk: `KEY#${keyId}`, sk: 'KEY' });
  return isKeyOpenedBy(item && readApiKey(item), secret, new Date());
}

describe('key create', () => {
  it('prints id and secret of a key that works', async () => {
    const created = await createKey();

    expect(created).toEqual({
      createdBy: { kind: 'operator', id: userInfo().username },
      id: expect.stringMatching(/^key_[0-9A-Z]{26}$/) as string,
      accountId,
      secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      scopes: SCOPES,
      createdAt: created.createdAt,
    });
    expect(await isOpenedBy(created.id, created.secret)).toBe(true);
  });

  it('stores the secret nowhere', async () => {
    const { secret } = await createKey();

    const stored = JSON.stringify(await operator.scan());

    expect(stored).toContain(accountId);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('base64'));
    expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  });

  it('tells people that the secret is shown once', async () => {
    const { stdout } = await operator.run('key', 'create', '--account', accountId);

    expect(stdout).toMatch(/│ secret +│ [\w-]{43} │/);
    expect(stdout).toContain('The secret is not stored and cannot be shown again: keep it now.\n');
  });
});

describe('key create --name', () => {
  it('names the key for people, in the list too', async () => {
    const create = ['key', 'create', '--account', accountId, '--name', 'Web shop'];
    const { secret: _secret, ...named } = await operator.json<CreatedKey & { name: string }>(...create);

    expect(named.name).toBe('Web shop');
    expect(await operator.json('key', 'list', '--account', accountId)).toEqual([named]);
    expect((await operator.run('key', 'list', '--account', accountId)).stdout).toContain('Web shop');
  });

  it.each(['', 'n'.repeat(101)])('refuses a name of no or too many characters', async (name) => {
    const { exitCode } = await operator.run('key', 'create', '--account', accountId, '--name', name);

    expect(exitCode).not.toBe(0);
    expect(await operator.json('key', 'list', '--account', accountId)).toEqual([]);
  });
});

describe('key list', () => {
  it('lists keys without their secrets, oldest first', async () => {
    const { secret: _first, ...first } = await createKey();
    const { secret: _second, ...second } = await createKey();

    expect(await operator.json('key', 'list', '--account', accountId)).toEqual([first, second]);
  });

  it('says when there are none', async () => {
    expect(await operator.run('key', 'list', '--account', accountId)).toEqual({
      exitCode: 0,
      stdout: 'The account has no API keys.\n',
      stderr: '',
    });
  });
});

describe('key revoke', () => {
  it('shuts the key at once and keeps it in the list', async () => {
    const { secret, ...key } = await createKey();

    const revoked = await operator.json<{ revokedAt: string }>(
      ...['key', 'revoke', '--account', accountId, '--key', key.id],
    );

    expect(revoked).toEqual({ ...key, revokedAt: expect.stringMatching(/Z$/) as string });
    expect(await isOpenedBy(key.id, secret)).toBe(false);
    expect(await operator.json('key', 'list', '--account', accountId)).toEqual([revoked]);
  });

  it('keeps the first time when repeated', async () => {
    const { id } = await createKey();
    const first = await operator.json('key', 'revoke', '--account', accountId, '--key', id);

    expect(await operator.json('key', 'revoke', '--account', accountId, '--key', id)).toEqual(first);
  });

  it("refuses another account's key and leaves it open", async () => {
    const { id, secret } = await createKey();
    const other = await operator.json<{ id: string }>('account', 'create', '--name', 'Other');

    expect(await operator.run('key', 'revoke', '--account', other.id, '--key', id)).toEqual(
      refused(`The account has no API key ${id}.\n`),
    );
    expect(await isOpenedBy(id, secret)).toBe(true);
  });
});
