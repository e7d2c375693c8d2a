import { stringify } from 'csv-stringify/sync';
import type { Account } from '../accounts/account';
import { automationItem } from '../automations/record/automation';
import { campaignItem } from '../campaigns/record/campaign';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import { readUsageRows } from '../statistics/daily-statistics';
import {
  foreseeMonth,
  OTHER,
  sumByDay,
  sumByValue,
  sumOfFigures,
  USAGE_KINDS,
  type UsageFigures,
} from '../statistics/usage';
import { dayIn } from '../time-zones/wall-clock';

/** Figures as they are answered. `price` in US dollars. */
interface PresentedFigures {
  texts: number;
  parts: number;
  credits: { sms: number; mms: number };
  price: number;
}

type SourceKind = (typeof USAGE_KINDS)[number] | 'campaign' | 'automation' | typeof OTHER;
/** Source of texts. A campaign or automation that is gone has no name. */
interface Source {
  kind: SourceKind;
  id?: string | undefined;
  name?: string | undefined;
}

interface Usage {
  /** `YYYY-MM` in the account's time zone. */
  month: string;
  timeZone: string;
  total: PresentedFigures;
  /** Only in the current month, from its second day on. */
  forecast?: (PresentedFigures & { basedOnDays: number }) | undefined;
  /** Budget of the current month, in US dollars. */
  budget?: number | undefined;
  /** All days of the month up to today. */
  days: Array<PresentedFigures & { day: string }>;
  sources: Array<PresentedFigures & Source>;
  numbers: Array<PresentedFigures & { number: string }>;
  countries: Array<PresentedFigures & { country: string }>;
}

interface Asked {
  account: Pick<Account, 'id' | 'timeZone' | 'monthlyBudget'>;
  /** `YYYY-MM`; absent: the current month. */
  month?: string | undefined;
}

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Most values of a dimension that are listed; the rest is added up. */
const MOST_LISTED = 100;
const MICRO = 1_000_000;

/** Returns what the texts of a month came to, by day, source, number and country. */
export async function readUsage(deps: Deps, asked: Asked): Promise<Usage> {
  const { rows, month, today, timeZone } = await readRows(deps, asked);
  const days = sumByDay(rows, daysOf(month));
  const forecast = foreseeMonth(days, today);
  const sources = longest(sumByValue(rows, 'source'));
  const describe = await describeSources(
    deps.table,
    asked.account.id,
    sources.map(({ value }) => value),
  );
  return {
    month,
    timeZone,
    total: present(sumOfFigures(days)),
    budget: today.startsWith(month) ? asked.account.monthlyBudget : undefined,
    forecast: forecast && { basedOnDays: forecast.daysOver, ...present(forecast.figures) },
    days: days.filter(({ day }) => day <= today).map(({ day, ...sum }) => ({ day, ...present(sum) })),
    sources: sources.map(({ value, ...sum }) => ({ ...describe(value), ...present(sum) })),
    numbers: longest(sumByValue(rows, 'number')).map(({ value, ...sum }) => ({
      number: value,
      ...present(sum),
    })),
    countries: longest(sumByValue(rows, 'country')).map(({ value, ...sum }) => ({
      country: value,
      ...present(sum),
    })),
  };
}

const HEADER = [
  ...['day', 'by', 'value', 'name', 'texts', 'parts', 'SMS credits', 'MMS credits', 'price in USD'],
];

/**
 * Writes the usage of a month to a CSV file, a line for each day and source, day and number, and day and country. Those of
 * each kind add up to the month.
 */
export async function writeUsage(deps: Deps, asked: Asked): Promise<{ text: string; month: string }> {
  const { rows, month } = await readRows(deps, asked);
  const values = rows.filter(({ by }) => by === 'source').map(({ value }) => value);
  const describe = await describeSources(deps.table, asked.account.id, [...new Set(values)]);
  const lines = rows
    .map(({ day, by, value, ...figures }) => {
      const { texts, parts, credits, price } = present(figures);
      const name = by === 'source' ? describe(value).name : undefined;
      return [day, by, value, name, texts, parts, credits.sms, credits.mms, price];
    })
    .sort((a, b) => (keyOfLine(a) < keyOfLine(b) ? -1 : 1));
  return { text: stringify([HEADER, ...lines], { escape_formulas: true }), month };
}

const keyOfLine = (line: readonly unknown[]) => line.slice(0, 3).join(' ');

/** Returns what the texts of the current month have cost, in US dollars. */
export async function readPriceOfMonth(deps: Deps, account: Asked['account']): Promise<number> {
  const { rows, month } = await readRows(deps, { account });
  return present(sumOfFigures(sumByDay(rows, daysOf(month)))).price;
}

async function readRows({ table, clock }: Deps, { account, month: asked }: Asked) {
  const { timeZone = 'UTC' } = account;
  const today = dayIn(timeZone, epochMs(clock));
  const month = asked ?? today.slice(0, 'YYYY-MM'.length);
  return { rows: await readUsageRows(table, { accountId: account.id, month }), month, today, timeZone };
}

function daysOf(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

const present = ({ texts, parts, smsCredits, mmsCredits, priceMicros }: UsageFigures): PresentedFigures => ({
  texts,
  parts,
  credits: { sms: smsCredits, mms: mmsCredits },
  price: priceMicros / MICRO,
});

/** Adds up what is not among the first values of a dimension. */
function longest(sums: ReturnType<typeof sumByValue>): ReturnType<typeof sumByValue> {
  const isListed = (sum: { value: string }, index: number) => index < MOST_LISTED && sum.value !== OTHER;
  const rest = sums.filter((sum, index) => !isListed(sum, index));
  return rest.length === 0 ? sums : [...sums.filter(isListed), { value: OTHER, ...sumOfFigures(rest) }];
}

async function describeSources(
  table: Table,
  accountId: string,
  values: readonly string[],
): Promise<(value: string) => Source> {
  const named = values.filter((value) => kindOf(value) === 'campaign' || kindOf(value) === 'automation');
  const keys = named.map((id) =>
    (kindOf(id) === 'automation' ? automationItem : campaignItem).key({ accountId, id }),
  );
  const items = await table.batchGet(keys, { eventuallyConsistent: true, attributes: ['name'] });
  const nameOf = new Map(named.map((id, index) => [id, items[index]?.name]));
  return (value) => {
    const kind = kindOf(value);
    const name = nameOf.get(value);
    return nameOf.has(value)
      ? { kind, id: value, name: typeof name === 'string' ? name : undefined }
      : { kind };
  };
}

function kindOf(value: string): SourceKind {
  const kind = [...USAGE_KINDS, OTHER].find((one) => one === value);
  return kind ?? (value.startsWith('aut_') ? 'automation' : 'campaign');
}
