import { addCharges, chargeBeyond, chargeForSingle, isFree } from '../../../../shared/accounts/charge';

describe('the charge of a single send (rules 8.4)', () => {
  it('is 2 SMS credits for an SMS', () => {
    expect(chargeForSingle({ isMms: false })).toEqual({ sms: 2, mms: 0 });
  });

  it('is 2 SMS credits and 1 MMS credit for an MMS', () => {
    expect(chargeForSingle({ isMms: true })).toEqual({ sms: 2, mms: 1 });
  });
});

describe('a charge beyond what was paid', () => {
  it('is the whole charge when nothing was paid', () => {
    expect(chargeBeyond(undefined, { sms: 2, mms: 1 })).toEqual({ sms: 2, mms: 1 });
  });

  it('is nothing when the same was paid', () => {
    expect(chargeBeyond({ sms: 2, mms: 0 }, { sms: 2, mms: 0 })).toEqual({ sms: 0, mms: 0 });
  });

  it('is the MMS credit when an SMS was paid and an MMS is sent', () => {
    expect(chargeBeyond({ sms: 2, mms: 0 }, { sms: 2, mms: 1 })).toEqual({ sms: 0, mms: 1 });
  });

  it('gives nothing back when an MMS was paid and an SMS is sent', () => {
    expect(chargeBeyond({ sms: 2, mms: 1 }, { sms: 2, mms: 0 })).toEqual({ sms: 0, mms: 0 });
  });
});

it('adds charges up, absent ones as nothing', () => {
  expect([
    addCharges(undefined, { sms: 2, mms: 1 }),
    addCharges({ sms: 2, mms: 0 }, { sms: 0, mms: 1 }),
  ]).toEqual([
    { sms: 2, mms: 1 },
    { sms: 2, mms: 1 },
  ]);
});

it('is free only without credits of either kind', () => {
  expect(
    [
      { sms: 0, mms: 0 },
      { sms: 1, mms: 0 },
      { sms: 0, mms: 1 },
    ].map(isFree),
  ).toEqual([true, false, false]);
});
