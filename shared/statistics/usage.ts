import type { Item } from '../platform/store/item';

/**
 * Amounts by which use is measured: texts that the provider has reported on, their parts, the credits that were charged
 * for them, and their price in millionths of a US dollar.
 */
const USAGE_FIGURES = ['texts', 'parts', 'smsCredits', 'mmsCredits', 'priceMicros'] as const;
export type UsageFigures = Record<(typeof USAGE_FIGURES)[number], number>;

/** Dimensions by which use is counted. `source`: a campaign or automation by its id, or the kind of send. */
const USAGE_DIMENSIONS = ['source', 'number', 'country'] as const;
type UsageDimension = (typeof USAGE_DIMENSIONS)[number];

/** Use of one or more texts of the same source, number and country. */
export type Use = Record<UsageDimension, string> & UsageFigures;

/** Sources that are no campaign and no automation. `service`: texts of the service itself, such as opt-in messages. */
export const USAGE_KINDS = ['broadcast', 'batch', 'message', 'service'] as const;
/** Value of what a full day has no place for, or the provider does not tell. */
export const OTHER = 'other' as const;

/**
 * Places of a day's item: values of all dimensions together. A place takes some 150 bytes, and a write costs by the size of
 * its item. Writes that are under way as the last place is taken still add theirs, `MAX_ADDED` each.
 */
export const MAX_PLACES = 250;
/** Attributes that one write adds to: an expression has at most 4 KB. */
const MAX_ADDED = 150;

/** Amounts by the name of the attribute that has them. */
type Added = Record<string, number>;

// `source` has the letter s, so `s:cmp_1:t` counts the texts of a campaign. Values may contain colons.
const LETTERS: Record<UsageDimension, string> = { source: 's', number: 'n', country: 'c' };
const FIGURE_LETTERS: Record<keyof UsageFigures, string> = {
  ...{ texts: 't', parts: 'p', smsCredits: 's', mmsCredits: 'm', priceMicros: 'd' },
};
const ATTRIBUTE = /^([snc]):(.+):([tpsmd])$/;

const NOTHING: UsageFigures = { texts: 0, parts: 0, smsCredits: 0, mmsCredits: 0, priceMicros: 0 };

const addFigures = (a: UsageFigures, b: UsageFigures): UsageFigures => ({
  texts: a.texts + b.texts,
  parts: a.parts + b.parts,
  smsCredits: a.smsCredits + b.smsCredits,
  mmsCredits: a.mmsCredits + b.mmsCredits,
  priceMicros: a.priceMicros + b.priceMicros,
});

export const sumOfFigures = (all: readonly UsageFigures[]): UsageFigures => all.reduce(addFigures, NOTHING);

/** Adds up uses into as few writes as their expressions allow. A use is whole in one write: all dimensions have one sum. */
export function writesOf(uses: readonly Use[]): Added[] {
  const writes: Added[] = [];
  for (const use of uses) {
    const last = writes.at(-1);
    const sum = addUse(last ?? {}, use);
    if (last === undefined || Object.keys(sum).length > MAX_ADDED) writes.push(addUse({}, use));
    else writes[writes.length - 1] = sum;
  }
  return writes.map(withoutZeros).filter((added) => Object.keys(added).length > 0);
}

function addUse(sum: Added, use: Use): Added {
  const added = { ...sum };
  for (const dimension of USAGE_DIMENSIONS) {
    for (const figure of USAGE_FIGURES) {
      if (use[figure] === 0) continue;
      const name = `${LETTERS[dimension]}:${use[dimension]}:${FIGURE_LETTERS[figure]}`;
      added[name] = (added[name] ?? 0) + use[figure];
    }
  }
  return added;
}

const withoutZeros = (added: Added): Added =>
  Object.fromEntries(Object.entries(added).filter(([, amount]) => amount !== 0));

const placeOf = (name: string) => name.slice(0, -FIGURE_LETTERS.texts.length - 1);

/** Returns the places that an item has. */
export const placesOf = (item: Item | undefined): Set<string> =>
  new Set(
    Object.keys(item ?? {})
      .filter((name) => ATTRIBUTE.test(name))
      .map(placeOf),
  );

/** Moves what a full item has no place for to the other values of its dimension. */
export function foldInto(item: Item | undefined, added: Added): Added {
  const places = placesOf(item);
  const folded: Added = {};
  for (const [name, amount] of Object.entries(added)) {
    const other = name.replace(ATTRIBUTE, `$1:${OTHER}:$3`);
    const target = places.has(placeOf(name)) ? name : other;
    folded[target] = (folded[target] ?? 0) + amount;
  }
  return withoutZeros(folded);
}

/** Use of a day by one dimension and value. */
export interface UsageRow extends UsageFigures {
  /** Day in the account's time zone, `YYYY-MM-DD`. */
  day: string;
  by: UsageDimension;
  value: string;
}

/** Reads the use that the items of a day have. */
export function rowsOf(day: string, items: readonly Item[]): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const [name, amount] of items.flatMap((item) => Object.entries(item))) {
    const [, letter, value = '', figureLetter] = ATTRIBUTE.exec(name) ?? [];
    const by = USAGE_DIMENSIONS.find((dimension) => LETTERS[dimension] === letter);
    const figure = USAGE_FIGURES.find((one) => FIGURE_LETTERS[one] === figureLetter);
    if (by === undefined || figure === undefined || typeof amount !== 'number') continue;
    const row = rows.get(placeOf(name)) ?? { day, by, value, ...NOTHING };
    rows.set(placeOf(name), { ...row, [figure]: row[figure] + amount });
  }
  return [...rows.values()];
}

/** Adds up the rows of a dimension by value: the most expensive first, then those with the most texts. */
export function sumByValue(
  rows: readonly UsageRow[],
  by: UsageDimension,
): Array<{ value: string } & UsageFigures> {
  const sums = new Map<string, UsageFigures>();
  for (const row of rows) {
    if (row.by === by) sums.set(row.value, addFigures(sums.get(row.value) ?? NOTHING, row));
  }
  return [...sums]
    .map(([value, figures]) => ({ value, ...figures }))
    .filter((sum) => USAGE_FIGURES.some((figure) => sum[figure] !== 0))
    .sort((a, b) => b.priceMicros - a.priceMicros || b.texts - a.texts || (a.value < b.value ? -1 : 1));
}

/** Adds up the rows by day, in the order of `days`. Each dimension has the sum of the day; that of numbers is taken. */
export function sumByDay(
  rows: readonly UsageRow[],
  days: readonly string[],
): Array<{ day: string } & UsageFigures> {
  const ofNumbers = rows.filter(({ by }) => by === 'number');
  return days.map((day) => ({ day, ...sumOfFigures(ofNumbers.filter((row) => row.day === day)) }));
}

/**
 * Foresees the use of a whole month: that of the days that are over, and their average for each other day. Today counts
 * with the average, or with more when more is there already.
 *
 * @param days all days of the month, with zeros for those to come
 * @returns `undefined` on the first day, and for a month that is over or has not begun
 */
export function foreseeMonth(
  days: ReadonlyArray<{ day: string } & UsageFigures>,
  today: string,
): { daysOver: number; figures: UsageFigures } | undefined {
  const daysOver = days.findIndex(({ day }) => day === today);
  if (daysOver < 1) return undefined;
  const over = sumOfFigures(days.slice(0, daysOver));
  const ofToday = days[daysOver] ?? NOTHING;
  const foresee = (figure: keyof UsageFigures) => {
    const average = over[figure] / daysOver;
    const toCome = average * (days.length - daysOver - 1);
    return Math.round(over[figure] + Math.max(ofToday[figure], average) + toCome);
  };
  return {
    daysOver,
    figures: {
      texts: foresee('texts'),
      parts: foresee('parts'),
      smsCredits: foresee('smsCredits'),
      mmsCredits: foresee('mmsCredits'),
      priceMicros: foresee('priceMicros'),
    },
  };
}
