import {
  type DateFormat,
  formatShownBy,
  readSlashedDay,
} from '../../../../../shared/audience/import/date-format';

describe('days with slashes (rules E5)', () => {
  it.each<[string, DateFormat, string | undefined]>([
    ['12/10/1985', 'mdy', '1985-12-10'],
    ['12/10/1985', 'dmy', '1985-10-12'],
    ['1/2/1990', 'mdy', '1990-01-02'],
    [' 1/2/1990 ', 'dmy', '1990-02-01'],
    ['25/12/1990', 'dmy', '1990-12-25'],
    ['25/12/1990', 'mdy', undefined],
    ['12/25/1990', 'dmy', undefined],
    ['29/02/1991', 'dmy', undefined],
    ['29/02/1992', 'dmy', '1992-02-29'],
    ['1/2/90', 'mdy', undefined],
    ['1990-01-02', 'mdy', undefined],
    ['', 'mdy', undefined],
  ])('%j as %s is %s', (text, format, day) => {
    expect(readSlashedDay(text, format)).toBe(day);
  });

  it.each<[string, ReturnType<typeof formatShownBy>]>([
    ['25/12/1990', 'dayFirst'],
    ['13/1/1990', 'dayFirst'],
    ['31/12/1990', 'dayFirst'],
    ['32/12/1990', undefined],
    ['12/13/1990', undefined],
    ['12/12/1990', undefined],
    ['12/11/1990', 'ambiguous'],
    ['1/2/1990', 'ambiguous'],
    ['0/2/1990', undefined],
    ['2/0/1990', undefined],
    ['13/13/1990', undefined],
    ['1990-01-02', undefined],
    ['hello', undefined],
  ])('%j shows %s', (text, shown) => {
    expect(formatShownBy(text)).toBe(shown);
  });
});
