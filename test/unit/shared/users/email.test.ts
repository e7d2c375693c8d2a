import { parseEmail } from '../../../../shared/users/email';

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
