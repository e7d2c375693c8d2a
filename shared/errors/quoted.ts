import { MAX_QUOTED_CHARACTERS } from '../limits';

/**
 * Returns a text of a request as the details of an error quote it: its beginning where it is very long, so that no
 * answer grows with what was sent.
 */
export function quoted(text: string): string {
  if (text.length <= MAX_QUOTED_CHARACTERS) return text;
  const characters = [...text.slice(0, 2 * MAX_QUOTED_CHARACTERS)];
  return characters.length <= MAX_QUOTED_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_QUOTED_CHARACTERS - 1).join('')}…`;
}
