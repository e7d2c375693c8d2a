import { signInCommandFor } from '../../../shared/users/cognito-user';
import { parseEmail } from '../../../shared/users/email';
import { hasSecondFactor } from '../../../shared/users/second-factor';

describe('email', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada.Lovelace+x@Example.CO.UK ', 'ada.lovelace+x@example.co.uk'],
    ['jürgen@müller.example', 'jürgen@müller.example'],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('takes %s', (raw, email) => {
    expect(parseEmail(raw)).toBe(email);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'a b@example.com',
    'ada@example..com',
    'Ada <ada@example.com>',
    'a@b@example.com',
    `${'a'.repeat(243)}@example.com`,
    // The Kelvin sign, whose lower case is a k.
    'jac\u212a@example.com',
    'ada@ban\u212a.example',
  ])('refuses %j', (raw) => {
    expect(parseEmail(raw)).toBeUndefined();
  });
});

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

describe('cognito user', () => {
  const POOL = 'us-east-1_AbCdEf';

  it('makes a user of the pool whose address is verified', () => {
    expect(signInCommandFor({ email: 'ada+1@example.com' }, POOL)).toBe(
      'aws cognito-idp admin-create-user --user-pool-id us-east-1_AbCdEf --username ada+1@example.com ' +
        '--user-attributes Name=email,Value=ada+1@example.com Name=email_verified,Value=true',
    );
  });

  it('is none for a user of another issuer, and for one who has signed in', () => {
    expect(signInCommandFor({ email: 'ada@example.com' }, undefined)).toBeUndefined();
    const identity = { issuer: 'https://cognito.example.com', subject: 'ada' };
    expect(signInCommandFor({ email: 'ada@example.com', identity }, POOL)).toBeUndefined();
  });

  it('has nothing in an address run by a shell', () => {
    expect(signInCommandFor({ email: 'ada`id`$x@example.com' }, POOL)).toBe(
      "aws cognito-idp admin-create-user --user-pool-id us-east-1_AbCdEf --username 'ada`id`$x@example.com' " +
        "--user-attributes Name=email,Value='ada`id`$x@example.com' Name=email_verified,Value=true",
    );
    expect(signInCommandFor({ email: "o'ada@example.com" }, POOL)).toContain(
      String.raw`--username 'o'\''ada@example.com' `,
    );
  });
});
