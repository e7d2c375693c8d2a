import {
  contentRules,
  compileRules,
  expandPhrase,
  squeezeLetters,
} from '../../../../../shared/content/rules/compile-rules';
import type { CategoryRules } from '../../../../../shared/content/rules/content-category';
import { recognizeWord } from '../../../../../shared/content/rules/undisguise-word';

const TABLE: CategoryRules = {
  category: 'sex',
  always: [],
  inContext: [],
  harmless: [],
  disguised: ['weed'],
};

describe('compileRules', () => {
  it('writes out endings in brackets', () => {
    expect(expandPhrase('gun(s) for sale')).toEqual(['gun for sale', 'guns for sale']);
    expect(expandPhrase('beer(s) and wine(s)')).toEqual([
      'beer and wine',
      'beer and wines',
      'beers and wine',
      'beers and wines',
    ]);
    expect(expandPhrase('<price>')).toEqual(['<price>']);
  });

  it('spells shorteners out in words, except names too short to be told from a sentence', () => {
    const { vocabulary } = compileRules([TABLE], ['bit.ly', 't.co']);

    expect([...vocabulary.keys()]).toEqual(['weed', 'bit', 'dot', 'ly']);
  });

  it('has only words in the tables that a message can hold', () => {
    const odd = [...contentRules().vocabulary.keys()].filter(
      (word) => !/^(?:[a-z0-9]+|<price>|<percent>)$/.test(word),
    );

    expect(odd).toEqual([]);
  });

  it('drops repeated letters', () => {
    expect(squeezeLetters('seeexxx')).toBe('sex');
  });
});

describe('recognizeWord', () => {
  const rules = compileRules([TABLE], []);

  it.each([
    ['weed', false],
    ['w33d', true],
    ['we*d', true],
    ['weeeed', false],
    ['wwweeeddd', false],
    ['w3333d', true],
  ])('recognises %s', (token, isDisguised) => {
    expect(recognizeWord(token, rules)).toEqual({ id: 0, word: 'weed', isDisguised });
  });

  it.each(['wed', 'weddd', 'weedd', 'w**d', '3330', 'we', 'weeda', 'w33d'.padEnd(25, '!')])(
    'passes over %s',
    (token) => {
      expect(recognizeWord(token, rules)).toBeUndefined();
    },
  );
});
