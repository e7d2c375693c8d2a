import fc from 'fast-check';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { chooseMember, rankMembers } from '../../../../shared/senders/choose-member';

const phoneOf = (digits: number) => `+1206${String(digits).padStart(7, '0')}` as E164;
const PHONES = Array.from({ length: 20_000 }, (_, index) => phoneOf(2_000_000 + index));
const member = (identity: string, ratePerSecond?: number) => ({ identity, ratePerSecond });
const members = fc.uniqueArray(
  fc.record({
    identity: fc.integer({ min: 0, max: 9_999_999 }).map(phoneOf),
    ratePerSecond: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 20, selector: ({ identity }) => identity },
);
const phone = fc.integer({ min: 0, max: 9_999_999 }).map(phoneOf);

describe('the member of a sender that sends to a recipient', () => {
  it('is the same whatever the order of the members', () => {
    fc.assert(
      fc.property(members, phone, (all, to) => {
        expect(chooseMember([...all].reverse(), to)).toBe(chooseMember(all, to));
      }),
    );
  });

  it('stays when another member is removed, and moves to the next in line when it is removed itself', () => {
    fc.assert(
      fc.property(members, phone, fc.nat(), (all, to, index) => {
        const removed = all[index % all.length];
        const rest = all.filter((one) => one !== removed);
        const [first, second] = rankMembers(all, to);
        expect(chooseMember(rest, to)).toBe(first === removed ? second : first);
      }),
    );
  });

  it('stays when a member is added, unless the new one is chosen', () => {
    fc.assert(
      fc.property(members, phone, (all, to) => {
        const [added, ...before] = all;
        expect([added, chooseMember(before, to)]).toContain(chooseMember(all, to));
      }),
    );
  });

  it.each([
    { of: [member('+12065550101', 3), member('+12065550102', 3), member('+12065550103', 3)] },
    { of: [member('+12065550101', 1), member('12345', 100), member('+18005550100', 3)] },
    { of: [member('pool:pool-1'), member('id:ACME'), member('+12065550101', 60)] },
  ])('is each member as often as its rate says: $of', ({ of }) => {
    const weights = of.map(({ ratePerSecond = 20 }) => ratePerSecond);
    const sum = weights.reduce((a, b) => a + b, 0);
    const chosen = PHONES.map((to) => chooseMember(of, to)?.identity);
    for (const [index, { identity }] of of.entries()) {
      const expected = (weights[index] ?? 0) / sum;
      const deviation = Math.sqrt((expected * (1 - expected)) / PHONES.length);
      const share = chosen.filter((one) => one === identity).length / PHONES.length;
      expect(Math.abs(share - expected)).toBeLessThan(5 * deviation);
    }
  });

  it('serves the country of the recipient', () => {
    const of = [
      { identity: '+12065550101', countries: ['US' as const, 'CA' as const] },
      { identity: 'id:ACME', countries: ['DE' as const] },
    ];
    expect(chooseMember(of, '+12065550123' as E164)?.identity).toBe('+12065550101');
    expect(chooseMember(of, '+14165550123' as E164)?.identity).toBe('+12065550101');
    expect(chooseMember(of, '+4915123456789' as E164)?.identity).toBe('id:ACME');
    expect(chooseMember(of, '+447400123456' as E164)).toBeUndefined();
  });

  it('does not change with a release: these recipients keep their members', () => {
    const of = [member('+12065550101', 3), member('+12065550102', 3), member('12345', 10)];
    expect(PHONES.slice(0, 8).map((to) => chooseMember(of, to)?.identity)).toMatchInlineSnapshot(`
[
  "12345",
  "12345",
  "+12065550102",
  "+12065550102",
  "+12065550102",
  "12345",
  "12345",
  "12345",
]
`);
  });
});
