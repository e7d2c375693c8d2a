import fc from 'fast-check';
import { readKeyword } from '../../../../../shared/inbound/keyword';
import { LONGEST_LOOKED_AT } from '../../../../../shared/inbound/likely-opt-out/plain-words';
import { readLikelyOptOut } from '../../../../../shared/inbound/likely-opt-out/read-likely-opt-out';
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
    for (const length of [640, LONGEST_LOOKED_AT, 10 * LONGEST_LOOKED_AT]) {
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
