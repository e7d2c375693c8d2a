import { tellOfApproval } from '../../../../shared/approvals/tell-of-approval';
import type { Ids } from '../../../../shared/platform/ids';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const ids = { next: (prefix: string) => `${prefix}_1` } as unknown as Ids;
const ANN = { kind: 'user' as const, id: 'usr_ann' };
const EVE = { kind: 'user' as const, id: 'usr_eve' };
const PLAN = { id: 'cmp_1', accountId: 'acc_1', launchedBy: ANN };
const APPROVED = { status: 'approved' as const, at: '2026-03-01T12:00:00.000Z', comment: 'Fine.' };

type Change = Parameters<typeof tellOfApproval>[1];
function noticeOf(change: Pick<Change, 'after'> & { before?: Change['after'] }): object | undefined {
  const [write] = tellOfApproval(ids, { ...change, now: NOW });
  const { entry } = (write as { Put?: { Item: { entry: { notice: object } } } } | undefined)?.Put?.Item ?? {};
  return entry;
}

describe('E4.7: a change is told by e-mail', () => {
  it('when something begins to await an approval', () => {
    const after = { ...PLAN, status: 'awaitingApproval' };
    const notice = { kind: 'awaiting', launchedBy: ANN };
    const entry = { kind: 'approvalNotice', accountId: 'acc_1', campaignId: 'cmp_1', notice };
    expect(noticeOf({ before: { ...PLAN, status: 'draft' }, after })).toEqual(entry);
    expect(noticeOf({ after })).toEqual(entry);
  });

  it('when the service puts a campaign back', () => {
    const putBack = { reason: 'audience_grew' as const, approved: 10, now: 12 };
    const after = { ...PLAN, status: 'awaitingApproval', putBack };
    expect(noticeOf({ before: { ...PLAN, status: 'selecting' }, after })).toMatchObject({
      notice: { kind: 'awaiting', putBack, recipients: 12 },
    });
  });

  it('when it was decided on, with who had launched it', () => {
    const before = { ...PLAN, status: 'awaitingApproval' };
    const approved = { ...PLAN, status: 'scheduled', decision: APPROVED, decidedBy: EVE };
    expect(noticeOf({ before, after: { ...approved, approvedRecipients: 7 } })).toMatchObject({
      notice: { kind: 'approved', launchedBy: ANN, decidedBy: EVE, recipients: 7, decidedAt: APPROVED.at },
    });
    const decision = { status: 'rejected' as const, at: APPROVED.at, reason: 'Too long.' };
    const rejected = { ...PLAN, status: 'draft', launchedBy: undefined, decision, decidedBy: EVE };
    expect(noticeOf({ before, after: rejected })).toMatchObject({
      notice: { kind: 'rejected', launchedBy: ANN, decidedBy: EVE, decidedAt: APPROVED.at },
    });
  });

  it.each([
    ['a change of what awaits', 'awaitingApproval', 'awaitingApproval', undefined],
    ['a cancellation', 'awaitingApproval', 'cancelled', undefined],
    ['a launch that needs none', 'draft', 'scheduled', undefined],
    ['a start of what was approved', 'scheduled', 'selecting', APPROVED],
  ])('but not %s', (_, from, to, decision) => {
    const plan = { ...PLAN, decision };
    expect(noticeOf({ before: { ...plan, status: from }, after: { ...plan, status: to } })).toBeUndefined();
  });

  it('but not when an approved automation awaits a new approval and is stopped', () => {
    const plan = { ...PLAN, decision: APPROVED };
    const before = { ...plan, status: 'awaitingApproval' };
    expect(noticeOf({ before, after: { ...plan, status: 'stopped' } })).toBeUndefined();
  });
});
