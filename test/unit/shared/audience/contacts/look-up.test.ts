import { changeByLookUp, isLookUpDue, presentLookUps } from '../../../../../shared/audience/contacts/look-up';

const AT = '2026-01-01T00:00:00.000Z';
const DAY_MS = 24 * 60 * 60_000;
const after = (days: number) => Date.parse(AT) + days * DAY_MS;
const MOBILE = { at: AT, lineType: 'mobile' as const };
const LANDLINE = { at: AT, lineType: 'landline' as const };

describe('isLookUpDue', () => {
  it('is true for a number that was never looked up', () => {
    expect(isLookUpDue({}, after(0))).toBe(true);
  });

  it.each([
    [90 * DAY_MS - 1, false],
    [90 * DAY_MS, true],
    [90 * DAY_MS + 1, true],
  ])('is, %d ms after a look-up, %s', (passedMs, isDue) => {
    expect(isLookUpDue({ lookedUp: MOBILE }, Date.parse(AT) + passedMs)).toBe(isDue);
  });

  it('counts the 90 days of a number that was put back from then', () => {
    const lookedUp = { ...LANDLINE, putBackAt: new Date(after(60)).toISOString() };
    expect(isLookUpDue({ lookedUp }, after(149.9))).toBe(false);
    expect(isLookUpDue({ lookedUp }, after(150))).toBe(true);
  });

  it('is false for a contact that something else leaves out', () => {
    expect(isLookUpDue({ likelyOptOut: { at: AT, messageId: 'msg_1' } }, after(0))).toBe(false);
    expect(isLookUpDue({ setAsideAt: AT, setAsideReason: 'failures' }, after(0))).toBe(false);
  });

  it('is true again for a number that a look-up set aside, after 90 days', () => {
    const aside = { setAsideAt: AT, setAsideReason: 'landline' as const, lookedUp: LANDLINE };
    expect(isLookUpDue(aside, after(89))).toBe(false);
    expect(isLookUpDue(aside, after(90))).toBe(true);
  });
});

describe('changeByLookUp', () => {
  it.each(['landline', 'invalid'] as const)('sets a number aside that is %s', (lineType) => {
    expect(changeByLookUp({}, { lineType, at: AT })).toStrictEqual({
      lookedUp: { at: AT, lineType },
      setAsideReason: lineType,
      setAsideAt: AT,
    });
  });

  it.each(['mobile', 'other'] as const)('leaves a number that is %s as it is', (lineType) => {
    expect(changeByLookUp({}, { lineType, at: AT })).toStrictEqual({ lookedUp: { at: AT, lineType } });
  });

  it('puts a former landline back that takes texts now, and none that failures set aside', () => {
    const was = (setAsideReason: 'landline' | 'failures') =>
      changeByLookUp({ setAsideAt: AT, setAsideReason }, MOBILE);
    expect(was('landline')).toStrictEqual({
      lookedUp: MOBILE,
      setAsideAt: undefined,
      setAsideReason: undefined,
    });
    expect(was('failures')).toStrictEqual({ lookedUp: MOBILE });
  });
});

it.each([
  [0, {}],
  [1, { lookups: { count: 1, price: 0.006 } }],
  [1_000, { lookups: { count: 1_000, price: 6 } }],
])('prices %d look-ups', (count, presented) => {
  expect(presentLookUps(count)).toStrictEqual(presented);
});
