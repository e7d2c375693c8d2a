import { isNonCharacter, isSurrogate } from '../../text/storable-text';

/** First character of a body that no provider accepts. `index` counts UTF-16 code units. */
interface InvalidCharacter {
  readonly index: number;
  /** `U+` and four to six hexadecimal digits. */
  readonly codePoint: string;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Finds the first character that makes a body undeliverable: an unpaired surrogate, a non-character, or a control
 * character (C0, DEL, C1) other than tab, line feed and carriage return. Absent means that the body is fine.
 *
 * **Source:** rules 4.1, 4.3, code InvalidCharacters.
 */
export function findInvalidCharacter(body: string): InvalidCharacter | undefined {
  for (let index = 0; index < body.length; index++) {
    const unit = body.charCodeAt(index);
    if (unit >= 0x20 && unit < 0x7f) continue;
    const codePoint = body.codePointAt(index) ?? unit;
    if (isControl(codePoint) || isSurrogate(codePoint) || isNonCharacter(codePoint)) {
      return { index, codePoint: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}` };
    }
    if (codePoint > 0xffff) index++;
  }
  return undefined;
}

/** Reason in an InvalidRequest for a text of an account that could not be sent. */
export const NOT_SENDABLE = 'must be well-formed Unicode without control characters but tabs and line breaks';

/** Returns true for a text without a character that makes it undeliverable. */
export const isSendableText = (text: string): boolean => findInvalidCharacter(text) === undefined;

function isControl(codePoint: number): boolean {
  if (codePoint === TAB || codePoint === LINE_FEED || codePoint === CARRIAGE_RETURN) return false;
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f);
}
