import { hasSecondFactor } from '../../../../shared/users/second-factor';

describe('E6: a second factor', () => {
  it.each([
    [['mfa']],
    [['pwd', 'mfa']],
    [['pwd', 'otp']],
    [['pwd', 'sms']],
    [['hwk', 'pin']],
    [['face', 'swk']],
    [['fpt', 'pwd']],
    [['pwd', 'geo', 'hwk']],
  ])('is shown by %j', (amr) => {
    expect(hasSecondFactor(amr)).toBe(true);
  });

  it.each([
    [undefined],
    [null],
    [[]],
    [['pwd']],
    [['otp']],
    [['hwk']],
    [['fpt']],
    // Two methods of one kind.
    [['pwd', 'pin']],
    [['otp', 'sms']],
    // They prove no factor, but name the place, the channels, or another login.
    [['pwd', 'geo', 'rba', 'mca', 'wia', 'user']],
    [['pwd', 'MFA']],
    [['pwd', ['otp']]],
    ['mfa'],
    ['pwd otp'],
    [{ 0: 'mfa', length: 1 }],
  ])('is not shown by %j', (amr) => {
    expect(hasSecondFactor(amr)).toBe(false);
  });
});
