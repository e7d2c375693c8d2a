import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_EXAMPLES, readExamples } from '../../lib/generate/api-examples';
import { buildPythonClient } from '../../lib/generate/build-clients';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { apiSending } from '../support/service/api-sending';
import { startFaultyProxy } from '../support/service/faulty-proxy';
import { operate } from '../support/service/operate';
import { connectToService, createApiAccount, randomPhone } from '../support/service/service';
import { SERVICE_DATA_DIR, startService } from '../support/service/start-service';

/**
 * Builds the wheel of the client for Python, installs it, and calls a local service with it, through a server of faults, and
 * as its README, the quick start and the page of examples do: `npm run test:python-client`. Exits with 69 without Python 3.10 or a registry.
 */
/** Documents whose first program is run. */
const DOCUMENTS = { readme: 'clients/python/README.md', quick_start: 'docs/quick-start-python.md' };
const folder = useTemporaryFolder();
process.exitCode = await run();

async function run(): Promise<number> {
  let python: string;
  try {
    python = pythonEnvironment(join('clients', 'python', 'requirements.txt'));
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    process.stderr.write(`NOT RUN: ${error.message}\n`);
    return UNAVAILABLE;
  }
  const wheel = buildPythonClient(process.cwd(), { target: folder, python });
  const site = join(folder, 'site');
  mkdirSync(site);
  const install = ['-m', 'pip', 'install', '--disable-pip-version-check', '--quiet', '--no-deps', '--target'];
  const { status, stderr } = spawnSync(python, [...install, site, wheel], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const started = await startService(['--in-memory']);
  process.env[SERVICE_DATA_DIR] = started.dataDir;
  const service = connectToService();
  const proxy = await startFaultyProxy(service.baseUrl);
  try {
    const account = await createApiAccount(service);
    const to = randomPhone();
    await apiSending(() => ({ service, account })).optIn([to]);
    const environment = {
      PYTHONPATH: site,
      API_KEY: `${account.apiKeyId}:${account.apiKeySecret}`,
      FROM: account.from,
      TO: to,
      STRANGER: randomPhone(),
    };
    const call = (program: string, baseUrl: string) =>
      runProgram([python, program], { ...environment, BASE_URL: baseUrl });
    proxy.faults.push('killed', 'lost', 503, 'lost');
    const check = await call(join('test', 'python-client', 'check.py'), proxy.baseUrl);
    const sent = await (await fetch(`${service.baseUrl}/_local/sent`)).text();
    // Two texts: one of each client, however often the first was asked for.
    const texts = sent.split(to).length - 1;
    if (texts !== 2) process.stderr.write(`${texts} texts were sent, not 2.\n`);
    const codes = [check, texts === 2 ? 0 : 1];
    for (const [name, file] of Object.entries(DOCUMENTS)) {
      const program = join(folder, `${name}.py`);
      writeFileSync(program, firstProgram(file).replaceAll('+15555550123', to));
      codes.push(await call(program, service.baseUrl));
    }
    const examples = join(folder, 'examples.py');
    writeFileSync(examples, readExamples(process.cwd(), { ...CLIENT_EXAMPLES, language: 'python' }));
    const settings = { ...environment, ...(await prepareExamples(account.accountId)) };
    codes.push(await runProgram([python, examples], { ...settings, BASE_URL: service.baseUrl }));
    const isFine = codes.every((code) => code === 0);
    process.stdout.write(`The client for Python: ${isFine ? 'works' : 'FAILED'}.\n`);
    return isFine ? 0 : 1;
  } finally {
    service.close();
    await proxy.stop();
    await started.stop();
  }
}

/** Makes what the page of examples takes for granted. */
async function prepareExamples(accountId: string): Promise<{ GROUP: string; PHONE: string }> {
  const field = ['--label', 'Topics', '--type', 'MULTI_SELECT', '--option', 'News,Offers'];
  await operate('field', 'create', '--account', accountId, ...field);
  const group = ['--name', 'Offers', '--opt-in-type', 'DOUBLE'];
  const { id } = await operate<{ id: string }>('group', 'create', '--account', accountId, ...group);
  return { GROUP: id, PHONE: randomPhone() };
}

function firstProgram(file: string): string {
  return /```python\n([^]*?)```/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'raise SystemExit("no program")';
}

async function runProgram([command = '', ...args]: string[], environment: object): Promise<number> {
  const env = { ...process.env, ...environment, NO_PROXY: '127.0.0.1,localhost' };
  const [code] = (await once(spawn(command, args, { env, stdio: 'inherit' }), 'close')) as [number | null];
  return code ?? 1;
}
