import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = ['README.md', 'docs/architecture.md', 'docs/how-to.md'];
const FOLDERS = ['shared', 'functions', 'lib', 'bin', 'test'];

const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('generated'))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
).join('\n');
const DECLARED = new Set(
  [...SOURCES.matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(([, name]) => name),
);

/**
 * Returns the names in a page's code: `shared/a/b.ts` and `name()`, without paths with a placeholder (`<module>`, `*`).
 */
function namesOf(page: string): { paths: string[]; functions: string[] } {
  const inCode = [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return {
    paths: inCode.filter((code) =>
      /^(?:shared|functions|lib|bin|console|test|docs|\.ci)\/[\w./-]+\.\w+$/.test(code),
    ),
    functions: inCode.flatMap((code) => /^(\w+)\(\)$/.exec(code)?.[1] ?? []),
  };
}

describe.each(PAGES)('%s', (page) => {
  it('names files that exist', () => {
    const { paths } = namesOf(page);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names functions that exist', () => {
    expect(namesOf(page).functions.filter((name) => !DECLARED.has(name))).toEqual([]);
  });
});

it('the walk through the architecture names its functions', () => {
  expect(namesOf('docs/architecture.md').functions.length).toBeGreaterThan(30);
});
