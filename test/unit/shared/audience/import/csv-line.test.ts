import { csvLine, unescapeCell } from '../../../../../shared/audience/import/csv-line';

describe('csvLine', () => {
  it.each(['=1+1', '+CMD', '-CMD', '@SUM(A1)', '\tx', '＝1+1', '＋CMD', '－CMD', '＠SUM(A1)'])(
    'puts an apostrophe before %j, which a spreadsheet takes for a formula, and an import takes it away',
    (text) => {
      expect(csvLine([text, 'b'])).toBe(`'${text},b\n`);
      expect(unescapeCell(`'${text}`)).toBe(text);
    },
  );

  it.each(['+12065550100', '-4.5', "O'Brien", 'a=b', 'Ｗ'])('writes %j as it is', (text) => {
    expect(csvLine([text])).toBe(`${text}\n`);
    expect(unescapeCell(text)).toBe(text);
  });
});
