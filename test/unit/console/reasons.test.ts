import { describeCampaignFailure, describeReason } from '../../../console/src/recipients/reasons';
import { SKIP_REASONS } from '../../../shared/sending/jobs/results/result';

describe('the reason why a text was not sent', () => {
  it.each([
    ['opted_out', 'Opted out (STOP)'],
    ['hardOptedOut', 'Opted out (STOP)'],
    ['frequency_cap', 'Had enough marketing texts lately'],
    ['outcome_unknown', 'Unclear whether it was sent; not repeated'],
    ['provider_unavailable', 'The provider took no texts'],
    ['sender_not_active', 'The sender is not active'],
    ['new', 'New'],
    ['', ''],
  ])('%j is described as %j', (reason, text) => {
    expect(describeReason(reason)).toBe(text);
  });

  it.each(SKIP_REASONS)('%s has a description of its own', (reason) => {
    const words = reason.replaceAll('_', ' ');
    expect(describeReason(reason).toLowerCase()).not.toBe(words);
  });
});

describe('the reason why a campaign did not begin', () => {
  it('is explained for a code that the console knows', () => {
    expect(describeCampaignFailure(33029, 'All recipients are refused.')).toBe(
      'All contacts of the audience have opted out.',
    );
  });

  it('is the message of the service for another code', () => {
    expect(describeCampaignFailure(33100, 'The request is invalid.')).toBe('The request is invalid.');
  });

  it('is the code when there is no message', () => {
    expect(describeCampaignFailure(33100)).toBe('It could not begin (code 33100).');
  });
});
