import { signInCommandFor } from '../../../../shared/users/cognito-user';

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
