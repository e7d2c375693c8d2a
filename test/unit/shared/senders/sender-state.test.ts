import { type MemberUse, useOfMember, useOfSender } from '../../../../shared/senders/sender-state';

const ITEM = { pk: 'ACCOUNT#acc_1', sk: 'NUMBER#+12065550100' };
const SINCE = '2026-03-01T12:00:00.000Z';
const MEMBER = { identity: '+12065550100', items: [ITEM], isSenderActive: true, hold: undefined };
const pausedBy = (scope: 'service' | 'account' | 'number') => ({
  hold: { scope, reason: 'paused' as const, since: SINCE },
});

describe('the use of a member', () => {
  it.each<[string, object, MemberUse]>([
    ['that is Active', {}, 'ready'],
    ['that is paused itself', pausedBy('number'), 'paused'],
    ['of a paused account', pausedBy('account'), 'paused'],
    ['while all sending is paused', pausedBy('service'), 'paused'],
    [
      'of which the provider takes none',
      { hold: { scope: 'number', reason: 'provider', since: SINCE } },
      'held',
    ],
    [
      'that is Inactive, also when it is paused',
      { isSenderActive: false, ...pausedBy('number') },
      'inactive',
    ],
    ['that the account does not have', { items: [undefined], isSenderActive: false }, 'removed'],
    ['that is a pool', { identity: 'pool:pool-1', items: [undefined] }, 'ready'],
    ['that is a sender id of a closed account', { identity: 'id:ACME', isSenderActive: false }, 'inactive'],
  ])('%s', (_, changed, expected) => {
    expect(useOfMember({ ...MEMBER, ...changed })).toBe(expected);
  });
});

describe('the use of a sender', () => {
  it.each<[MemberUse[], string]>([
    [['removed', 'ready', 'held'], 'ready'],
    [['inactive', 'paused'], 'waiting'],
    [['held'], 'waiting'],
    [['inactive', 'removed'], 'unusable'],
    [[], 'unusable'],
  ])('with members that are %j is %s', (members, expected) => {
    expect(useOfSender(members)).toBe(expected);
  });
});
