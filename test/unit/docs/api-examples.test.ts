import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExamples } from '../../../lib/generate/api-examples';

const ROOT = process.cwd();
const PAGE = readFileSync(join(ROOT, 'docs/api-examples.md'), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-examples-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('compile in a project of their own, set up as the page says', () => {
  const settings = /^```json\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? '';
  expect(JSON.parse(settings)).toMatchObject({ compilerOptions: { module: 'nodenext', types: ['node'] } });
  writeFileSync(join(folder, 'tsconfig.json'), settings);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'examples.ts'), readExamples(ROOT, 'ts'));
  copyFileSync(join(ROOT, 'shared/http/generated/api.d.ts'), join(folder, 'api.d.ts'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--skipLibCheck'];
  const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: folder, encoding: 'utf8' });

  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
}, 180_000);

it('name every package that they import', () => {
  const imported = [...readExamples(ROOT, 'ts').matchAll(/from '([^.][^']*)'/g)].map(
    ([, name]) => name ?? '',
  );
  const own = imported.filter((name) => !name.startsWith('node:'));
  const installed = [...PAGE.matchAll(/^npm install (.*)$/gm)].flatMap(
    ([, names]) => names?.split(' ') ?? [],
  );
  expect(own.length).toBeGreaterThan(1);
  expect(installed).toEqual(expect.arrayContaining([...own, '@types/node', 'typescript']));
});
