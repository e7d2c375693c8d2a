import { BASE62 } from '../../platform/base62';
import { openNumber, SEALED_CHARACTERS, sealNumber } from './sealed-number';

/** What the tracking tokens of a job's messages are made from. */
export interface JobLink {
  /** Begins each of them, and is no other job's of the account. */
  token: string;
  /** Hides the recipient in the rest; absent of jobs that were accepted before tokens were hidden. */
  key: string | undefined;
}

/** Where in a job the token of a tracking link points. */
export interface TokenPlace {
  chunk: number;
  position: number;
}

/** Characters of a token that are the job's. */
export const JOB_TOKEN_CHARACTERS = 4;
/** As many as a message id can name; there are as many chunks. */
const POSITIONS_PER_CHUNK = 1024;

/** The token of one recipient's message, 10 characters; costs no write of its own. **Source:** rules 2.7. */
export function recipientToken(link: JobLink, place: TokenPlace): string {
  const number = place.chunk * POSITIONS_PER_CHUNK + place.position;
  return link.token + (link.key === undefined ? plainText(number) : sealNumber(link.key, number));
}

/** How far the places of a job go: a token that opens to another place is forged. */
export interface PlaceLimits {
  chunkCount: number;
  largestChunk: number;
}

/** The characters by which a token's job is found. */
export const jobTokenOf = (token: string) => token.slice(0, JOB_TOKEN_CHARACTERS);

/**
 * The place in its job of a token. Of the 62^6 texts that a token can end with only as many
 * are valid as the job has recipients.
 *
 * @param options.link of the job that `jobTokenOf` has found
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

/** The place as it stood at the end of tokens before it was hidden. */
function plainText(number: number): string {
  let text = '';
  for (let value = number; text.length < PLAIN_PLACE_CHARACTERS; value = Math.floor(value / BASE62.length)) {
    text = `${BASE62[value % BASE62.length]}${text}`;
  }
  return text;
}

/** Job and place of a token in which the place is not hidden; `undefined` for what cannot be one. */
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
