/**
 * Whether a text comes out of the table, and of every queue and bus behind it, as it went in: well-formed Unicode
 * without NUL and without non-characters, of which SQS refuses some.
 */
export function isStorableText(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (!isStorable(codePoint)) return false;
    if (codePoint > 0xffff) index++;
  }
  return true;
}

/** Reason of an InvalidRequest for any other text. */
export const NOT_STORABLE = 'must be well-formed Unicode without NUL and without non-characters';

/** Replaces what `isStorableText` refuses by U+FFFD, in texts that must be kept whatever is in them. */
export function toStorableText(text: string): string {
  if (isStorableText(text)) return text;
  return Array.from(text, (character) =>
    isStorable(character.codePointAt(0) ?? 0) ? character : '\ufffd',
  ).join('');
}

const isStorable = (codePoint: number) =>
  codePoint !== 0 && !isSurrogate(codePoint) && !isNonCharacter(codePoint);

/** `codePointAt` joins pairs, so a surrogate that is left over stands alone. */
export function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

/** U+FDD0 to U+FDEF, and the last two of every plane. */
export function isNonCharacter(codePoint: number): boolean {
  return (codePoint >= 0xfdd0 && codePoint <= 0xfdef) || (codePoint & 0xfffe) === 0xfffe;
}
