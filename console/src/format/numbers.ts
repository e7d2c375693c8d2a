const count = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const formatCount = (value: number): string => count.format(value);

const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const partsOfDollar = new Intl.NumberFormat(undefined, {
  ...{ style: 'currency', currency: 'USD', maximumFractionDigits: 4 },
});

/** Formats an amount of US dollars; below one with parts of a cent, since a text costs less than a cent. */
export const formatDollars = (value: number): string =>
  (Math.abs(value) < 1 ? partsOfDollar : dollars).format(value);

/** Formats a share such as 98.5 %; a dash when the whole is 0. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(part / whole);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1000;

/** Formats a size in bytes, such as 1.2 MB. */
export function formatBytes(bytes: number): string {
  const power = UNITS.findLastIndex((_, index) => bytes >= STEP ** index);
  const index = Math.max(0, power);
  const format = new Intl.NumberFormat(undefined, {
    ...{
      style: 'unit',
      unit: UNITS[index],
      unitDisplay: index === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    },
  });
  return format.format(bytes / STEP ** index);
}

export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;
