import { isStorableText } from '../../../text/storable-text';

/** Returns true for a non-empty text that requests can contain: see the format `text` of request schemas. */
export const isTextUpTo = (mostCharacters: number, text: string) =>
  text !== '' && isStorableText(text) && [...text].length <= mostCharacters;
