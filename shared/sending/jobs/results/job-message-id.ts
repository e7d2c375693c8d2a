const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = 2;
const LARGEST = ALPHABET.length ** DIGITS - 1;
const FORM = /^msg_([0-9A-HJKMNP-TV-Z]{26})([0-9A-HJKMNP-TV-Z]{2})([0-9A-HJKMNP-TV-Z]{2})$/;

/** Place of a message in its job. */
export interface JobPlace {
  jobId: string;
  chunk: number;
  position: number;
}

/**
 * Returns the id of a job's message. It contains the place of the message's result, which is therefore found without an
 * index.
 */
export function jobMessageId(place: JobPlace): string {
  return `msg_${place.jobId.slice('brc_'.length)}${encode(place.chunk)}${encode(place.position)}`;
}

/** Reads the place from the id of a job's message; `undefined` for the id of a single message. */
export function readJobMessageId(messageId: string): JobPlace | undefined {
  const [, job, chunk, position] = FORM.exec(messageId) ?? [];
  if (job === undefined || chunk === undefined || position === undefined) return undefined;
  return { jobId: `brc_${job}`, chunk: decode(chunk), position: decode(position) };
}

function encode(value: number): string {
  if (value > LARGEST) throw new RangeError('A job has at most 1,023 chunks of 1,024 recipients');
  return `${ALPHABET[Math.floor(value / ALPHABET.length)]}${ALPHABET[value % ALPHABET.length]}`;
}

function decode(text: string): number {
  return [...text].reduce((value, digit) => value * ALPHABET.length + ALPHABET.indexOf(digit), 0);
}
