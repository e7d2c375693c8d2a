import { formatBenchRow, verdictOf } from '../../bench/bench-row';

describe('a figure beyond its limit', () => {
  const row = { name: 'single send', measured: 15, unit: 'WRU', limit: 12 };
  const known = { because: 'texts are found by their phone', upTo: 15.5 };

  it('is missed', () => {
    expect(verdictOf(row)).toBe('missed');
    expect(formatBenchRow(row)).toBe('single send: 15.0 WRU, limit 12 WRU: MISSED');
  });

  it('is known with a reason, and says it', () => {
    expect(verdictOf({ ...row, known })).toBe('known');
    expect(formatBenchRow({ ...row, known })).toBe(
      'single send: 15.0 WRU, limit 12 WRU: MISSED, as is known: texts are found by their phone',
    );
  });

  it('is missed again when it has grown', () => {
    expect(verdictOf({ ...row, known, measured: 15.6 })).toBe('missed');
  });

  it('has neither with a figure within the limit, or without a limit', () => {
    expect(verdictOf({ ...row, known, measured: 12 })).toBe('met');
    expect(verdictOf({ name: 'reads', measured: 8, unit: 'RRU' })).toBeUndefined();
  });
});
