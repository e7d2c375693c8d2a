const count = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const formatCount = (value: number): string => count.format(value);

/** A share such as 98.5 %; a dash where there is nothing to share. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(part / whole);

export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;
