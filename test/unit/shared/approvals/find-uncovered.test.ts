import { findUncovered } from '../../../../shared/approvals/find-uncovered';

const PLAN = { body: 'Hello', audience: { groups: ['grp_1'] } };
const find = (options: Partial<Parameters<typeof findUncovered>[0]>) =>
  findUncovered({ approved: undefined, plan: PLAN, recipients: 0, approvalAbove: undefined, ...options });

describe('E4.7: what an approval covers', () => {
  it.each([
    [100, 100, undefined],
    [100, 1, undefined],
    [100, 110, undefined],
    [100, 111, { reason: 'audience_grew', approved: 100, now: 111 }],
    [7, 7, undefined],
    [7, 8, { reason: 'audience_grew', approved: 7, now: 8 }],
    [0, 1, { reason: 'audience_grew', approved: 0, now: 1 }],
  ])('of %d recipients, when there are %d: %j is missing', (approved, recipients, expected) => {
    expect(find({ approved: { plan: PLAN, recipients: approved }, recipients })).toEqual(expected);
  });

  it('is no other plan than the one that was approved', () => {
    const approvedPlan = (plan: object) => find({ approved: { plan, recipients: 5 }, recipients: 5 });
    expect(approvedPlan({ ...PLAN, body: 'Bye' })).toEqual({ reason: 'plan_changed' });
    expect(approvedPlan({ ...PLAN, audience: { groups: ['grp_2'] } })).toEqual({ reason: 'plan_changed' });
    expect(approvedPlan({ ...PLAN, expiresAt: undefined })).toBeUndefined();
  });

  it('is needed for more recipients than the account allows without one', () => {
    expect(find({ recipients: 10, approvalAbove: 10 })).toBeUndefined();
    expect(find({ recipients: 11, approvalAbove: 10 })).toEqual({
      ...{ reason: 'audience_grew', approved: 10, now: 11 },
    });
    expect(find({ recipients: 1_000_000 })).toBeUndefined();
  });
});
