import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildTypescriptClient } from '../../lib/generate/build-clients';
import { useSendingService } from '../support/service/sending-service';
import { randomPhone } from '../support/service/service';

const fixture = useSendingService();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  const archive = await buildTypescriptClient(process.cwd(), folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', archive];
  const { status, stderr } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const README = readFileSync('clients/typescript/README.md', 'utf8');
const programs = [...README.matchAll(/```ts\n([^]*?)```/g)].map(([, program = '']) => program);

/** Runs a program in the folder with the installed package. */
async function runProgram(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...environment } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('the package for npm', () => {
  it('sends a text as its README does', async () => {
    const { account, service, sending } = fixture;
    const to = randomPhone();
    await sending.optIn([to]);
    // Without types, which Node.js 20 does not read.
    writeFileSync(join(folder, 'send.mjs'), (programs[0] ?? '').replace('+15555550123', to));
    const { code, output } = await runProgram(['send.mjs'], {
      BASE_URL: service.baseUrl,
      API_KEY: `${account.apiKeyId}:${account.apiKeySecret}`,
      FROM: account.from,
    });
    expect(output).toMatch(/^msg_\w+ sent\n/);
    expect(code).toBe(0);
  });

  it('is loaded by require', async () => {
    const program = "console.log(typeof require('@messaging-service/client').createClient)";
    expect(await runProgram(['-e', program])).toEqual({ code: 0, output: 'function\n' });
  });

  it.each(['mts', 'cts'])('has types for a .%s file, with which its README compiles', async (ending) => {
    symlinkSync(resolve('node_modules/@types'), join(folder, `types-${ending}`));
    const files = programs.map((program, index) => {
      const file = `readme-${index}.${ending}`;
      // A CommonJS module has no await at its top.
      writeFileSync(join(folder, file), ending === 'mts' ? program : inFunction(program));
      return file;
    });
    const compiler = resolve('node_modules/typescript-7/bin/tsc');
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'nodenext', '--target', 'es2023'];
    const types = ['--typeRoots', `types-${ending}`, '--types', 'node'];
    const checked = await runProgram([compiler, ...options, ...types, ...files]);
    expect(checked).toEqual({ code: 0, output: '' });
  });
});

function inFunction(program: string): string {
  const [, imports = '', rest = ''] = /^((?:import .*\n)*)([^]*)$/.exec(program) ?? [];
  return rest.includes('\nexport ') ? program : `${imports}export async function run() {\n${rest}}\n`;
}
