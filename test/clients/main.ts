import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readExamples } from '../../lib/generate/api-examples';
import { OPENAPI_FILES } from '../../lib/generate/reference';
import { mavenArtifact } from '../support/run/maven-artifact';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { apiSending } from '../support/service/api-sending';
import { connectToService, createApiAccount, randomPhone } from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';
import { startFaultyProxy } from '../support/service/faulty-proxy';
import { withMore } from './later-release';

/**
 * Generates clients from the OpenAPI document with openapi-generator (Java, Go, Python, PHP) and openapi-python-client,
 * and compiles them: `npm run test:clients`. A warning of a generator is a failure. Each of them then sends a text, tries another one without
 * sending it, reads it back and makes a segment at a local service of its own. Exits with 69 where something is missing, after everything
 * else; takes two minutes, and two more the first time.
 */
const FOLDER = join('test', 'clients');
const GENERATOR = [
  'org.openapitools:openapi-generator-cli:7.25.0',
  '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
] as const;
/** Warnings of openapi-generator that say nothing about the document. */
const NOTICES = [
  // Of each document of OpenAPI 3.1.
  /OpenAPI 3\.1 support is still in beta/,
  // Of each object with values of any name that can be null.
  /Failed to get the schema name: null/,
  // Of each body with an example.
  /Ignoring complex example on request body/,
  // Of each choice of objects that names the property by which they differ; PHP needs it.
  /'oneOf' is intended to include only the additional optional OAS extension discriminator object/,
];
/** Options with which the clients take properties that later releases add to answers; `docs/clients.md` tells them. */
const OPTIONS: Readonly<Record<string, string[]>> & { all: string[] } = {
  all: ['disallowAdditionalPropertiesIfNotPresent=false'],
  go: ['enumClassPrefix=true', 'useOneOfDiscriminatorLookup=true'],
};
/** Commands that compile a client in its folder. The first one that is missing is told. */
const COMPILERS: Readonly<Record<string, string[][]>> = {
  java: [
    ['mvn', '-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'],
    [
      'sh',
      '-c',
      'javac -d target/classes -cp "target/classes:$(cat classpath)" ByOpenapiGenerator.java Send.java',
    ],
  ],
  go: [
    ['rm', '-rf', 'test'],
    ['go', 'mod', 'tidy'],
    ['go', 'build', '-o', 'sender', './by-openapi-generator'],
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

/** Programs of this folder, and where they go in the generated client, which is what they are compiled with. */
const PROGRAMS: Readonly<Record<string, { from: string; to: string }>> = {
  java: { from: 'ByOpenapiGenerator.java', to: 'ByOpenapiGenerator.java' },
  go: { from: 'by_openapi_generator.go', to: 'by-openapi-generator/main.go' },
  python: { from: 'by_openapi_generator.py', to: 'by_openapi_generator.py' },
  php: { from: 'by_openapi_generator.php', to: 'by_openapi_generator.php' },
};
/** Guzzle, on which the PHP client is built, as Debian and Ubuntu install it (`php-guzzlehttp-guzzle`). */
const GUZZLE = process.env.GUZZLE ?? '/usr/share/php/GuzzleHttp/autoload.php';

const folder = useTemporaryFolder();
const compiled = new Set<string>();
const missing: string[] = [];
const problems: string[] = [];
const used: string[] = [];

process.exitCode = await run();

async function run(): Promise<number> {
  const python = await attempt(() => pythonEnvironment(join(FOLDER, 'requirements.txt')));
  const jar = await attempt(() => mavenArtifact(...GENERATOR));
  if (jar !== undefined) for (const language of Object.keys(COMPILERS)) generate(jar, language);
  if (python !== undefined) generateByPythonClient(python);
  await send(python);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  for (const one of missing) process.stderr.write(`NOT RUN: ${one}\n`);
  if (problems.length > 0) return 1;
  process.stdout.write(`Clients: generated without warnings. Sent by: ${used.join(', ') || 'none'}.\n`);
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
      ...['--additional-properties', [...OPTIONS.all, ...(OPTIONS[language] ?? [])].join(',')],
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
  const { from, to } = PROGRAMS[language] ?? { from: '', to: '' };
  mkdirSync(dirname(join(target, to)), { recursive: true });
  cpSync(join(FOLDER, from), join(target, to));
  if (language === 'java') writeFileSync(join(target, 'Send.java'), programOfPage());
  compile(language, target);
}

/** Returns the Java program of `docs/clients.md`, with another recipient than the demo account's. */
function programOfPage(): string {
  const program = readExamples(process.cwd(), { page: join('docs', 'clients.md'), language: 'java' });
  return program.replace('"+15555550123"', 'System.getenv("TO")');
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
  compiled.add(language);
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

/** Has each client that was made send a text. */
async function send(python: string | undefined): Promise<void> {
  const started = await startService(['--in-memory']);
  process.env[SERVICE_DATA_DIR] = started.dataDir;
  const service = connectToService();
  const later = await startFaultyProxy(service.baseUrl, { change: withMore });
  try {
    const account = await createApiAccount(service);
    const to = randomPhone();
    await apiSending(() => ({ service, account })).optIn([to]);
    const key = `${account.apiKeyId}:${account.apiKeySecret}`;
    const environment = {
      BASE_URL: later.baseUrl,
      API_KEY: key,
      CREDENTIALS: Buffer.from(key).toString('base64'),
      FROM: account.from,
      TO: to,
    };
    for (const [client, { command, args, own }] of Object.entries(senders(python))) {
      const { output, status } = await executeBeside(command, args, { ...environment, ...own });
      if (status === 0) used.push(client);
      else problems.push(`The client by ${client} did not send: ${output.slice(-3_000)}`);
    }
  } finally {
    await later.stop();
    service.close();
    await started.stop();
  }
}

interface Sender {
  command: string;
  args: string[];
  own?: Record<string, string>;
}

/** Returns the commands of the programs whose clients were made. */
function senders(python: string | undefined): Record<string, Sender> {
  const [java, go, php] = ['java', 'go', 'php'].map((language) => join(folder, language)) as [
    string,
    string,
    string,
  ];
  const inPython = (client: string, program: string): Record<string, Sender> => {
    const path = join(folder, client);
    const own = { PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
    return python === undefined || !existsSync(path)
      ? {}
      : { [client]: { command: python, args: [join(FOLDER, program)], own } };
  };
  if (compiled.has('php') && !existsSync(GUZZLE)) {
    compiled.delete('php');
    missing.push(
      `The client in php did not send: there is no ${GUZZLE}. Install php-guzzlehttp-guzzle, or set GUZZLE.`,
    );
  }
  return {
    ...inPython('openapi-python-client', 'by_openapi_python_client.py'),
    ...inPython('python', 'by_openapi_generator.py'),
    ...(compiled.has('java') && {
      java: {
        command: 'sh',
        args: ['-c', `java -cp "${java}/target/classes:$(cat ${java}/classpath)" ByOpenapiGenerator`],
      },
      'java, as on the page': {
        command: 'sh',
        args: ['-c', `java -cp "${java}/target/classes:$(cat ${java}/classpath)" Send`],
      },
    }),
    ...(compiled.has('go') && { go: { command: join(go, 'sender'), args: [] } }),
    ...(compiled.has('php') && {
      php: { command: 'php', args: [join(php, 'by_openapi_generator.php')], own: { GUZZLE, CLIENT: php } },
    }),
  };
}

/** Runs a program while this process answers its requests. */
async function executeBeside(command: string, args: string[], environment: Record<string, string>) {
  const env = { ...process.env, NO_PROXY: '127.0.0.1,localhost', ...environment };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close') as Promise<[status: number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output: `${stdout}${stderr}`, status };
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
