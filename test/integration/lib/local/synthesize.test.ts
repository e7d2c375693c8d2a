import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashSources, synthesize } from '../../../../lib/local/synthesize';
import { useFolder } from '../../../support/run/use-folder';

const ROOT = join(__dirname, '../../../..');

/** App of two stacks, one of which puts out what it is given; it counts its runs. */
const APP = `
import { appendFileSync, writeFileSync } from 'node:fs';
appendFileSync('runs.txt', 'x');
const { PROVIDER, STAGES_DIR, CDK_CONTEXT_JSON, CDK_OUTDIR } = process.env;
const Value = [PROVIDER, STAGES_DIR, CDK_CONTEXT_JSON].join(' ');
const write = (name, template) => writeFileSync(CDK_OUTDIR + '/' + name + '.template.json', JSON.stringify(template));
write('One', { Resources: { Topic: { Type: 'AWS::SNS::Topic' } }, Outputs: { Given: { Value } } });
write('Two', { Resources: { Queue: { Type: 'AWS::SQS::Queue' } } });
`;

const HANDLER = `import { route } from './one.route';
export const handler = endpoint({ route });`;

const inFolder = useFolder();
let rootDir: string;

beforeEach(() => {
  rootDir = inFolder();
  for (const folder of ['bin', 'lib', 'shared', 'functions']) mkdirSync(join(rootDir, folder));
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json']) write(file, '{}');
  write('cdk.json', '{"context":{"@aws-cdk/core:flag":true,"stage":"prod"}}');
  write('bin/cdk.ts', APP);
  write('functions/one.ts', HANDLER);
  write('functions/one.route.ts', 'export const access = () => [];');
  symlinkSync(join(ROOT, 'node_modules'), join(rootDir, 'node_modules'));
});

const write = (path: string, content: string) => writeFileSync(join(rootDir, path), content);
const countRuns = () => readFileSync(join(rootDir, 'runs.txt'), 'utf8').length;

test('the template is made once for the same sources, with the flags of cdk.json, of the stage of the local service', async () => {
  const first = await synthesize({ rootDir, provider: 'simulator' });
  const second = await synthesize({ rootDir, provider: 'simulator' });

  expect(JSON.parse(readFileSync(first, 'utf8'))).toEqual({
    Resources: { Topic: { Type: 'AWS::SNS::Topic' }, Queue: { Type: 'AWS::SQS::Queue' } },
    Outputs: { Given: { Value: 'simulator lib/local/stages {"@aws-cdk/core:flag":true,"stage":"dev"}' } },
  });
  expect([second, countRuns()]).toEqual([first, 1]);
});

test('the template is made again after a change', async () => {
  await synthesize({ rootDir, provider: 'simulator' });
  write('lib/new.ts', '');
  await synthesize({ rootDir, provider: 'simulator' });

  expect(countRuns()).toBe(2);
});

test('an app that generates files on the way is not run again because of them', async () => {
  write('bin/cdk.ts', `${APP}\nwriteFileSync('shared/generated.ts', 'generated');`);
  await synthesize({ rootDir, provider: 'simulator' });
  await synthesize({ rootDir, provider: 'simulator' });
  expect(countRuns()).toBe(1);

  rmSync(join(rootDir, 'shared/generated.ts'));
  await synthesize({ rootDir, provider: 'simulator' });
  expect([countRuns(), readFileSync(join(rootDir, 'shared/generated.ts'), 'utf8')]).toEqual([2, 'generated']);
});

test.each([
  ['the content of a file of the stack', () => write('lib/stack.ts', 'changed'), true],
  ['the content of a shared file', () => write('shared/table.ts', 'changed'), true],
  ['the settings of the CDK', () => write('cdk.json', '{}'), true],
  ['the versions of packages', () => write('package-lock.json', '{"a":1}'), true],
  ['a new handler', () => write('functions/two.ts', HANDLER), true],
  ['the content of a handler', () => write('functions/one.ts', `${HANDLER}\n// changed`), false],
  ['what a route does to the table', () => write('functions/one.route.ts', 'changed'), true],
  ['the content of a file elsewhere', () => write('README.md', 'changed'), false],
])('%s counts for the hash or not', async (_what, change, counts) => {
  const before = await hashSources(rootDir, 'simulator');

  change();

  expect((await hashSources(rootDir, 'simulator')) !== before).toBe(counts);
});

test('nothing is left but the template', async () => {
  const template = await synthesize({ rootDir, provider: 'simulator' });

  expect(readdirSync(join(rootDir, '.cache', 'local-template'))).toEqual([basename(template)]);
});

test('what the app says when it fails is passed on', async () => {
  write('bin/cdk.ts', `process.stderr.write('There is no handler x\\n'); process.exit(1);`);

  await expect(synthesize({ rootDir, provider: 'simulator' })).rejects.toThrow(
    'The stacks could not be synthesised:\nThere is no handler x',
  );
});

test('an app that writes no template is refused', async () => {
  write('bin/cdk.ts', '');

  await expect(synthesize({ rootDir, provider: 'simulator' })).rejects.toThrow(
    'The CDK app wrote no templates.',
  );
});
