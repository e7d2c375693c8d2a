import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the numbers of the rules' sections, and of the points in sections that are lists: `4.1`, `5.2`, `E7`. */
function sectionsOf(rules: string): Set<string> {
  const sections = new Set<string>();
  let section = '';
  for (const line of rules.split('\n')) {
    const heading = /^##+ (E?\d+(?:\.\d+)?)\.? /.exec(line)?.[1];
    const point = /^(\d+)\. /.exec(line)?.[1];
    if (heading !== undefined) sections.add((section = heading));
    else if (/^##* /.test(line)) section = '';
    else if (point !== undefined && section !== '') sections.add(`${section}.${point}`);
  }
  return sections;
}

/** Returns the sections that `**Source:** rules 4.1, E7 (tracking link)` names. */
function namedSections(source: string): string[] {
  return /^(?:E?\d+(?:\.\d+)*(?:, )?)+/.exec(source)?.[0].split(', ').filter(Boolean) ?? [source];
}

const SECTIONS = sectionsOf(readFileSync('docs/rules.md', 'utf8'));
const FILES = ['shared', 'functions', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('generated/'))
    .map((file) => join(folder, file)),
);

describe('the sources of rules', () => {
  it('are sections of docs/rules.md', () => {
    const unknown = FILES.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\*\*Source:\*\* rules ([^*\n]+)/g)].flatMap(
        ([, source = '']) =>
          namedSections(source.trim())
            .map((section) => section.replace(/\.$/, ''))
            .filter((section) => !SECTIONS.has(section))
            .map((section) => `${file}: ${section}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('are read as such', () => {
    expect(['2.1', '5.2', 'E1', 'E4.3'].filter((section) => !SECTIONS.has(section))).toEqual([]);
    expect(['2.99', '5.99', 'E99'].filter((section) => SECTIONS.has(section))).toEqual([]);
    expect(namedSections('4.1, E7 (tracking link)')).toEqual(['4.1', 'E7']);
    expect(namedSections('somewhere else')).toEqual(['somewhere else']);
  });

  it('are named by many files', () => {
    expect(FILES.length).toBeGreaterThan(250);
  });
});
