import {
  bodyOfKeyword,
  EMPTY_KEYWORD,
  isKeywordComplete,
} from '../../../console/src/screens/settings/keyword-draft';

describe('the form of a keyword', () => {
  it.each([
    [{ word: 'JOIN', group: 'grp_1' }, true],
    [{ word: 'JOIN', reply: 'Hello' }, true],
    [{ word: 'JOIN', reply: ' ' }, false],
    [{ word: 'JOIN', number: '+12065550100' }, false],
    [{ group: 'grp_1' }, false],
  ])('%j can be saved: %s', (draft, expected) => {
    expect(isKeywordComplete({ ...EMPTY_KEYWORD, ...draft })).toBe(expected);
  });

  it('sends only what is filled in', () => {
    expect(bodyOfKeyword({ ...EMPTY_KEYWORD, word: 'JOIN', reply: 'Hello' })).toEqual({
      ...{ word: 'JOIN', reply: 'Hello' },
    });
    const whole = {
      word: 'JOIN',
      number: '+12065550100',
      group: 'grp_1',
      optInMode: 'DIRECT' as const,
      reply: 'Hi',
    };
    expect(bodyOfKeyword(whole)).toEqual(whole);
  });
});
