import { chargeForJob, totalCharge } from '../../../../shared/accounts/charge';

const total = (kind: 'broadcast' | 'batch', isMms: boolean, recipients: number) =>
  totalCharge(chargeForJob(kind, { isMms }), recipients);

describe('the charge of a job (rules 8.4)', () => {
  it('is 2 SMS credits per recipient of a broadcast SMS', () => {
    expect(total('broadcast', false, 100)).toEqual({ sms: 200, mms: 0 });
  });

  it('is 1 SMS credit and 1 for each recipient of a broadcast MMS', () => {
    expect(total('broadcast', true, 100)).toEqual({ sms: 101, mms: 0 });
  });

  it('is 2 SMS credits per recipient of a batch SMS', () => {
    expect(total('batch', false, 10)).toEqual({ sms: 20, mms: 0 });
  });

  it('is 1 SMS and 1 MMS credit per recipient of a batch MMS', () => {
    expect(total('batch', true, 10)).toEqual({ sms: 10, mms: 10 });
  });

  it.each(['broadcast', 'batch'] as const)('is nothing for a %s without recipients', (kind) => {
    expect([total(kind, true, 0), total(kind, false, 0)]).toEqual([
      { sms: 0, mms: 0 },
      { sms: 0, mms: 0 },
    ]);
  });
});
