import { adviceOn } from '../../../../../shared/platform/provider/eum/registrations/denial-reasons';

it.each([
  ['OPT_IN_WORKFLOW_MISSING', /every way in which people opt in/],
  ['Unclear Opt-in Language', /every way in which people opt in/],
  ['Unofficial Business Email', /own domain/],
  ['Missing required field', /registration draft/],
  ['Non Compliant Opt In Third Party', /not shared with third parties/],
  ['HELP_MESSAGE_NON_COMPLIANT', /account set --help-text/],
  ['CAMPAIGN_NON_COMPLIANT_CONTENT_GAMBLING', /do not take it again/],
  ['Campaign non-compliant content: gambling.', /do not take it again/],
])('says what to do about %s', (reason, advice) => {
  expect(adviceOn({ reason })).toMatch(advice);
  expect(adviceOn({ reason: 'new', short: reason })).toMatch(advice);
});

it.each(['', 'SOMETHING_NEW', 'OPT_IN'])(
  'leaves %j, which it does not know, to the words of AWS',
  (reason) => {
    expect(adviceOn({ reason })).toBe('This reason is not known here: go by the words of AWS.');
  },
);
