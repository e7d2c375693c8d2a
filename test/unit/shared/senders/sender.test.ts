import { memberText, parseMember } from '../../../../shared/senders/sender';

describe('a member of a sender', () => {
  it.each([
    ['+12065550100', { identity: '+12065550100', countries: undefined }],
    ['12345', { identity: '12345', countries: undefined }],
    ['pool:pool-0a1B_2', { identity: 'pool:pool-0a1B_2', countries: undefined }],
    ['id:ACME', { identity: 'id:ACME', countries: undefined }],
    ['id:ABCDEFGHIJK', { identity: 'id:ABCDEFGHIJK', countries: undefined }],
    ['+12065550100=US,CA', { identity: '+12065550100', countries: ['CA', 'US'] }],
    ['id:1A=de, DE', { identity: 'id:1A', countries: ['DE'] }],
  ])('is read from %s', (raw, member) => {
    expect(parseMember(raw)).toEqual(member);
  });

  it.each([
    '',
    '12',
    '+1',
    'pool:',
    'id:',
    'id:123',
    'id:ABCDEFGHIJKL',
    'id:A-B',
    'pool:a b',
    '12345=',
    '12345=XX',
    '12345=US=CA',
    'snd_1',
  ])('is not %j', (raw) => {
    expect(parseMember(raw)).toBeUndefined();
  });

  it('is written as it is read', () => {
    expect(memberText({ identity: '12345', countries: ['CA', 'US'] })).toBe('12345=CA,US');
    expect(memberText({ identity: 'pool:a', countries: undefined })).toBe('pool:a');
  });
});
