import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

const withoutCode = (page: string) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Returns the anchors that GitHub makes of headings. */
function anchorsOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

function isBroken(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(file)) return true;
  return anchor !== undefined && !anchorsOf(file).includes(anchor);
}

it.each(PAGES)('%s links to nothing that is not there', (page) => {
  const targets = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const own = targets.filter((target) => !/^https?:/.test(target));
  expect(own.filter((target) => isBroken(page, target))).toEqual([]);
});

it('is linked to from the README, however many steps away', () => {
  const reached = new Set(['README.md', 'CHANGELOG.md']);
  for (const page of reached) {
    for (const [, target = ''] of withoutCode(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      const file = normalize(join(dirname(page), target)).replace(/\/$/, '');
      const pages = PAGES.filter((other) => other === file || dirname(other) === file);
      pages.forEach((other) => reached.add(other));
    }
  }
  expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
});
