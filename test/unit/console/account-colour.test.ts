import { accountColour, initialsOf } from '../../../console/src/theme/account-colour';
import { ACCOUNT_COLOURS } from '../../../console/src/theme/palette';

describe('the colour of an account', () => {
  it('stays the same', () => {
    expect([
      accountColour('acc_01M70S623DG79Q44H74GPM5N37'),
      accountColour('acc_01M70S623DG79Q44H74GPM5N38'),
      accountColour(''),
    ]).toEqual(['#76590a', '#4d5a66', '#0b6a72']);
  });

  it('is each of the palette for some accounts', () => {
    const found = Array.from({ length: 200 }, (_, index) => accountColour(`acc_${index}`));
    expect(new Set(found)).toEqual(new Set(ACCOUNT_COLOURS));
  });
});

describe('the initials of a name', () => {
  it.each([
    ['Northwind Coffee', 'NC'],
    ['northwind coffee of Seattle', 'NC'],
    ['Demo', 'DE'],
    ['x', 'X'],
    ['Émile & Söhne', 'ÉS'],
    ['𝒜 b', '𝒜B'],
    ['olga@demo.example', 'OD'],
    ['  ', '?'],
    ['', '?'],
  ])('of “%s” are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
