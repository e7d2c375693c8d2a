import fc from 'fast-check';
import { readKeyword } from '../../../../shared/inbound/keyword';
import { readLikelyOptOut } from '../../../../shared/inbound/likely-opt-out';
import {
  HELD_OUT_INNOCENT_TEXTS,
  HELD_OUT_REFUSALS,
  HELD_OUT_WRONG_NUMBERS,
} from './labelled-texts/held-out-texts';
import { INNOCENT_SPANISH_TEXTS, INNOCENT_TEXTS } from './labelled-texts/innocent-texts';
import { REFUSALS, SPANISH_REFUSALS, WRONG_NUMBERS } from './labelled-texts/refusals';
import { UNSEEN_INNOCENT_TEXTS } from './labelled-texts/unseen-innocent-texts';
import { UNSEEN_REFUSALS } from './labelled-texts/unseen-refusals';

const isCaught = (text: string) => readKeyword(text) === 'stop' || readLikelyOptOut(text) !== undefined;
const isAlarm = (text: string) => readLikelyOptOut(text) !== undefined;

/** The figures that docs/sending.md tells: a change of the phrases changes them there too. */
describe('what the phrases catch', () => {
  it('misses one of 255 texts that refuse, and takes none of 226 for a refusal that is none', () => {
    const refusing = [...REFUSALS, ...SPANISH_REFUSALS, ...WRONG_NUMBERS];
    const innocent = [...INNOCENT_TEXTS, ...INNOCENT_SPANISH_TEXTS];
    expect({
      refusing: refusing.length,
      missed: refusing.filter((text) => !isCaught(text)),
      innocent: innocent.length,
      falseAlarms: innocent.filter(isAlarm),
    }).toEqual({
      refusing: 255,
      missed: ["There's no Susan here"],
      innocent: 226,
      falseAlarms: [],
    });
  });

  it('misses 16 of 65 texts that it was never tuned on, with 3 false alarms in 60', () => {
    const refusing = [...HELD_OUT_REFUSALS, ...HELD_OUT_WRONG_NUMBERS];
    expect([
      refusing.length,
      refusing.filter((text) => !isCaught(text)).length,
      HELD_OUT_INNOCENT_TEXTS.length,
      HELD_OUT_INNOCENT_TEXTS.filter(isAlarm).length,
    ]).toEqual([65, 16, 60, 3]);
  });
});

describe('what the phrases catch of texts that were written without a look at them', () => {
  it('misses 1 of 182 and has 8 false alarms in 206, now that the plain ones are mended', () => {
    expect([
      UNSEEN_REFUSALS.length,
      UNSEEN_REFUSALS.filter((text) => !isCaught(text)),
      UNSEEN_INNOCENT_TEXTS.length,
      UNSEEN_INNOCENT_TEXTS.filter(isAlarm).length,
    ]).toEqual([182, ['arrêtez'], 206, 8]);
  });
});

describe('rules 3.3: a text that likely refuses', () => {
  it.each([
    ['Stop. Thank you', 'refusal'],
    ['please stop texting me', 'refusal'],
    ['unsubscribe me', 'refusal'],
    ['remove me from your list', 'refusal'],
    ['por favor no me escriban más', 'refusal'],
    ['ya no', 'refusal'],
    ['stpo', 'refusal'],
    ['Stop it!!!!!! 😡😡', 'refusal'],
    ['wrong number', 'wrong_number'],
    ['who is this stop', 'wrong_number'],
    ['número equivocado', 'wrong_number'],
  ])('%j is a %s', (text, reason) => {
    expect([readKeyword(text), readLikelyOptOut(text)]).toEqual([undefined, reason]);
  });

  it.each([
    "don't stop",
    'non-stop',
    'bus stop',
    'stop by the store',
    "can't stop laughing",
    "I'll stop by at 5",
    '',
    '😂',
  ])('is not %j', (text) => {
    expect(readLikelyOptOut(text)).toBeUndefined();
  });

  it('is read from texts of any form, however long', () => {
    const words = fc.constantFrom(
      'stop',
      'no',
      'please',
      'not',
      'me',
      'text',
      'no more',
      ' ',
      '!',
      'ya no',
      'STOP',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words, { maxLength: 400 }).map((all) => all.join(' ')),
        ),
        (text) => {
          expect([undefined, 'refusal', 'wrong_number']).toContain(readLikelyOptOut(text));
        },
      ),
    );
  });

  it('does not depend on case, accents or what stands around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REFUSALS, ...SPANISH_REFUSALS),
        fc.constantFrom('', ' ', '\n', '😡'),
        (text, edge) => {
          expect(readLikelyOptOut(edge + text.toUpperCase() + edge)).toBe(readLikelyOptOut(text));
        },
      ),
    );
  });
});
