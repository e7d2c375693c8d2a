import { isSkipReason, isUnclear } from '../../../console/src/recipients/reasons';
import { SKIP_REASONS } from '../../../shared/sending/jobs/results/result';

describe('a text that the API answers as failed', () => {
  it.each(SKIP_REASONS)('was skipped for %s', (reason) => {
    expect(isSkipReason(reason)).toBe(true);
    expect(isUnclear(reason)).toBe(false);
  });

  it.each(['invalid_number', 'provider_unavailable', undefined])('failed for %s', (reason) => {
    expect(isSkipReason(reason)).toBe(false);
    expect(isUnclear(reason)).toBe(false);
  });

  it('has no known outcome', () => {
    expect(isUnclear('outcome_unknown')).toBe(true);
    expect(isSkipReason('outcome_unknown')).toBe(false);
  });
});
