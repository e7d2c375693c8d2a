import { turnEndMs } from '../../../../../../shared/sending/jobs/process/chunk-turn';

const MINUTE_MS = Date.parse('2026-03-01T12:00:00.000Z');
const endOf = (seconds: number, chunk: number) =>
  (turnEndMs({ nowMs: MINUTE_MS + 1_000 * seconds, chunk }) - MINUTE_MS) / 1_000;

describe('the turn of a worker with a paced chunk', () => {
  it.each([
    [0, 30],
    [1, 30],
    [25, 30],
    [25.001, 60],
    [29, 60],
    [30, 60],
  ])('that begins at second %d ends at second %d of the clock', (from, to) => {
    expect(endOf(from, 2)).toBe(to);
  });

  it('ends at another time than that of the chunk beside it', () => {
    expect([endOf(0, 1), endOf(0, 2), endOf(0, 3), endOf(0, 4)]).toEqual([15, 30, 15, 30]);
  });

  it('lasts from five to thirty-five seconds', () => {
    const lengths = Array.from({ length: 3_000 }, (_, index) => endOf(index / 10, index % 5) - index / 10);
    expect(Math.min(...lengths)).toBeCloseTo(5);
    expect(Math.max(...lengths)).toBeLessThan(35);
  });
});
