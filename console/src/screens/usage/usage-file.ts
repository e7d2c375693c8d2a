import { escapeCell } from '../../../../shared/audience/import/formula-cell';
import type { Usage } from '../../api/schemas';
import { writeLine } from '../../format/csv-text';
import { describeCountry, describeSource } from './describe-usage';

/** Tables of a month, by which its texts are split. The rows of each add up to the month. */
export type UsagePart = 'sources' | 'numbers' | 'countries' | 'days';
type Row = Usage['total'] & { name: string };

const HEADERS: Record<UsagePart, string> = {
  sources: 'Sent by',
  numbers: 'Number',
  countries: 'Country',
  days: 'Day',
};
const FIGURES = ['Price in US dollars', 'Texts', 'Parts', 'SMS credits', 'MMS credits'];
/** Lets spreadsheets read the file as UTF-8. */
const MARK = '\ufeff';

/** Writes a table of the month as CSV: the rows that the screen shows, with prices that are not rounded. */
export function writePart(usage: Usage, part: UsagePart): string {
  const lines = rowsOf(usage, part).map(({ name, price, texts, parts, credits }) => [
    escapeCell(name),
    ...[price, texts, parts, credits.sms, credits.mms].map(String),
  ]);
  return MARK + [[HEADERS[part], ...FIGURES], ...lines].map((cells) => writeLine(cells, ',')).join('');
}

function rowsOf(usage: Usage, part: UsagePart): Row[] {
  switch (part) {
    case 'sources':
      return usage.sources.map((row) => ({ ...row, name: describeSource(row).text }));
    case 'numbers':
      return usage.numbers.map((row) => ({
        ...row,
        name: row.number === 'other' ? 'All others' : row.number,
      }));
    case 'countries':
      return usage.countries.map((row) => ({ ...row, name: describeCountry(row.country) }));
    case 'days':
      return daysWithTexts(usage).map((row) => ({ ...row, name: row.day }));
  }
}

/** Returns the days of the table, which leaves out those without a text. */
export const daysWithTexts = ({ days }: Pick<Usage, 'days'>): Usage['days'] =>
  days.filter(({ texts }) => texts !== 0);
