import fc from 'fast-check';
import { type AccountKeyword, readWord } from '../../../../shared/inbound/account-keyword';
import { readLikelyOptOut } from '../../../../shared/inbound/internal/likely-opt-out/read-likely-opt-out';
import { refuseWord } from '../../../../shared/inbound/internal/refuse-word';
import { decideMeaning } from '../../../../shared/inbound/internal/text-meaning';
import { KEYWORD_SPELLINGS, readKeyword } from '../../../../shared/inbound/keyword';
import { ALL_WORDS_OF_OTHERS } from '../../../support/audience/words-of-others';
import { isTaken, readTexts } from '../../../unit/shared/inbound/likely-opt-out/measure';

const NUMBER = '+12065550100';
const REFUSALS = readTexts('development-texts/refusals.txt').filter(isTaken);
/** Words of the contract, of the FCC and of providers, and texts that likely are refusals. */
const RESERVED = [...Object.values(KEYWORD_SPELLINGS).flat(), ...ALL_WORDS_OF_OTHERS, ...REFUSALS];

const keywordOf = (word: string): AccountKeyword => ({
  ...{ word, number: undefined, groupId: 'grp_a', optInMode: 'DIRECT', reply: 'Hello' },
  createdAt: '2026-03-01T12:00:00.000Z',
});
const decide = (body: string, words: string[], isErased = false) =>
  decideMeaning(
    { body, number: NUMBER, receivedAt: new Date('2026-03-01T12:00:00.000Z'), isErased },
    {
      account: { awayReply: 'Away', openHours: undefined, timeZone: undefined },
      keywords: words.flatMap((word) => [keywordOf(word), { ...keywordOf(word), number: NUMBER }]),
    },
  );

const space = fc.constantFrom('', ' ', '\n', '  ', '\u00a0');
/** The same text in any case, with spaces around it. */
const written = (text: string) =>
  fc
    .tuple(space, space, fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }))
    .map(([before, after, isUpper]) => {
      const letters = [...text].map((letter, index) =>
        isUpper[index] ? letter.toUpperCase() : letter.toLowerCase(),
      );
      return before + letters.join('') + after;
    });
const reserved = fc.constantFrom(...RESERVED).chain(written);
const word = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9]{1,20}$/),
    fc.constantFrom(...RESERVED),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  )
  .map((text) => readWord(text) ?? readWord(text.replace(/[^\p{L}\p{N}]/gu, '')) ?? 'JOIN');

describe('rules 3.3: keywords of an account', () => {
  it('never come before a word of the contract, the FCC and providers, nor before a likely opt-out', () => {
    fc.assert(
      fc.property(reserved, fc.array(word, { maxLength: 20 }), fc.boolean(), (body, words, isErased) => {
        // Every spelling of the text is a keyword as well, whatever `setKeyword` would say to it.
        const own = [...words, body.trim(), readWord(body) ?? 'JOIN', body.replace(/\W/g, '').toUpperCase()];
        const { kind } = decide(body, own, isErased);
        const expected = readKeyword(body) === undefined ? 'likelyOptOut' : 'keyword';
        expect(kind).toBe(isErased && expected === 'likelyOptOut' ? 'words' : expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('take any text for what it is without keywords, unless it is exactly a word that may be taken', () => {
    fc.assert(
      fc.property(fc.oneof(word.chain(written), fc.string()), fc.array(word), (body, words) => {
        const { kind, ...meaning } = decide(body, words);
        const isReserved = readKeyword(body) !== undefined || readLikelyOptOut(body) !== undefined;
        const isOwn = !isReserved && words.includes(readWord(body) ?? '');
        expect({ kind, ...meaning }).toEqual(
          isOwn
            ? {
                kind: 'accountKeyword',
                accountKeyword: { ...keywordOf(readWord(body) ?? ''), number: NUMBER },
              }
            : decide(body, []),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('that can be set decide every text that is this word', () => {
    fc.assert(
      fc.property(
        word.chain((taken) => fc.tuple(fc.constant(taken), written(taken))),
        ([taken, body]) => {
          fc.pre(refuseWord(taken) === undefined && readWord(body) === taken);
          expect(decide(body, [taken])).toMatchObject({
            kind: 'accountKeyword',
            accountKeyword: { word: taken },
          });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(RESERVED.filter((text) => readWord(text) !== undefined))('cannot be %j', (text) => {
    expect(refuseWord(readWord(text) ?? '')).toContain('cannot be a keyword');
  });
});
