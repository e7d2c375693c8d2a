import { budgetFor, leftOf } from '../../../shared/accounts/country-budget';
import type { E164 } from '../../../shared/phone-numbers/e164';

const budgets = (countryBudgets: Record<string, number>) =>
  ({ countryBudgets }) as Parameters<typeof budgetFor>[0];
const of = (countryBudgets: Record<string, number>, to: string) =>
  budgetFor(budgets(countryBudgets), to as E164);

describe('rules E7: the budget of a text', () => {
  it('is that of the country of its number', () => {
    const both = { US: 10, CA: 5, GB: 0 };
    expect(of(both, '+12125550123')).toEqual({ country: 'US', most: 10 });
    expect(of(both, '+14165550123')).toEqual({ country: 'CA', most: 5 });
    expect(of(both, '+447400123456')).toEqual({ country: 'GB', most: 0 });
  });

  it('is absent for a country without one', () => {
    expect(of({}, '+12125550123')).toBeUndefined();
    expect(of({ US: 10 }, '+14165550123')).toBeUndefined();
    expect(of({ US: 10 }, '+4915112345678')).toBeUndefined();
  });

  it('is the first of the calling code for a number that tells no country', () => {
    expect(of({ GB: 1, US: 10, CA: 5 }, '+15555550123')).toEqual({ country: 'US', most: 10 });
    expect(of({ GB: 1 }, '+15555550123')).toBeUndefined();
  });

  it('has left what was not counted, and never less than nothing', () => {
    const item = (texts: number) => ({ pk: 'QUOTA#acc_1#2026-03-01', sk: 'COUNTRY#US', texts });
    const budget = { country: 'US' as const, most: 10 };
    expect(leftOf(budget, undefined)).toBe(10);
    expect(leftOf(budget, item(9))).toBe(1);
    expect(leftOf(budget, item(10))).toBe(0);
    expect(leftOf(budget, item(12))).toBe(0);
  });
});
