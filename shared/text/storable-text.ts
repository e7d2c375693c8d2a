/**
 * Returns true for a text that the table, and every queue and bus behind it, returns unchanged: well-formed Unicode
 * without NUL and without non-characters, some of which SQS refuses.
 */
export function isStorableText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (!isStorable(codePoint)) return false;
    if (codePoint > 0xffff) index++;
  }
  return true;
}

/** Reason in an InvalidRequest for any other text. */
export const NOT_STORABLE = 'must be well-formed Unicode without NUL and without non-characters';

/** Replaces the characters that `isStorableText` refuses with U+FFFD, in texts that must be stored in any case. */
export function toStorableText(text: string): string {
  if (isStorableText(text)) return text;
  return Array.from(text, (character) =>
    isStorable(character.codePointAt(0) ?? 0) ? character : '\ufffd',
  ).join('');
}

const isStorable = (codePoint: number) =>
  codePoint !== 0 && !isSurrogate(codePoint) && !isNonCharacter(codePoint);

/** Returns true for a lone surrogate: `codePointAt` joins pairs. */
export function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

/** Returns true for U+FDD0 to U+FDEF and the last two code points of every plane. */
export function isNonCharacter(codePoint: number): boolean {
  return (codePoint >= 0xfdd0 && codePoint <= 0xfdef) || (codePoint & 0xfffe) === 0xfffe;
}
