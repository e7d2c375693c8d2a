import { INTRODUCTION } from '../../../../lib/reference/openapi-introduction';
import { countSegments } from '../../../../shared/content/segments';
import { KEYWORD_SPELLINGS, readKeyword } from '../../../../shared/inbound/keyword';
import { areKeywordsAnswered, helpText, optOutText } from '../../../../shared/inbound/internal/replies';

describe('words of refusal and consent', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    '"STOP"',
    'S T O P',
    'STOPALL',
    'stop all',
    'Unsubscribe!',
    'CANCEL',
    'end',
    'quit',
    'Revoke',
    'OPTOUT',
    'opt out',
    'Opt-Out',
    'REMOVE',
    'STOP\u200b',
    'ＳＴＯＰ',
    'STOP 🛑',
  ])('%j refuses', (body) => {
    expect(readKeyword(body)).toBe('stop');
  });

  it.each([
    ['YES', 'yes'],
    ['yes!', 'yes'],
    ['Y', 'yes'],
    [' y ', 'yes'],
    ['START', 'start'],
    ['un-stop', 'unstop'],
    ['Help?', 'help'],
    ['INFO', 'help'],
  ])('%j is %s', (body, keyword) => {
    expect(readKeyword(body)).toBe(keyword);
  });

  it.each([
    '',
    ' ',
    '!',
    'STOP it',
    'please stop',
    'do not stop',
    'YESS',
    'YES please',
    'N',
    'STOP2',
    'YE S!S',
  ])('%j is none', (body) => {
    expect(readKeyword(body)).toBeUndefined();
  });
});

describe('the words as the reference lists them', () => {
  it('each mean what they are listed for', () => {
    for (const [keyword, words] of Object.entries(KEYWORD_SPELLINGS)) {
      expect(words.map((word) => readKeyword(word))).toEqual(words.map(() => keyword));
    }
  });

  it('are in the introduction, each with what it does', () => {
    const words = Object.values(KEYWORD_SPELLINGS).flat();
    expect(words.filter((word) => !INTRODUCTION.includes(`\`${word}\``))).toEqual([]);
  });
});

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
