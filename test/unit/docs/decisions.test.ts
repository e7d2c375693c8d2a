import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'docs/decisions';
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const RECORDS = readdirSync(FOLDER).filter((file) => file !== 'README.md');
const DATE_AND_STATUS = /^Date: (\d{4}-\d\d-\d\d)\. Status: (accepted|replaced by \[[^\]]+\]\([^)]+\))/m;

describe('the records of decisions', () => {
  it.each(RECORDS)('%s has its date, status, context, choice, alternatives and cost', (file) => {
    const record = readFileSync(join(FOLDER, file), 'utf8');
    expect(record).toMatch(DATE_AND_STATUS);
    const parts = [...record.matchAll(/^(?:## |\*\*)(Context|Choice|Alternatives|Cost)\b/gm)].map(
      ([, part]) => part,
    );
    expect(parts).toEqual(['Context', 'Choice', 'Alternatives', 'Cost']);
  });

  it('are all in the index, by their titles, dates and status', () => {
    const rows = RECORDS.map((file) => {
      const record = readFileSync(join(FOLDER, file), 'utf8');
      const [, date, status] = DATE_AND_STATUS.exec(record) ?? [];
      return `| [${/^# (.*)$/m.exec(record)?.[1]}](${file}) | ${date} | ${status} |`;
    });
    expect(rows.filter((row) => !INDEX.includes(row))).toEqual([]);
  });
});
