import fc from 'fast-check';
import { compilePhrases, vocabularyOf } from '../../../../../shared/inbound/likely-opt-out/phrase';

const CLASSES = {
  before: 'please can_you',
  after: 'please thank_you',
  text: 'text call send_to',
  very: 'very so',
};
const words = (text: string) => text.split(' ');
const isIn = (phrase: string, text: string) =>
  compilePhrases([{ heading: phrase }], CLASSES).isIn(words(text));

describe('a phrase', () => {
  it.each([
    ['stop', '. stop .', true],
    ['stop', '. stops .', false],
    ['stop|quit now', '. quit now .', true],
    ['stop|quit now', '. quit .', false],
    ['stop <text> me', '. stop call me .', true],
    ['stop <text> me', '. stop send to me .', true],
    ['stop <text> me', '. stop send me .', false],
    ['stop <text>|it now', '. stop it now .', true],
    ['stop please? me', '. stop me .', true],
    ['stop please? me', '. stop please me .', true],
    ['stop please? me', '. stop please please me .', false],
    ['is <very>* bad', '. is bad .', true],
    ['is <very>* bad', '. is very so very so very bad .', true],
    ['is <very>* bad', '. is very so very so very so bad .', false],
    ['not ..2 me', '. not me .', true],
    ['not ..2 me', '. not a b me .', true],
    ['not ..2 me', '. not a b c me .', false],
    ['not ..2 me', '. not , me .', false],
    ['stop . me', '. stop , me .', true],
    ['stop . me', '. stop me .', false],
    ['^ stop', '. please can you , stop it .', true],
    ['^ stop', '. well , stop it .', true],
    ['^ stop', '. well stop it .', false],
    ['stop $', '. now stop please thank you , bye .', true],
    ['stop $', '. now stop it .', false],
    ['^^ stop $$', '. please . stop . thank you .', true],
    ['^^ stop $$', '. well . stop .', false],
    ['^^ stop $$', '. stop ? .', false],
    ['^^ stop $$', '. stop . bye .', false],
  ])('%j in %j: %p', (phrase, text, expected) => {
    expect(isIn(phrase, text)).toBe(expected);
  });

  it.each([
    ['a class that does not exist', '<texts>', 'No class of words: texts'],
    ['a part that does not exist', 'stop ..', 'No part of a phrase: ..'],
    ['no word that has to be there', '^ please? ..2 $', 'No word that has to be there: ^ please? ..2 $'],
  ])('with %s is refused when it is compiled', (_name, phrase, message) => {
    expect(() => isIn(phrase, '. stop .')).toThrow(message);
  });

  it('is taken out as far as it reaches, each time', () => {
    const { takeOut } = compilePhrases([{ first: 'bus stop', second: 'not ..1 stop' }], CLASSES);
    expect(takeOut(words('. bus stop , do not ever stop the bus stop .'))).toEqual(
      words('. # , do # the # .'),
    );
    expect(takeOut(words('. stop .'))).toEqual(words('. stop .'));
  });

  it('is looked for in steps that grow with the text and no faster', () => {
    const phrases = [{ heading: '^ ..9 <very>* <very>* ..9 very <text>* ..9 <very>* ..9 $$' }];
    const { isIn: isPhraseIn } = compilePhrases(phrases, CLASSES);
    const stepsOf = (length: number) => {
      let steps = 0;
      const text = Array.from({ length }, () => 'very');
      isPhraseIn(
        new Proxy(text, {
          get(target, key) {
            steps += 1;
            return Reflect.get(target, key) as unknown;
          },
        }),
      );
      return steps;
    };
    expect(stepsOf(2_000)).toBeLessThan(2.2 * stepsOf(1_000));
  });

  it('is compiled with its words known', () => {
    expect([...vocabularyOf([{ heading: 'stop|quit ..2 <text>' }], { text: 'text send_to' })].sort()).toEqual(
      expect.arrayContaining(['quit', 'send', 'stop', 'text', 'to']),
    );
  });

  it('of any known parts is in a text made of its words', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (parts) => {
        expect(isIn(parts.join(' '), `. x ${parts.join(' ')} .`)).toBe(true);
      }),
    );
  });
});
