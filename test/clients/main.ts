import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { OPENAPI_FILES } from '../../lib/generate/reference';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { apiSending } from '../support/service/api-sending';
import { connectToService, createApiAccount, randomPhone } from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';

/**
 * Generates clients from the OpenAPI document with openapi-generator (Java, Go, Python, PHP) and openapi-python-client,
 * and compiles them: `npm run test:clients`. A warning of a generator is a failure. The two Python clients then send a
 * text and make a segment at a local service of their own. Exits with 69 where something is missing, after everything
 * else; takes a minute, and two more the first time.
 */
const FOLDER = join('test', 'clients');
const GENERATOR = {
  version: '7.25.0',
  sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
};
/** Warnings of openapi-generator that say nothing about the document. */
const NOTICES = [
  // Of each document of OpenAPI 3.1.
  /OpenAPI 3\.1 support is still in beta/,
  // Of each object with values of any name that can be null.
  /Failed to get the schema name: null/,
  // Of each body with an example.
  /Ignoring complex example on request body/,
];
/** Commands that compile a client in its folder. The first one that is missing is told. */
const COMPILERS: Readonly<Record<string, string[][]>> = {
  java: [['mvn', '-q', '-B', 'compile']],
  go: [
    ['rm', '-rf', 'test'],
    ['go', 'mod', 'tidy'],
    ['go', 'build', './...'],
  ],
  python: [['python3', '-m', 'compileall', '-q', 'openapi_client']],
  php: [
    [
      'sh',
      '-c',
      'command -v php >/dev/null || exit 127; find lib -name "*.php" -print0 | xargs -0 -n 1 php -l >/dev/null',
    ],
  ],
};

const folder = useTemporaryFolder();
const missing: string[] = [];
const problems: string[] = [];
const used: string[] = [];

process.exitCode = await run();

async function run(): Promise<number> {
  const python = await attempt(() => pythonEnvironment(join(FOLDER, 'requirements.txt')));
  const jar = await attempt(installGenerator);
  if (jar !== undefined) for (const language of Object.keys(COMPILERS)) generate(jar, language);
  if (python !== undefined) {
    generateByPythonClient(python);
    await send(python);
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  for (const one of missing) process.stderr.write(`NOT RUN: ${one}\n`);
  if (problems.length > 0) return 1;
  process.stdout.write(
    `Clients: generated without warnings, and compiled where their tools are. Sent by: ${used.join(', ') || 'none'}.\n`,
  );
  return missing.length > 0 ? UNAVAILABLE : 0;
}

/** Returns the result; `undefined`, after noting it, where something is not installed. */
async function attempt<Result>(get: () => Result): Promise<Result | undefined> {
  try {
    return get();
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    missing.push(error.message);
    return undefined;
  }
}

/** Fetches openapi-generator from Maven Central. @returns its file */
function installGenerator(): string {
  const { version, sha256 } = GENERATOR;
  const artifact = `org.openapitools:openapi-generator-cli:${version}`;
  const target = join(process.cwd(), '.cache', 'openapi-generator');
  const jar = join(target, `openapi-generator-cli-${version}.jar`);
  if (!existsSync(jar)) {
    mkdirSync(target, { recursive: true });
    const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${target}`];
    const { error, status } = spawnSync('mvn', ['-q', '-B', ...copy]);
    if (error) throw new NotRunError('openapi-generator: there is no mvn on the PATH.');
    if (status !== 0) throw new NotRunError('Maven could not fetch openapi-generator.');
  }
  const hash = createHash('sha256').update(readFileSync(jar)).digest('hex');
  if (hash !== sha256) throw new Error(`${jar} is not openapi-generator ${version}: ${hash}`);
  return jar;
}

function generate(jar: string, language: string): void {
  const target = join(folder, language);
  // Without those of webhooks, which a client does not call, and whose types openapi-generator loses.
  const { tags } = JSON.parse(readFileSync(OPENAPI_FILES.clients, 'utf8')) as {
    tags: Array<{ name: string }>;
  };
  const apis = tags.map(({ name }) => classOf(name)).filter((name) => name !== 'Webhooks');
  const only = `models,supportingFiles,apis=${apis.join(':')},apiTests=false,modelTests=false,apiDocs=false,modelDocs=false`;
  const { output, status } = execute('java', [
    ...['-jar', jar, 'generate', '-g', language, '-i', OPENAPI_FILES.clients, '-o', target],
    ...[
      '--global-property',
      only,
      ...(language === 'go' ? ['--additional-properties', 'enumClassPrefix=true'] : []),
    ],
  ]);
  const warnings = output
    .split('\n')
    .filter((line) => /\b(?:WARN|ERROR)\b/.test(line) && !NOTICES.some((notice) => notice.test(line)));
  if (status !== 0 || warnings.length > 0) {
    problems.push(`openapi-generator, ${language}:`, ...warnings.slice(0, 20));
    if (status !== 0) problems.push(output.slice(-2_000));
    return;
  }
  compile(language, target);
}

/** Returns the class that openapi-generator makes of a tag. */
function classOf(tag: string): string {
  return tag.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function compile(language: string, target: string): void {
  for (const [command = '', ...args] of COMPILERS[language] ?? []) {
    const { output, status, isMissing } = execute(command, args, { cwd: target });
    if (isMissing)
      missing.push(`The client in ${language} was not compiled: there is no ${command} on the PATH.`);
    else if (status === 127)
      missing.push(`The client in ${language} was not compiled: its compiler is not on the PATH.`);
    else if (status === 0) continue;
    else problems.push(`The client in ${language} does not compile: ${output.slice(-2_000)}`);
    return;
  }
}

function generateByPythonClient(python: string): void {
  const { output, status } = execute(
    join(dirname(python), 'openapi-python-client'),
    ['generate', '--path', OPENAPI_FILES.clients, '--output-path', join(folder, 'openapi-python-client')],
    // Its formatter lies beside it.
    { path: dirname(python) },
  );
  if (status !== 0 || /warning|unable|skipping/i.test(output)) {
    problems.push(`openapi-python-client: ${output.slice(0, 3_000)}`);
  }
}

/** Sends a text and makes a segment with each client for Python. */
async function send(python: string): Promise<void> {
  const started = await startService(['--in-memory']);
  process.env[SERVICE_DATA_DIR] = started.dataDir;
  const service = connectToService();
  try {
    const account = await createApiAccount(service);
    const to = randomPhone();
    await apiSending(() => ({ service, account })).optIn([to]);
    const key = `${account.apiKeyId}:${account.apiKeySecret}`;
    const programs = { by_openapi_python_client: 'openapi-python-client', by_openapi_generator: 'python' };
    for (const [program, client] of Object.entries(programs)) {
      if (!existsSync(join(folder, client))) continue;
      const { output, status } = execute(python, [join(FOLDER, `${program}.py`)], {
        environment: {
          PYTHONPATH: join(folder, client),
          PYTHONDONTWRITEBYTECODE: '1',
          BASE_URL: service.baseUrl,
          API_KEY: key,
          CREDENTIALS: Buffer.from(key).toString('base64'),
          FROM: account.from,
          TO: to,
        },
      });
      if (status === 0) used.push(client);
      else problems.push(`${program}: ${output.slice(-3_000)}`);
    }
  } finally {
    service.close();
    await started.stop();
  }
}

function execute(
  command: string,
  args: string[],
  options: { cwd?: string; path?: string; environment?: Record<string, string> } = {},
) {
  const { cwd, path, environment } = options;
  const { stdout, stderr, status, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
    ...(cwd !== undefined && { cwd }),
    env: {
      ...process.env,
      NO_PROXY: '127.0.0.1,localhost',
      ...(path !== undefined && { PATH: `${path}${delimiter}${process.env.PATH}` }),
      ...environment,
    },
  });
  return { output: `${stdout}${stderr}`, status, isMissing: error !== undefined };
}
