import { countSegments } from '../../../shared/content/segments';
import { countOf } from '../format/numbers';

/**
 * Describes the length of a text as its recipients get it, such as “1 to 2 SMS parts (GSM-7)”.
 *
 * @param texts the text without values first, then with those of recipients
 * @returns `isShortened`: the text itself, or a value in it, has a character outside GSM-7
 */
export function describeLength(texts: readonly string[]): { words: string; isShortened: boolean } {
  const counts = texts.map(countSegments);
  const segments = counts.map((count) => count.segments);
  const [least, most] = [Math.min(...segments), Math.max(...segments)];
  const isShortened = counts.some(({ encoding }) => encoding === 'UCS-2');
  const length = least === most ? countOf(most, 'SMS part') : `${least} to ${countOf(most, 'SMS part')}`;
  return { words: `${length} (${isShortened ? 'UCS-2' : 'GSM-7'})`, isShortened };
}
