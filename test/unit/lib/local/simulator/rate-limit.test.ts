import fc from 'fast-check';
import { createRateLimit } from '../../../../../lib/local/simulator/answers';

describe('createRateLimit', () => {
  it('lets as many through in a second as it is told, and again when the second is over', () => {
    const isWithinRate = createRateLimit(2);
    expect([0, 400, 500, 999, 1_000, 1_399, 1_400, 1_999, 2_000].map(isWithinRate)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('never lets more through in any second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
        (rate, gaps) => {
          const isWithinRate = createRateLimit(rate);
          let nowMs = 0;
          const passed = gaps.map((gap) => (nowMs += gap)).filter((time) => isWithinRate(time));
          return passed.every(
            (start) => passed.filter((t) => t >= start && t < start + 1_000).length <= rate,
          );
        },
      ),
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a rate of %d', (rate) => {
    expect(() => createRateLimit(rate)).toThrow(RangeError);
  });
});
