import { describeConsent, isRefusal, words } from '../../../console/src/screens/contacts/describe-consent';

describe('an entry of the consent history', () => {
  it.each([
    ['OPT_IN_REQUESTED', 'Asked to confirm', false],
    ['OPT_IN', 'Opted in', false],
    ['MANUAL_REMOVAL', 'Removed from the group', true],
    ['PENDING_REMOVED', 'Removed before a confirmation', true],
    ['OPT_OUT', 'Opted out', true],
    ['HARD_OPT_OUT', 'Opted out of everything', true],
    ['HARD_OPT_OUT_LIFTED', 'Opt-out of everything lifted', false],
    ['LIKELY_OPT_OUT', 'Probably opted out', true],
    ['LIKELY_OPT_OUT_DISMISSED', 'Decided not to be an opt-out', false],
    ['SOMETHING_NEW', 'Something new', false],
  ])('%s is described as “%s”; it takes texts away: %s', (action, text, isRefused) => {
    expect([describeConsent({ action }), isRefusal(action)]).toEqual([text, isRefused]);
  });

  it('names its group', () => {
    expect(describeConsent({ action: 'OPT_IN', groupName: 'News' })).toBe('Opted in: News');
  });

  it('has its reason in words', () => {
    expect(words('CONTACT_CONFIRMED')).toBe('Contact confirmed');
  });
});
