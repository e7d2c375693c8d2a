const STEPS = [1, 2, 4, 6, 8, 10];

/** Returns the top of an axis that a reader can divide: the least of 1, 2, 4, 6, 8 and 10 times a power of ten that has room. */
export function axisTop(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return (STEPS.find((step) => step * power >= highest) ?? 10) * power;
}

/** Returns the places of the days that have a label: about so many, evenly apart, the last day among them. */
export function labelledDays(days: number, count: number): number[] {
  const step = Math.max(1, Math.ceil(days / count));
  const places = [];
  for (let place = days - 1; place >= 0; place -= step) places.unshift(place);
  return places;
}
