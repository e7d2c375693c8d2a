import { type Arbitrary, constantFrom, letrec, oneof, record, array, dictionary, sample } from 'fast-check';
import type { Case } from './match-by-event-ruler';

const text = constantFrom('a', 'ab', 'abc', 'b', 'B', 'Ab', '');
const scalar = oneof(text, constantFrom<number | boolean | null>(0, 1, 3, -1, true, false, null));
const field = constantFrom('x', 'y', 'z');
const someText = constantFrom('a', 'ab', 'abc', 'b', 'B', 'Ab');

/** Every operator that the local cloud knows; existence is never one of several alternatives. */
const rule: Arbitrary<unknown> = oneof(scalar, record({ prefix: someText }));
const existence = record({ exists: constantFrom(true, false) });
const { pattern } = letrec<{ pattern: unknown; rules: unknown }>((tie) => ({
  rules: oneof(
    { weight: 3, arbitrary: array(rule, { minLength: 1, maxLength: 3 }) },
    existence.map((only) => [only]),
  ),
  pattern: dictionary(field, oneof({ depthSize: 'small' }, tie('rules'), tie('pattern')), {
    minKeys: 1,
    maxKeys: 3,
  }),
}));
const { event } = letrec<{ event: unknown; value: unknown }>((tie) => ({
  value: oneof(
    { depthSize: 'small' },
    scalar,
    array(scalar, { maxLength: 3 }),
    array(tie('event'), { maxLength: 2 }),
    tie('event'),
  ),
  event: dictionary(field, tie('value'), { maxKeys: 3 }),
}));

/** Returns patterns and events of few names and values, so that many match. */
export const randomCases = (count: number, seed: number): Case[] =>
  sample(record({ pattern, event }), { numRuns: count, seed });
