import { existsSync, readFileSync } from 'node:fs';

/** Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0, which are its first ones. */
const REQUIREMENTS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3 },
  ...{ '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1 },
  ...{ '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2 },
  ...{ '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2 },
  ...{ '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3 },
  ...{ '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4 },
  ...{ '17.3': 2 },
};
const ALL = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `V${section}.${index + 1}`),
);

/** Rows of the tables, by their first column. */
const rows = readFileSync('docs/security-requirements.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Returns the requirements in a text: `V1.2.5–V1.2.8, V1.3.1` is five of them. */
function requirementsIn(text: string): string[] {
  return [...text.matchAll(/V(\d+\.\d+)\.(\d+)(?:–V(\d+\.\d+)\.(\d+))?/g)].flatMap(
    ([, section = '', first = '', lastSection = section, last = first]) => {
      expect(lastSection).toBe(section);
      const count = Number(last) - Number(first) + 1;
      return Array.from({ length: count }, (_, index) => `V${section}.${Number(first) + index}`);
    },
  );
}

describe('the page of security requirements', () => {
  it('has each requirement of levels 1 and 2 in one row', () => {
    expect(ALL).toHaveLength(253);
    expect(rows.flatMap(([, first = '']) => requirementsIn(first)).sort()).toEqual([...ALL].sort());
  });

  it('has the ten risks of APIs', () => {
    const risks = rows.flatMap(([, first = '']) => /^API(\d+) /.exec(first)?.[1] ?? []);
    expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
  });

  it('names files that there are, and a test in each row of what is met', () => {
    const files = rows.flatMap((cells) =>
      [
        ...cells
          .join(' ')
          .matchAll(/`((?:\.ci|bin|console|docs|functions|lib|shared|test)\/[^`]+|[\w.]+\.(?:js|json))`/g),
      ].map(([, file = '']) => file),
    );
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const met = rows.filter((cells) => cells.length === 5 && /^(API|V)\d/.test(cells[1] ?? ''));
    expect(met.length).toBeGreaterThan(70);
    expect(met.filter(([, , , test = '']) => !/^`(?:test\/|\.ci\/run`)/.test(test))).toEqual([]);
  });
});
