import { BASE62 } from '../../text/base62';
import { openNumber, SEALED_CHARACTERS, sealNumber } from './internal/sealed-number';

/** Prefix and key from which the tracking tokens of a job's messages are made. */
export interface JobLink {
  /** Prefix of each token, unique among the jobs of the account. */
  token: string;
  /**
   * Key that encrypts the recipient's place in the rest of the token; absent for jobs that were accepted before places
   * were encrypted.
   */
  key: string | undefined;
}

/** Place in a job that the token of a tracking link points to. */
interface TokenPlace {
  chunk: number;
  position: number;
}

/** Length of the prefix that a token has from its job. */
export const JOB_TOKEN_CHARACTERS = 4;
/** Number of positions that a message id can address; the number of chunks has the same limit. */
const POSITIONS_PER_CHUNK = 1024;

/** Returns the token of one recipient's message, 10 characters; needs no write of its own. **Source:** rules 2.7. */
export function recipientToken(link: JobLink, place: TokenPlace): string {
  const number = place.chunk * POSITIONS_PER_CHUNK + place.position;
  return link.token + (link.key === undefined ? plainText(number) : sealNumber(link.key, number));
}

/** Bounds of the places of a job: a token that decrypts to a place outside them is forged. */
export interface PlaceLimits {
  chunkCount: number;
  largestChunk: number;
}

/** Returns the prefix that identifies a token's job. */
export const jobTokenOf = (token: string) => token.slice(0, JOB_TOKEN_CHARACTERS);

/**
 * Returns the place in its job that a token stands for. Of the 62^6 texts that a token can end with, only as many are
 * valid as the job has recipients.
 *
 * @param options.key of the job that `jobTokenOf` identifies
 * @param options.limits bounds of the places of that job
 * @returns `undefined` for a token that is not valid
 */
export function readRecipientToken(
  token: string,
  options: { key: string; limits: PlaceLimits },
): TokenPlace | undefined {
  if (token.length !== JOB_TOKEN_CHARACTERS + SEALED_CHARACTERS) return undefined;
  const number = openNumber(options.key, token.slice(JOB_TOKEN_CHARACTERS));
  const place = number === undefined ? undefined : placeOf(number);
  const { chunkCount, largestChunk } = options.limits;
  return place && place.chunk <= chunkCount && place.position < largestChunk ? place : undefined;
}

const placeOf = (number: number): TokenPlace | undefined => {
  const place = {
    chunk: Math.floor(number / POSITIONS_PER_CHUNK),
    position: number % POSITIONS_PER_CHUNK,
  };
  return place.chunk < 1 || place.chunk >= POSITIONS_PER_CHUNK ? undefined : place;
};

const PLAIN_JOB_CHARACTERS = 6;
const PLAIN_PLACE_CHARACTERS = 4;

/** Writes a place in the form that tokens had before places were encrypted. */
function plainText(number: number): string {
  let text = '';
  for (let value = number; text.length < PLAIN_PLACE_CHARACTERS; value = Math.floor(value / BASE62.length)) {
    text = `${BASE62[value % BASE62.length]}${text}`;
  }
  return text;
}

/** Reads job and place from a token whose place is not encrypted; `undefined` when it cannot be such a token. */
export function readPlainToken(token: string): (TokenPlace & { jobToken: string }) | undefined {
  if (token.length !== PLAIN_JOB_CHARACTERS + PLAIN_PLACE_CHARACTERS || !/^[0-9A-Za-z]*$/.test(token)) {
    return undefined;
  }
  const number = [...token.slice(PLAIN_JOB_CHARACTERS)].reduce(
    (value, character) => value * BASE62.length + BASE62.indexOf(character),
    0,
  );
  const place = placeOf(number);
  return place && { jobToken: token.slice(0, PLAIN_JOB_CHARACTERS), ...place };
}
