import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = process.cwd();

describe('the order of the modules of shared/', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'modules-'));
    for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json'])
      cpSync(join(ROOT, file), join(folder, file));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function lint(files: Record<string, string>): { status: number | null; stdout: string } {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const command = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const { status, stdout } = spawnSync(
      process.execPath,
      [command, '--config', '.dependency-cruiser.mjs', 'shared'],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, stdout };
  }

  it('lets a module import one above it', () => {
    const { status } = lint({
      'shared/sending/single/send.ts': "import type { Contact } from '../../audience/contacts/contact';\n",
      'shared/audience/contacts/contact.ts': 'export interface Contact { id: string }\n',
    });
    expect(status).toBe(0);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a type of a module below',
      {
        'shared/audience/contacts/contact.ts':
          "import type { Job } from '../../sending/jobs/job';\nexport type A = Job;\n",
        'shared/sending/jobs/job.ts': 'export interface Job { id: string }\n',
      },
      'audience-contacts-imports-upwards',
    ],
    [
      'an inner folder from its outer one',
      {
        'shared/sending/jobs/job.ts': "import { work } from './process/work';\nexport const job = work;\n",
        'shared/sending/jobs/process/work.ts': 'export const work = 1;\n',
      },
      'sending-jobs-imports-upwards',
    ],
    [
      'a file that imports it',
      {
        'shared/content/a.ts': "import type { B } from './b';\nexport type A = B | string;\n",
        'shared/content/b.ts': "import type { A } from './a';\nexport interface B { a: A }\n",
      },
      'no-cycle',
    ],
    [
      'anything, and is of no module',
      {
        'shared/somewhere/a.ts': "export { LIMIT } from '../limits';\n",
        'shared/limits.ts': 'export const LIMIT = 1;\n',
      },
      'module-without-a-place',
    ],
  ])('fails a file that imports %s', (_, files, rule) => {
    const { status, stdout } = lint(files);
    expect(status).toBe(1);
    expect(stdout).toContain(rule);
  });
});
