const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A job's tracking tokens begin with characters that are the job's own, and end with some for the recipient. */
export const JOB_TOKEN_CHARACTERS = 6;
const PLACE_CHARACTERS = 4;
/** As many as a message id can name; there are as many chunks. */
const POSITIONS_PER_CHUNK = 1024;

/** Where in a job the token of a tracking link points. */
export interface TokenPlace {
  chunk: number;
  position: number;
}

/** The token of one recipient's message, 10 characters; costs no write of its own. **Source:** contract 2.7. */
export function recipientToken(jobToken: string, place: TokenPlace): string {
  let value = place.chunk * POSITIONS_PER_CHUNK + place.position;
  let text = '';
  for (let digit = 0; digit < PLACE_CHARACTERS; digit++) {
    text = `${BASE62[value % BASE62.length]}${text}`;
    value = Math.floor(value / BASE62.length);
  }
  return jobToken + text;
}

export interface RecipientTokenPlace extends TokenPlace {
  jobToken: string;
}

/** The reverse; `undefined` for a token that cannot be a job's. */
export function readRecipientToken(token: string): RecipientTokenPlace | undefined {
  if (token.length !== JOB_TOKEN_CHARACTERS + PLACE_CHARACTERS) return undefined;
  let value = 0;
  for (const character of token.slice(JOB_TOKEN_CHARACTERS)) {
    const digit = BASE62.indexOf(character);
    if (digit < 0) return undefined;
    value = value * BASE62.length + digit;
  }
  const chunk = Math.floor(value / POSITIONS_PER_CHUNK);
  if (chunk < 1 || chunk >= POSITIONS_PER_CHUNK) return undefined;
  return { jobToken: token.slice(0, JOB_TOKEN_CHARACTERS), chunk, position: value % POSITIONS_PER_CHUNK };
}
