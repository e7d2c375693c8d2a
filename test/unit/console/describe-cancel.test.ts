import { describeCancel } from '../../../console/src/screens/campaigns/describe-cancel';

const none = { selected: 0, pending: 0, sent: 0 };
const of = (status: string, counts: Partial<typeof none>) =>
  describeCancel({ status, counts: { ...none, ...counts } } as Parameters<typeof describeCancel>[0]);

describe('cancelling a campaign', () => {
  it.each(['scheduled', 'awaitingApproval', 'paused'])('that is %s says that it has not begun', (status) => {
    expect(of(status, {})).toMatch(/^It has not begun: no text has been sent/);
  });

  it('whose recipients are being chosen says so', () => {
    expect(of('selecting', {})).toBe(
      'Its recipients are being chosen. No text has been sent, and none will be.',
    );
  });

  it('that sends counts those who wait and those who have it', () => {
    expect(of('sending', { selected: 1_920, pending: 1_900, sent: 20 })).toBe(
      '1,900 recipients still waiting will get nothing, and their credits are given back. The 20 texts that were sent stay sent.',
    );
    expect(of('sending', { selected: 1, sent: 1 })).toBe(
      'No recipient waits any more. The text that was sent stays sent.',
    );
  });
});
