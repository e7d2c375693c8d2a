import { readFileSync } from 'node:fs';
import { ACCOUNT_SETTING_NAMES, EACH_SETTING } from '../../../shared/accounts/account-settings';

/** Rows of the table of settings in section E7 of the rules: options and default. */
function rowsOfRules(): { options: string[]; byDefault: string }[] {
  const rules = readFileSync('docs/rules.md', 'utf8');
  const table = /## E7\..*?\n\n\| Setting [^\n]*\n[^\n]*\n(.*?)\n\n/s.exec(rules)?.[1] ?? '';
  return table.split('\n').map((row) => {
    const [, options = '', byDefault = ''] = row.split('|').map((cell) => cell.trim());
    return { options: options.match(/--[a-z-]+/g) ?? [], byDefault };
  });
}

const optionOf = (option: string) => option.split(' ')[0] ?? option;
const shown = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : Number(value).toLocaleString('en-US');

describe('the table of settings in docs/rules.md', () => {
  const rows = rowsOfRules();

  it('has every setting, and no other', () => {
    const options = ACCOUNT_SETTING_NAMES.filter((name) => name !== 'name').map((name) =>
      optionOf(EACH_SETTING[name].option),
    );
    expect(rows.flatMap((row) => row.options).toSorted()).toEqual(options.toSorted());
  });

  it.each(
    ACCOUNT_SETTING_NAMES.filter((name) => ['count', 'flag', 'retention'].includes(EACH_SETTING[name].kind)),
  )('has the default of %s', (name) => {
    const { option, default: value, unset } = EACH_SETTING[name];
    const row = rows.find(({ options }) => options.includes(optionOf(option)));
    expect(row?.byDefault).toBe(value === undefined ? unset : shown(value));
  });
});
