import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { drawModules } from '../../lib/generate/module-picture';
import { insertSection, readSection } from '../../lib/generate/write-generated';
import { type BillOfMaterials, keepComponents, refsOf } from '../../lib/sbom/bill-of-materials';
import { RUN_FOLDER } from '../support/run/global-setup';
import { waitFor } from '../support/run/wait-for';
import { useFolder } from '../support/run/use-folder';

const wordsOf = (file: string, list: RegExp) =>
  (list.exec(readFileSync(file, 'utf8'))?.[1] ?? '').split(/[\s',]+/).filter((word) => word !== '');

describe('the tests of the API', () => {
  it('each run on the embedded engine or on DynamoDB Local in `.ci/run`', () => {
    const embedded = wordsOf('.ci/run', /^EMBEDDED=\(([^)]*)\)/m);
    const notOnDynamoDbLocal = wordsOf(
      'bin/test-dynamodb-local.ts',
      /^const WITHOUT_STORAGE = \[([^\]]*)\]/m,
    );
    expect(notOnDynamoDbLocal.length).toBeGreaterThan(5);
    expect(embedded).toEqual(expect.arrayContaining(notOnDynamoDbLocal));
    const files = readdirSync('test/api');
    expect(embedded.filter((name) => !files.includes(`${name}.test.ts`))).toEqual([]);
  });
});

describe('temporary folder', () => {
  const SCRIPT = `
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTemporaryFolder } from './test/support/run/temporary-folder';
useTemporaryFolder();
mkdtempSync(join(tmpdir(), 'cdk.out'));
console.log(tmpdir());
`;

  const inFolder = useFolder();

  it('holds everything that this test run puts aside', () => {
    expect([tmpdir(), existsSync(tmpdir())]).toEqual([process.env[RUN_FOLDER], true]);
  });

  it.each([
    ['has finished', '', 0],
    ['has failed', 'throw new Error();', 1],
    ['was interrupted', `process.kill(process.pid, 'SIGINT'); setInterval(() => undefined, 1000);`, null],
    ['was killed', `process.kill(process.pid, 'SIGKILL'); setInterval(() => undefined, 1000);`, null],
  ])('is gone, with all that is in it, once its process %s', async (_how, end, exitCode) => {
    const argv = ['--import', 'tsx', '--input-type=module', '-e', `${SCRIPT}${end}`];
    const child = spawn(process.execPath, argv, {
      env: { ...process.env, TMPDIR: inFolder(), TSX_DISABLE_CACHE: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));

    const code = await new Promise((resolve) => child.on('close', resolve));

    expect([code, output.startsWith(inFolder('messaging-tests-'))]).toEqual([exitCode, true]);
    const isGone = () => readdirSync(inFolder()).every((name) => !name.startsWith('messaging-tests-'));
    expect(await waitFor(() => isGone() || undefined)).toBe(true);
  });
});

describe('packages of files', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'sbom-'));
    const packages = {
      '': { name: 'service', version: '1.0.0' },
      'node_modules/one': { version: '1.0.0' },
      'node_modules/@a/two': { version: '2.0.0' },
      'node_modules/@a/two/node_modules/one': { version: '1.5.0' },
      'node_modules/alias': { name: 'three', version: '3.0.0' },
      'node_modules/moment-timezone': { version: '0.6.6' },
    };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('are named by the lockfile, each once', () => {
    const files = [
      'functions/http/one.ts',
      'node_modules/one/index.js',
      'node_modules/one/lib/other.js',
      'node_modules/@a/two/node_modules/one/index.js',
      'node_modules/@a/two/index.js',
      'node_modules/alias/index.js',
    ];
    expect([...refsOf(root, files)]).toEqual(['one@1.0.0', 'one@1.5.0', '@a/two@2.0.0', 'three@3.0.0']);
  });

  it('are also those whose data were generated', () => {
    const files = ['shared/time-zones/generated/time-zone-data.js', 'shared/http/generated/openapi.js'];
    expect([...refsOf(root, files)]).toEqual(['moment-timezone@0.6.6']);
  });

  it('are not guessed', () => {
    expect(() => refsOf(root, ['node_modules/four/index.js'])).toThrow(
      'node_modules/four is not in package-lock.json',
    );
  });
});

describe('the bill of materials', () => {
  const component = (ref: string, properties: Array<{ name: string }> = []) => ({
    'bom-ref': ref,
    properties,
  });
  const all: BillOfMaterials = {
    bomFormat: 'CycloneDX',
    metadata: { component: { 'bom-ref': 'service@1.0.0' } },
    components: [
      component('one@1.0.0', [{ name: 'cdx:npm:package:development' }, { name: 'other' }]),
      component('two@2.0.0'),
      component('two@2.0.0'),
      component('tool@3.0.0'),
    ],
    dependencies: [
      { ref: 'service@1.0.0', dependsOn: ['one@1.0.0', 'tool@3.0.0'] },
      { ref: 'one@1.0.0', dependsOn: ['two@2.0.0', 'two@2.0.0'] },
      { ref: 'two@2.0.0', dependsOn: [] },
      { ref: 'tool@3.0.0', dependsOn: ['two@2.0.0'] },
    ],
  };

  it('has what is deployed, once, and no mention of the rest', () => {
    expect(keepComponents(all, new Set(['one@1.0.0', 'two@2.0.0']))).toEqual({
      bomFormat: 'CycloneDX',
      metadata: { component: { 'bom-ref': 'service@1.0.0' } },
      components: [component('one@1.0.0', [{ name: 'other' }]), component('two@2.0.0')],
      dependencies: [
        { ref: 'service@1.0.0', dependsOn: ['one@1.0.0'] },
        { ref: 'one@1.0.0', dependsOn: ['two@2.0.0'] },
        { ref: 'two@2.0.0', dependsOn: [] },
      ],
    });
  });

  it('is not made where something deployed would be left out', () => {
    expect(() => keepComponents(all, new Set(['four@4.0.0']))).toThrow('npm does not list four@4.0.0');
  });
});

const MODULES = ['platform', 'content', 'accounts', 'sending', 'sending/jobs', 'sending/jobs/read'];

describe('the picture of modules', () => {
  it('has a box for each module and an arrow for each import between two', () => {
    const picture = drawModules(MODULES, [
      { from: 'shared/sending/jobs/read/list.ts', to: 'shared/sending/gate.ts' },
      { from: 'shared/sending/gate.ts', to: 'shared/accounts/account.ts' },
      { from: 'shared/accounts/account.ts', to: 'shared/platform/clock.ts' },
      { from: 'shared/accounts/account.ts', to: 'node_modules/ulid/index.js' },
    ]);
    expect(picture.split('\n')).toEqual([
      '```mermaid',
      'flowchart BT',
      '  content["content"]',
      '  accounts["accounts"]',
      '  sending["sending"]',
      '  sending_jobs["sending/jobs"]',
      '  sending --> accounts',
      '  sending_jobs --> sending',
      '```',
    ]);
  });

  it('leaves out an arrow that a longer way implies', () => {
    const picture = drawModules(MODULES, [
      { from: 'shared/sending/jobs/job.ts', to: 'shared/sending/gate.ts' },
      { from: 'shared/sending/gate.ts', to: 'shared/content/segments.ts' },
      { from: 'shared/sending/jobs/job.ts', to: 'shared/content/segments.ts' },
    ]);
    expect(picture).not.toContain('sending_jobs --> content');
  });

  it('replaces the one that is there, and needs its place', () => {
    const place = (text: string) =>
      `# A\n\n<!-- modules: written by \`npm run docs\` -->${text}<!-- /modules -->\n\n# B\n`;
    const section = { name: 'modules', command: 'npm run docs' };
    expect(insertSection(place('\n\nold\n\n'), section, 'new')).toBe(place('\n\nnew\n\n'));
    expect(readSection(place('\n\nold\n\n'), section)).toBe('old');
    expect(() => insertSection('# A\n', section, 'new')).toThrow('no place');
    expect(() => readSection('# A\n', section)).toThrow('no place');
  });
});
