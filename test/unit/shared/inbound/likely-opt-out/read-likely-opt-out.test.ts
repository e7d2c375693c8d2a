import fc from 'fast-check';

import { readKeyword } from '../../../../../shared/inbound/keyword';
import { compilePhrases, vocabularyOf } from '../../../../../shared/inbound/internal/likely-opt-out/phrase';
import { toPlainWords } from '../../../../../shared/inbound/internal/likely-opt-out/plain-words';
import { readLikelyOptOut } from '../../../../../shared/inbound/internal/likely-opt-out/read-likely-opt-out';
import { isTaken, readTexts } from './measure';

/** Returns true for a sample: enough to notice a form that is not read, few enough to write each in every form. */
const isSample = (_text: string, index: number) => index % 10 === 0;
const REFUSALS = readTexts('development-texts/refusals.txt').filter(isTaken).filter(isSample);
const ANSWERS = readTexts('development-texts/answers.txt')
  .filter((text) => !isTaken(text))
  .filter(isSample);

describe('rules 3.3: a text that likely refuses', () => {
  it.each([
    ['Stop. Thank you', 'refusal'],
    ['please stop texting me', 'refusal'],
    ['no thank you', 'refusal'],
    ["I'd like to be removed", 'refusal'],
    ['END THIS', 'refusal'],
    ['unsubscribe me', 'refusal'],
    ['remove me from your list', 'refusal'],
    ['I no longer wish to receive these', 'refusal'],
    ['leave me alone', 'refusal'],
    ['how do I get off this list?', 'refusal'],
    ['por favor no me escriban más', 'refusal'],
    ['ya no', 'refusal'],
    ['stpo', 'refusal'],
    ['unsuscribe pls', 'refusal'],
    ['please S T O P', 'refusal'],
    ['s.t.o.p. now', 'refusal'],
    ['STOPPPPP!!!', 'refusal'],
    ['Stop it!!!!!! 😡😡', 'refusal'],
    ['🛑🛑', 'refusal'],
    ['wrong number', 'wrong_number'],
    ['who is this stop', 'refusal'],
    ["I'm not Priya", 'wrong_number'],
    ["this isn't mike", 'wrong_number'],
    ['Mr. Okafor does not live here', 'wrong_number'],
    ['número equivocado', 'wrong_number'],
  ])('%j is a %s', (text, reason) => {
    expect([readKeyword(text), readLikelyOptOut(text)]).toEqual([undefined, reason]);
  });

  it.each([
    "don't stop",
    "don't stop!",
    'can you stop by at 5?',
    'the end',
    'non-stop',
    'bus stop',
    'stop by the store',
    "can't stop laughing",
    'Please cancel my appointment',
    'I quit smoking',
    'Please remove the onions',
    "No, Thursday works better, don't send it yet",
    'No problem',
    'You sent the wrong size',
    "I'm not hungry",
    'haha stop',
    'no puedo mañana',
    '',
    ' \n ',
    '...',
    '#',
    '😂',
    '\u{d83d}',
  ])('is not %j', (text) => {
    expect(readLikelyOptOut(text)).toBeUndefined();
  });
});

describe('rules 3.3: a likely refusal is recognised', () => {
  const FORMS: Array<[string, (text: string) => string]> = [
    ['in capital letters', (text) => text.toUpperCase()],
    ['in small letters', (text) => text.toLowerCase()],
    ['with curly quotes', (text) => text.replaceAll("'", '’')],
    ['with decomposed accents', (text) => text.normalize('NFD')],
    ['in letters of full width', (text) => text.replace(/[a-z]/gi, fullWidthOf)],
    ['with two spaces', (text) => text.replaceAll(' ', '  ')],
    ['with spaces that do not break', (text) => text.replaceAll(' ', '\u00a0')],
    ['with invisible characters', (text) => text.replaceAll(' ', '\u200b ')],
    ['between quotes', (text) => `"${text}"`],
    ['between line breaks', (text) => `\r\n${text}\r\n`],
    ['before emoji', (text) => `${text} 😡😡`],
    ['behind emoji', (text) => `🙏 ${text}`],
  ];

  it.each(FORMS)('%s, and no answer is taken for one', (_form, write) => {
    expect(REFUSALS.filter((text) => !isTaken(write(text)))).toEqual([]);
    expect(ANSWERS.filter((text) => isTaken(write(text)))).toEqual([]);
  });

  it('in a long text, at its beginning and at its end', () => {
    const talk = 'I was at the store this morning and they had some very nice apples and pears. ';
    for (const length of [640, 2_000, 20_000]) {
      const long = talk.repeat(Math.ceil(length / talk.length));
      expect(readLikelyOptOut(long)).toBeUndefined();
      expect(readLikelyOptOut(`${long}Please stop texting me`)).toBe('refusal');
      expect(readLikelyOptOut(`Please stop texting me. ${long}`)).toBe('refusal');
      expect(readLikelyOptOut(`${long}Wrong number.`)).toBe('wrong_number');
    }
  });
});

describe('texts that are made to take long', () => {
  const WORDS =
    'stop no please not me text , . ? ya no thank you want to be the wrong number do i am you'.split(' ');

  it.each([
    ['one word', 'a'],
    ['courtesies', 'please thank you '],
    ['commas', ', '],
    ['negations', 'do not want to be '],
    ['single letters', 's t o p '],
    ["apostrophes and s's", "'s"],
    ['stars', 'f*'],
    ['signs that end sentences', '. ? '],
    ['a ligature of eighteen letters', '\uFDFA'],
    ['titles', 'mr   '],
    ['hyphens', ' - --'],
    ['a letter that is repeated', 'oo'],
  ])('of %s are read, a million characters of them', (_name, part) => {
    expect(() => readLikelyOptOut(part.repeat(1_000_000 / part.length))).not.toThrow();
  });

  it('are read whatever they have', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 3_000 }),
          fc.array(fc.constantFrom(...WORDS), { maxLength: 700 }).map((words) => words.join(' ')),
        ),
        (text) => {
          expect([undefined, 'refusal', 'wrong_number']).toContain(readLikelyOptOut(text));
        },
      ),
    );
  });
});

const fullWidthOf = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);

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

const KNOWN = new Set(['stop', 'texting', 'number', 'begging', 'wrong', 'not']);
const plain = (text: string) => toPlainWords(text, (word) => KNOWN.has(word)).join(' ');

describe('plain words', () => {
  it.each([
    ['Please, STOP!', '. please , stop .'],
    ["I don't", '. i do not .'],
    ['I dont', '. i do not .'],
    ['i’m', '. i am .'],
    ["they've", '. they have .'],
    ['u r', '. you are .'],
    ['stop pls ty', '. stop please thank you .'],
    ['Múltiples ñ', '. multiples n .'.replace(' n ', ' and ')],
    ['stoooop plzzz', '. stop please .'],
    ['quit beggin', '. quit begging .'],
    ['unsubscrib', '. unsubscribe .'],
    ['mesages', '. texts .'],
    ['massages', '. massages .'],
    ['wrong #', '. wrong number .'],
    ['#4', '. 4 .'],
    ['at 5:30', '. at 530 .'],
    ['no?!?', '. no ? .'],
    ['a - b', '. a . b .'],
    ['opt-out', '. opt out .'],
    ['a\nb', '. a . b .'],
    ['END. THIS. NOW.', '. end this now .'],
    ['S T O P', '. stop .'],
    ['s.t.o.p', '. stop .'],
    ['A B', '. a b .'],
    ['🛑', '. stop .'],
    ['😂 stop', '. haha stop .'],
    ['f*** this', '. fuck this .'],
    ['*stop*', '. stop .'],
    ["it's mike", '. it is NAME .'],
    ['this is not Priya', '. this is not NAME .'],
    ['Mr. Okafor', '. NAME .'],
    ['on Tuesday', '. on tuesday .'],
    ['MY NAME', '. my name .'],
    ['This Is Not Priya', '. this is not priya .'],
    ['', '.'],
    ['?!', '. ? .'],
  ])('of %j are %j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});
