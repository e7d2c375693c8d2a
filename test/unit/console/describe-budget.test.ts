import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/screens/usage/describe-usage'));
const figures = (price: number) => ({ texts: 1, parts: 1, credits: { sms: 2, mms: 0 }, price });

describe('the budget of a month', () => {
  it('is not described without one', async () => {
    const { describeBudget } = await load();
    expect(describeBudget({ total: figures(500) })).toBeUndefined();
  });

  it.each([
    [100, 150, 'success', '20% of the budget of $500.00 are spent'],
    [100, 501, 'warning', '20% of the budget of $500.00 are spent. The forecast is above it'],
    [400, 450, 'warning', '80% of the budget of $500.00 are spent'],
    [500, 600, 'error', '100% of the budget of $500.00 are spent'],
  ])('with %d spent and %d foreseen, a %s: %s', async (spent, foreseen, type, text) => {
    const { describeBudget } = await load();
    const forecast = { basedOnDays: 3, ...figures(foreseen) };
    expect(describeBudget({ budget: 500, total: figures(spent), forecast })).toEqual({ type, text });
  });

  it('has no forecast on the first day', async () => {
    const { describeBudget } = await load();
    expect(describeBudget({ budget: 500, total: figures(1) })).toMatchObject({ type: 'success' });
  });
});
