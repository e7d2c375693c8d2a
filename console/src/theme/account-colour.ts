import { ACCOUNT_COLOURS } from './palette';

const HASH_FACTOR = 31;
const HASH_RANGE = 65_521;

/** Returns the colour of an account, which is the same for every user and on every device. */
export function accountColour(accountId: string): string {
  const hash = [...accountId].reduce(
    (sum, character) => (sum * HASH_FACTOR + (character.codePointAt(0) ?? 0)) % HASH_RANGE,
    0,
  );
  return ACCOUNT_COLOURS[hash % ACCOUNT_COLOURS.length] ?? ACCOUNT_COLOURS[0];
}

/** Returns the one or two letters that stand for an account beside its colour. */
export function initialsOf(name: string): string {
  const [first = '?', second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
}
