import { createHmac } from 'node:crypto';
import { BASE62 } from '../../../text/base62';

const HALF_CHARACTERS = 3;
const HALF = BASE62.length ** HALF_CHARACTERS;
const ROUNDS = 8;

export const SEALED_CHARACTERS = 2 * HALF_CHARACTERS;
export const SEALED_NUMBERS = HALF ** 2;

/**
 * Encrypts a number below `SEALED_NUMBERS` as 6 letters and digits. Each key gives another permutation of all numbers:
 * the texts of some numbers reveal nothing about the text of any other.
 *
 * It is a Feistel network over two halves of 3 characters, with HMAC-SHA256 as its round function.
 */
export function sealNumber(key: string, number: number): string {
  let [left, right] = [Math.floor(number / HALF), number % HALF];
  for (let round = 0; round < ROUNDS; round++) {
    [left, right] = [right, (left + roundValue(key, { round, half: right })) % HALF];
  }
  return halfText(left) + halfText(right);
}

/**
 * Decrypts a text of `sealNumber`; `undefined` for a text of another form. Every text of that form stands for some
 * number.
 */
export function openNumber(key: string, text: string): number | undefined {
  if (!/^[0-9A-Za-z]{6}$/.test(text)) return undefined;
  let left = halfOf(text.slice(0, HALF_CHARACTERS));
  let right = halfOf(text.slice(HALF_CHARACTERS));
  for (let round = ROUNDS - 1; round >= 0; round--) {
    [left, right] = [(right - roundValue(key, { round, half: left }) + HALF) % HALF, left];
  }
  return left * HALF + right;
}

function roundValue(key: string, { round, half }: { round: number; half: number }): number {
  const mac = createHmac('sha256', key).update(`${round}:${half}`).digest();
  // 48 bits: no remainder is noticeably more frequent than another.
  return mac.readUIntBE(0, 6) % HALF;
}

function halfText(value: number): string {
  const digits = [Math.floor(value / BASE62.length ** 2), Math.floor(value / BASE62.length), value];
  return digits.map((digit) => BASE62[digit % BASE62.length]).join('');
}

function halfOf(text: string): number {
  return [...text].reduce((value, character) => value * BASE62.length + BASE62.indexOf(character), 0);
}
