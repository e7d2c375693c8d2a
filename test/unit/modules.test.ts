import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = process.cwd();

const FILES = {
  'functions/http/send-message.ts':
    "import { claim } from '../../shared/sending/single/internal/claim';\nimport { send } from '../../shared/sending/single/send';\nexport const handler = [claim, send];\n",
  'shared/sending/single/send.ts':
    "import type { Contact } from '../../audience/contacts/contact';\nimport { claim } from './internal/claim';\nexport const send = (contact: Contact) => claim(contact);\n",
  'shared/sending/single/internal/claim.ts': 'export const claim = (contact: unknown) => contact;\n',
  'shared/audience/contacts/contact.ts': 'export interface Contact { id: string }\n',

  'shared/audience/groups/group.ts':
    "import type { Answer } from '../../sending/jobs/answer';\nexport type A = Answer;\n",
  'shared/sending/jobs/answer.ts': 'export interface Answer { id: string }\n',

  'shared/sending/jobs/job.ts': "import { work } from './process/work';\nexport const job = work;\n",
  'shared/sending/jobs/process/work.ts': 'export const work = 1;\n',

  'shared/content/a.ts': "import type { B } from './b';\nexport type A = B | string;\n",
  'shared/content/b.ts': "import type { A } from './a';\nexport interface B { a: A }\n",

  'shared/messages/a.ts':
    "import type { Event } from '../platform/provider/eum/a';\nexport type A = Event;\n",
  'shared/platform/provider/eum/a.ts': 'export interface Event { isFinal: boolean }\n',

  'shared/somewhere/a.ts': "export { LIMIT } from '../limits';\n",
  'shared/limits.ts': 'export const LIMIT = 1;\n',
};

describe('the order of the modules of shared/', () => {
  let folder: string;
  let status: number | null;
  let stdout: string;

  // All files at once: a start takes seconds.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'modules-'));
    for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json'])
      cpSync(join(ROOT, file), join(folder, file));
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const command = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    ({ status, stdout } = spawnSync(
      process.execPath,
      [command, '--config', '.dependency-cruiser.mjs', 'shared', 'functions'],
      { cwd: folder, encoding: 'utf8' },
    ));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Returns the rules that a file breaks, from lines such as `error no-cycle: shared/content/a.ts → …`. */
  const errorsOf = (file: keyof typeof FILES) =>
    [...stdout.matchAll(/^ *error ([\w-]+): (\S+)/gm)].flatMap(([, rule, from]) =>
      from === file ? [rule] : [],
    );

  it('lets a module import one above it, and its own internal files', () => {
    expect(errorsOf('shared/sending/single/send.ts')).toEqual([]);
  });

  it.each<[string, keyof typeof FILES, string]>([
    ['a type of a module below', 'shared/audience/groups/group.ts', 'audience-groups-imports-upwards'],
    ['an inner folder from its outer one', 'shared/sending/jobs/job.ts', 'sending-jobs-imports-upwards'],
    ['a file that imports it', 'shared/content/a.ts', 'no-cycle'],
    ['from the folder of a provider', 'shared/messages/a.ts', 'provider-outside-its-folder'],
    ['an internal file of another module', 'functions/http/send-message.ts', 'internal-to-another-module'],
    ['anything, and is of no module', 'shared/somewhere/a.ts', 'module-without-a-place'],
  ])('fails a file that imports %s', (_, file, rule) => {
    expect(errorsOf(file)).toContain(rule);
  });

  it('fails a public file that no other module imports, and no internal one', () => {
    expect(errorsOf('shared/content/a.ts')).toContain('public-without-importer');
    expect(errorsOf('shared/sending/single/internal/claim.ts')).toEqual([]);
  });

  it('ends with a status that fails the build', () => {
    expect(status).toBeGreaterThan(0);
  });
});
