import { jumpLimit, limitedCountry } from '../../../shared/budgets/country-limit';
import { leftOf } from '../../../shared/budgets/take-texts';
import type { E164 } from '../../../shared/phone-numbers/e164';

const of = (countryBudgets: Record<string, number>, to: string, countryJumpStop = false) =>
  limitedCountry({ countryBudgets, countryJumpStop }, to as E164);

describe('rules E7: the country as which a text is counted', () => {
  it('is that of the number, when it has a budget', () => {
    const budgets = { US: 10, CA: 5, GB: 0 };
    expect(of(budgets, '+12125550123')).toBe('US');
    expect(of(budgets, '+14165550123')).toBe('CA');
    expect(of(budgets, '+447400123456')).toBe('GB');
    expect(of({ US: 10 }, '+14165550123')).toBeUndefined();
    expect(of({}, '+12125550123')).toBeUndefined();
  });

  it('is every country while jumps are looked for', () => {
    expect(of({}, '+12125550123', true)).toBe('US');
    expect(of({ US: 10 }, '+4915112345678', true)).toBe('DE');
  });

  it('is the first budget of the calling code for a number that tells no country, else ZZ', () => {
    expect(of({ GB: 1, US: 10, CA: 5 }, '+15555550123')).toBe('CA');
    expect(of({ US: 10 }, '+15555550123')).toBe('US');
    expect(of({ GB: 1 }, '+15555550123')).toBeUndefined();
    expect(of({ GB: 1 }, '+15555550123', true)).toBe('ZZ');
    expect(of({}, '+8823456789012', true)).toBe('ZZ');
  });
});

describe('rules E7: what is no jump', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  it('is ten times the daily average of the seven days before', () => {
    expect(jumpLimit({ texts: 700, accountAgeMs: 30 * DAY_MS })).toBe(1_000);
    expect(jumpLimit({ texts: 701, accountAgeMs: 7 * DAY_MS })).toBe(1_002);
  });

  it('is never below 200', () => {
    expect(jumpLimit({ texts: 0, accountAgeMs: 30 * DAY_MS })).toBe(200);
    expect(jumpLimit({ texts: 140, accountAgeMs: 30 * DAY_MS })).toBe(200);
    expect(jumpLimit({ texts: 141, accountAgeMs: 30 * DAY_MS })).toBe(202);
  });

  it('takes the days that a younger account has, and at least one', () => {
    expect(jumpLimit({ texts: 700, accountAgeMs: 2 * DAY_MS })).toBe(3_500);
    expect(jumpLimit({ texts: 700, accountAgeMs: 2 * DAY_MS - 1 })).toBe(7_000);
    expect(jumpLimit({ texts: 700, accountAgeMs: 0 })).toBe(7_000);
  });
});

it('a limit has left what was not counted, and never less than nothing', () => {
  const counter = (texts: number) => ({ pk: 'QUOTA#acc_1#2026-03-01', sk: 'COUNTRY#US', texts });
  expect(leftOf({ most: 10 }, undefined)).toBe(10);
  expect(leftOf({ most: 10 }, counter(9))).toBe(1);
  expect(leftOf({ most: 10 }, counter(10))).toBe(0);
  expect(leftOf({ most: 10 }, counter(12))).toBe(0);
});
