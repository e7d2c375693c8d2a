import { selectionLeadMs } from '../../../../shared/campaigns/run/internal/selection-lead';

const HOUR_MS = 3_600_000;

describe('rules E4.1: how long before its time a campaign selects', () => {
  it.each([
    ['nothing', 0, 0],
    ['one recipient fewer than 50,000', 49_999, 0],
    ['50,000 recipients', 50_000, 180_000],
    ['a million', 1_000_000, HOUR_MS],
    ['five million', 5_000_000, 5 * HOUR_MS],
    ['24 million', 24_000_000, 24 * HOUR_MS],
    ['more than 24 million', 24_000_001, 24 * HOUR_MS],
  ])('for %s', (_title, recipients, leadMs) => {
    expect(selectionLeadMs(recipients)).toBe(leadMs);
  });
});
