import { INTRODUCTION } from '../../../../lib/reference/openapi-introduction';
import { KEYWORD_SPELLINGS, readKeyword } from '../../../../shared/inbound/keyword';

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
