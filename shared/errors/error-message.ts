import { ERROR_CODES, type ErrorCode } from './error-codes';
import type { ErrorDetails, InvalidField } from './error-details';

const MOST_CHARACTERS_OF_A_DETAIL = 100;

/** What is known of an error besides its code. */
interface Occurrence {
  cause?: string | undefined;
  details?: ErrorDetails | undefined;
  mentions?: Readonly<Record<string, string>> | undefined;
}

/**
 * Writes the message of an error: the cause that holds, with its place.
 *
 * **Source:** rules 7.
 */
export function messageOf(code: ErrorCode, { cause, details, mentions }: Occurrence): string {
  const row: { message: string; detailed?: string; causes?: Readonly<Record<string, string>> } =
    ERROR_CODES[code];
  const errors = details?.errors as InvalidField[] | undefined;
  if (errors) return withFirst(row.message, errors);
  const ofCause = cause === undefined ? undefined : row.causes?.[cause];
  return fill(ofCause ?? (details && row.detailed) ?? row.message, { ...mentions, ...details });
}

/** `The request is invalid: /from is required (and 2 more).` */
function withFirst(message: string, [first, ...others]: InvalidField[]): string {
  if (!first) return message;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${message.slice(0, -1)}: ${describePlace(first)}${more}.`;
}

/** A place of an invalid request and what is wrong there, as a part of a sentence. */
export function describePlace({ pointer, reason }: InvalidField): string {
  const place = pointer === '' ? 'the body' : shorten(pointer);
  if (/^(?:must|is|has|names|does|would|never)\b/.test(reason)) return `${place} ${reason}`;
  if (/^(?:required|not allowed)\b/.test(reason)) return `${place} is ${reason}`;
  return /^unknown\b/.test(reason) ? `${place} is an ${reason}` : `${place}: ${reason}`;
}

const fill = (text: string, details: ErrorDetails = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => shorten(String(details[name])));

/** Names of properties and labels are the client's own, and can be very long. */
const shorten = (text: string) => {
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS_OF_A_DETAIL)];
  return characters.length > MOST_CHARACTERS_OF_A_DETAIL
    ? `${characters.slice(0, MOST_CHARACTERS_OF_A_DETAIL).join('')}…`
    : text;
};
