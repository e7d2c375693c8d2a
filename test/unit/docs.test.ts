import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';

import { API_EXAMPLES, readExamples } from '../../lib/generate/api-examples';
import { runOperator } from '../../lib/operator/program';
import { ACCOUNT_SETTING_NAMES, EACH_SETTING, SETTING_TEXTS } from '../../shared/accounts/account-settings';
import { useFolder } from '../support/run/use-folder';

describe('names', () => {
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
});

describe('operator commands', () => {
  const PAGES = [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  const RIGHT = /^1: (?:The local service does not run |Set AWS_REGION )/;
  const RUN = 'npm run operator -- ';

  /** Returns the command lines of a page: those in blocks of commands, and those in sentences. */
  function commandsOf(page: string): string[] {
    const text = readFileSync(page, 'utf8');
    const inSentences = [...text.matchAll(/`npm run operator -- ([^`\n]+)`/g)].map(([, line = '']) => line);
    const inBlocks = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith(RUN))
      .map((line) => line.slice(RUN.length));
    return [...inBlocks, ...inSentences];
  }

  /** Values for placeholders that the CLI checks: a number, a type of event, a time. */
  const VALUES: Record<string, string> = {
    N: '+12065550100',
    TYPE: 'messaging.message.failed',
    TIME: '2026-03-01T12:00:00Z',
  };

  /**
   * Splits a command line into words, as a shell does, without its comment. Of alternatives (`[--event E | --since T]`)
   * it takes the first.
   */
  function wordsOf(line: string): string[] {
    const whole = line
      .replace(/\s+(?:# |\().*$/, '')
      .replaceAll(/\[([^|\]]*)\|.*\]/g, '$1')
      .replaceAll(/[[\]]|\.\.\./g, '');
    const words = [...whole.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, single, double, bare]) => single ?? double ?? bare ?? '',
    );
    return words.map((word) => VALUES[word] ?? word);
  }

  /** Runs a command line without a service. @returns the output of the CLI */
  async function tryOut(line: string): Promise<string> {
    let said = '';
    const words = wordsOf(line);
    const stack = words.indexOf('--stack');
    if (stack >= 0) words.splice(stack, 2);
    const exitCode = await runOperator(words, {
      stdin: Readable.from([]),
      writeOut: (text) => void (said += text),
      writeError: (text) => void (said += text),
      terminal: undefined,
      environment: { DATA_DIR: join('nowhere', 'data') },
    });
    return `${exitCode}: ${said}`;
  }

  it('the guide has many command lines', () => {
    expect(commandsOf('docs/operations.md').length).toBeGreaterThan(15);
  });

  it.each(PAGES.flatMap((page) => commandsOf(page).map((line) => [page, line] as const)))(
    '%s: %s is a command of the CLI',
    async (_page, line) => {
      // The CLI reports an invalid command line before it looks for the service.
      const said = await tryOut(line);
      // A sentence may have only the verb.
      const isWhole = line.includes('--');
      expect(said).toMatch(isWhole ? RIGHT : new RegExp(`${RIGHT.source}|^1: error: required option `));
    },
  );

  it.each(['dlq', 'dlq ls', 'dlq list --queues relay', 'message show', 'number set --rate 3'])(
    '%s is none',
    async (line) => {
      expect(await tryOut(line)).not.toContain('The local service does not run');
    },
  );
});

describe('links', () => {
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
});

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
      optionOf(SETTING_TEXTS[name].option),
    );
    expect(rows.flatMap((row) => row.options).toSorted()).toEqual(options.toSorted());
  });

  it.each(
    ACCOUNT_SETTING_NAMES.filter((name) => ['count', 'flag', 'retention'].includes(EACH_SETTING[name].kind)),
  )('has the default of %s', (name) => {
    const { default: value } = EACH_SETTING[name];
    const { option, unset } = SETTING_TEXTS[name];
    const row = rows.find(({ options }) => options.includes(optionOf(option)));
    expect(row?.byDefault).toBe(value === undefined ? unset : shown(value));
  });
});

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

const FOLDER = 'docs/decisions';
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const RECORDS = readdirSync(FOLDER).filter((file) => file !== 'README.md');
const DATE_AND_STATUS = /^Date: (\d{4}-\d\d-\d\d)\. Status: (accepted|replaced by \[[^\]]+\]\([^)]+\))/m;

describe('the records of decisions', () => {
  it.each(RECORDS)('%s has its date, status, context, choice, alternatives and cost', (file) => {
    const record = readFileSync(join(FOLDER, file), 'utf8');
    expect(record).toMatch(DATE_AND_STATUS);
    const parts = [...record.matchAll(/^(?:## |\*\*)(Context|Choice|Alternatives|Cost)\b/gm)].map(
      ([, part]) => part,
    );
    expect(parts).toEqual(['Context', 'Choice', 'Alternatives', 'Cost']);
  });

  it('are all in the index, by their titles, dates and status', () => {
    const rows = RECORDS.map((file) => {
      const record = readFileSync(join(FOLDER, file), 'utf8');
      const [, date, status] = DATE_AND_STATUS.exec(record) ?? [];
      return `| [${/^# (.*)$/m.exec(record)?.[1]}](${file}) | ${date} | ${status} |`;
    });
    expect(rows.filter((row) => !INDEX.includes(row))).toEqual([]);
  });
});

describe('api examples', () => {
  const ROOT = process.cwd();
  const PAGE = readFileSync(join(ROOT, 'docs/api-examples.md'), 'utf8');

  const inFolder = useFolder();

  it('compile in a project of their own, set up as the page says', () => {
    const settings = /^```json\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? '';
    expect(JSON.parse(settings)).toMatchObject({ compilerOptions: { module: 'nodenext', types: ['node'] } });
    writeFileSync(inFolder('tsconfig.json'), settings);
    writeFileSync(inFolder('package.json'), '{"type":"module"}');
    writeFileSync(inFolder('examples.ts'), readExamples(ROOT, { ...API_EXAMPLES, language: 'ts' }));
    copyFileSync(join(ROOT, 'shared/http/generated/api.d.ts'), inFolder('api.d.ts'));
    symlinkSync(join(ROOT, 'node_modules'), inFolder('node_modules'));

    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--skipLibCheck'];
    const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: inFolder(), encoding: 'utf8' });

    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  }, 180_000);

  it('name every package that they import', () => {
    const imported = [
      ...readExamples(ROOT, { ...API_EXAMPLES, language: 'ts' }).matchAll(/from '([^.][^']*)'/g),
    ].map(([, name]) => name ?? '');
    const own = imported.filter((name) => !name.startsWith('node:'));
    const installed = [...PAGE.matchAll(/^npm install (.*)$/gm)].flatMap(
      ([, names]) => names?.split(' ') ?? [],
    );
    expect(own.length).toBeGreaterThan(1);
    expect(installed).toEqual(expect.arrayContaining([...own, '@types/node', 'typescript']));
  });
});

describe('a recipe of docs/how-to.md', () => {
  const page = readFileSync('docs/how-to.md', 'utf8');
  const FOLDERS = ['shared', 'functions', 'lib', 'bin', 'console/src', 'docs/events.md'];

  /** Tracked files that have a word, without tests. */
  function filesWith(word: string): string[] {
    const { stdout } = spawnSync('git', ['grep', '-lF', word, '--', ...FOLDERS], { encoding: 'utf8' });
    return stdout.split('\n').filter((file) => file !== '');
  }

  // `beside`: places that use it as any code may, such as the rule that it changes, or an example.
  it.each([
    {
      ...{ title: 'A contact field', example: 'birthDate' },
      beside:
        /^(console\/src\/screens\/automations|functions\/http\/segments\.routes|lib\/local\/demo-data|lib\/reference|shared\/(audience\/import|automations))/,
    },
    {
      ...{ title: 'A setting of accounts', example: 'enforceOptInType' },
      beside: /^(functions\/console\/settings\.routes|shared\/(audience|inbound))/,
    },
    {
      ...{ title: 'A field of campaigns', example: 'sendingHours' },
      beside:
        /^(functions\/(console\/automations|http\/examples)|console\/src\/(api\/request-error|screens\/automations)|shared\/(automations|campaigns\/(timing|plan\/internal\/re)))/,
    },
    { title: 'An event', example: 'messaging.link.clicked', beside: /^$/ },
  ])('names every place of $title that there is', ({ title, example, beside }) => {
    const [, recipe = ''] = page.split(`## ${title}\n`);
    const [steps = ''] = recipe.split('\n## ');
    const places = filesWith(example).filter((file) => !beside.test(file));
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter((file) => !steps.includes(`\`${file}\``))).toEqual([]);
  });
});
