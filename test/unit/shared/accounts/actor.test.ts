import { areSame } from '../../../../shared/accounts/actor';

const operator = (id: string) => ({ kind: 'operator' as const, id });
const inRole = (role: string, session: string) =>
  operator(`arn:aws:sts::111122223333:assumed-role/${role}/${session}`);

describe('E4.7: who counts as one', () => {
  const ada = { kind: 'user' as const, id: 'usr_ada' };
  const eve = { kind: 'user' as const, id: 'usr_eve' };
  const keyOf = (createdBy: typeof ada) => ({ kind: 'apiKey' as const, id: 'key_1', createdBy });

  it.each([
    [ada, ada, true],
    [ada, eve, false],
    [ada, operator('usr_ada'), false],
    [keyOf(ada), ada, true],
    [ada, keyOf(ada), true],
    [keyOf(ada), { ...keyOf(ada), id: 'key_2' }, true],
    [keyOf(ada), eve, false],
    [{ kind: 'apiKey' as const, id: 'key_1' }, ada, false],
    [{ kind: 'apiKey' as const, id: 'key_1' }, { kind: 'apiKey' as const, id: 'key_1' }, true],
  ])('of %j and %j: %j', (one, other, expected) => {
    expect(areSame(one, other)).toBe(expected);
  });

  it('are a key and who gave it another secret, beside who made it', () => {
    const rotated = { ...keyOf(ada), knownTo: [eve] };
    expect([areSame(rotated, ada), areSame(rotated, eve), areSame(eve, rotated)]).toEqual([true, true, true]);
    expect(areSame(rotated, { kind: 'user', id: 'usr_other' })).toBe(false);
    expect(areSame({ kind: 'apiKey', id: 'key_1', knownTo: [eve] }, eve)).toBe(true);
  });

  it('are all sessions of a role, since who assumes it names them', () => {
    expect(areSame(inRole('Admin', 'ada'), inRole('Admin', 'eve'))).toBe(true);
    expect(areSame(inRole('Admin', 'ada'), inRole('Deploy', 'ada'))).toBe(false);
  });

  it('are not two users of IAM Identity Center, which names the sessions itself', () => {
    const role = 'AWSReservedSSO_Admin_0123456789abcdef';
    expect(areSame(inRole(role, 'ada@example.com'), inRole(role, 'eve@example.com'))).toBe(false);
    expect(areSame(inRole(role, 'ada@example.com'), inRole(role, 'ada@example.com'))).toBe(true);
  });

  it('are not two IAM users', () => {
    expect(
      areSame(operator('arn:aws:iam::111122223333:user/ada'), operator('arn:aws:iam::111122223333:user/eve')),
    ).toBe(false);
  });
});
