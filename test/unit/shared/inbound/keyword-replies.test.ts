import { areKeywordsAnswered, helpText, optOutText } from '../../../../shared/inbound/keyword-replies';
import { countSegments } from '../../../../shared/content/segments';

describe('the text that answers', () => {
  it('HELP is the account’s own, or one that names the account and says STOP', () => {
    expect(helpText({ name: 'Acme', helpText: 'Call us' })).toBe('Call us');
    expect(helpText({ name: 'Acme', helpText: undefined })).toBe(
      'Acme: For help, contact us where you signed up. Msg & data rates may apply. Reply STOP to opt out.',
    );
  });

  it('STOP is the account’s own, or one that names the account and says that nothing more will come', () => {
    expect(optOutText({ name: 'Acme', optOutText: 'Bye' })).toBe('Bye');
    expect(optOutText({ name: 'Acme', optOutText: undefined })).toBe(
      'Acme: You have opted out and will get no more texts. Reply HELP for help.',
    );
  });

  it('STOP is one segment by default for names of up to 91 characters', () => {
    const segmentsOf = (length: number) =>
      countSegments(optOutText({ name: 'n'.repeat(length), optOutText: undefined })).segments;
    expect([segmentsOf(91), segmentsOf(92)]).toEqual([1, 2]);
  });
});

describe('whether STOP and HELP are answered', () => {
  it.each([
    ['on', 'off', true],
    ['off', 'on', false],
    [undefined, 'on', true],
    [undefined, 'off', false],
  ] as const)('is %s for the account, %s by default: %s', (keywordReplies, byDefault, expected) => {
    expect(areKeywordsAnswered({ keywordReplies }, byDefault)).toBe(expected);
  });
});
