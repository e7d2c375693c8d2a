import {
  type FaultInForce,
  type FaultSwitch,
  findFault,
  switchFault,
} from '../../../../../lib/local/simulator/provider-faults';
import { type E164, parseE164 } from '../../../../../shared/phone-numbers/e164';

const [A, B, C] = ['+15555550100', '+15555550101', '+15555550102'].map(
  (number) => parseE164(number) as E164,
) as [E164, E164, E164];

const after = (...changes: Array<Omit<FaultSwitch, 'share'> & { share?: number }>) =>
  changes.reduce<FaultInForce[]>((faults, change) => switchFault(faults, { share: 1, ...change }), []);

describe('switchFault', () => {
  it('replaces every fault with that of all numbers', () => {
    expect(
      after(
        { fault: 'throttled', numbers: [A] },
        { fault: 'spend_limit' },
        { fault: 'unavailable', share: 0.5 },
      ),
    ).toEqual([{ fault: 'unavailable', share: 0.5 }]);
  });

  it('replaces the faults of the named numbers only', () => {
    expect(
      after(
        { fault: 'unavailable', numbers: [A, B, A], share: 0.5 },
        { fault: 'throttled', numbers: [B, C] },
        { fault: 'lost_answers', numbers: [C] },
      ),
    ).toEqual([
      { fault: 'unavailable', numbers: [A], share: 0.5 },
      { fault: 'throttled', numbers: [B], share: 1 },
      { fault: 'lost_answers', numbers: [C], share: 1 },
    ]);
  });

  it('drops a fault whose numbers all have another one', () => {
    expect(after({ fault: 'unavailable', numbers: [A] }, { fault: 'throttled', numbers: [B, A] })).toEqual([
      { fault: 'throttled', numbers: [B, A], share: 1 },
    ]);
  });

  it('ends the faults of the named numbers', () => {
    expect(
      after({ fault: 'unavailable', numbers: [A, B] }, { fault: 'none', numbers: [A, C], share: 0.5 }),
    ).toEqual([{ fault: 'unavailable', numbers: [B], share: 1 }]);
  });

  it('exempts the named numbers from the fault of all', () => {
    expect(after({ fault: 'unavailable' }, { fault: 'none', numbers: [A], share: 0.5 })).toEqual([
      { fault: 'unavailable', share: 1 },
      { fault: 'none', numbers: [A], share: 1 },
    ]);
  });

  it('ends all faults without numbers', () => {
    expect(after({ fault: 'unavailable' }, { fault: 'throttled', numbers: [A] }, { fault: 'none' })).toEqual(
      [],
    );
  });
});

describe('findFault', () => {
  const faults = after(
    { fault: 'unavailable', share: 0.5 },
    { fault: 'throttled', numbers: [A] },
    { fault: 'none', numbers: [B] },
  );

  it.each([
    [A, 'throttled', 1],
    [B, 'none', 1],
    [C, 'unavailable', 0.5],
  ])('of %s is %s', (number, fault, share) => {
    expect(findFault(faults, number)).toMatchObject({ fault, share });
  });

  it('is none without faults', () => {
    expect(findFault([], A)).toEqual({ fault: 'none', share: 1 });
  });
});
