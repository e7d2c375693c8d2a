import { countOf, formatDollars } from '../format/numbers';

/** Returns how many numbers are looked up before their texts, and what AWS charges for it. */
export const describeLookUps = ({ count, price }: { count: number; price: number }): string =>
  `${countOf(count, 'number is', 'numbers are')} looked up before, ${formatDollars(price)}`;
