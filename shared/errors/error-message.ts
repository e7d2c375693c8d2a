import { ERROR_CODES, type ErrorCode } from './error-codes';
import type { ErrorDetails, InvalidField } from './error-details';

const MOST_CHARACTERS_OF_A_DETAIL = 100;

/** Circumstances of an error besides its code. */
interface Occurrence {
  cause?: string | undefined;
  details?: ErrorDetails | undefined;
  mentions?: Readonly<Record<string, string>> | undefined;
}

/**
 * Builds the message of an error from its cause and its first invalid field.
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

/** Returns for example `The request is invalid: /from is required (and 2 more).` */
function withFirst(message: string, [first, ...others]: InvalidField[]): string {
  if (!first) return message;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${message.slice(0, -1)}: ${describePlace(first)}${more}.`;
}

/** Describes an invalid field as a part of a sentence. */
export function describePlace({ pointer, reason }: InvalidField): string {
  const place = pointer === '' ? 'the body' : shorten(pointer);
  if (/^(?:must|is|has|names|does|would|never)\b/.test(reason)) return `${place} ${reason}`;
  if (/^(?:required|not allowed)\b/.test(reason)) return `${place} is ${reason}`;
  return /^unknown\b/.test(reason) ? `${place} is an ${reason}` : `${place}: ${reason}`;
}

const fill = (text: string, details: ErrorDetails = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => shorten(String(details[name])));

/** Names of properties and labels come from the client, and can be very long. */
const shorten = (text: string) => {
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS_OF_A_DETAIL)];
  return characters.length > MOST_CHARACTERS_OF_A_DETAIL
    ? `${characters.slice(0, MOST_CHARACTERS_OF_A_DETAIL).join('')}…`
    : text;
};
