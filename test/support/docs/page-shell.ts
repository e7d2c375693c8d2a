import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '../../../lib/local/loopback-server';
import { runOperator } from '../../../lib/operator/program';

/** Terminal in which commands of a page are run one block after the other. */
export interface PageShell {
  run(commands: string): Promise<{ exitCode: number; output: string }>;
  stop(): Promise<void>;
}

const OPERATOR = ['run', '-s', 'operator', '--'];

/**
 * Hands `npm run -s operator -- …` to the server below, with each argument ended by NUL: each start of the CLI takes one or
 * two seconds, and a page has dozens of them.
 */
const npmFunction = (url: string) => `
npm() {
  local answer=$(mktemp -d "$PAGE_FOLDER/XXXXXX")
  printf '%s\\0' "$@" | curl -sS --data-binary @- "${url}$answer" || return 99
  cat "$answer/out"; cat "$answer/error" >&2
  return "$(cat "$answer/code")"
}
`;

/**
 * Starts bash in the root of the project, with the operator CLI of this process.
 *
 * @param dataDir data folder of the service
 */
export async function startPageShell(dataDir: string): Promise<PageShell> {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const environment = { ...process.env, DATA_DIR: dataDir, TMPDIR: folder };
  const operator = await startLoopbackServer(
    async (request, response) => {
      const argv = (await text(request)).split('\0').slice(0, -1);
      const answer = await operate(argv, environment);
      for (const [name, value] of Object.entries(answer)) writeFileSync(join(request.url ?? '', name), value);
      response.end();
    },
    { admits: () => true },
  );
  const shell = spawn('bash', ['--norc'], {
    env: { ...environment, PAGE_FOLDER: folder, NO_PROXY: '127.0.0.1,localhost' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => shell.on('close', resolve));
  const exitCodes: AsyncIterator<string, undefined> = createInterface({ input: shell.stdout })[
    Symbol.asyncIterator
  ]();
  const block = join(folder, 'block.sh');
  const shown = join(folder, 'shown');
  shell.stdin.write(npmFunction(operator.url));
  return {
    run: async (commands) => {
      writeFileSync(block, commands);
      shell.stdin.write(`. '${block}' >'${shown}' 2>&1 </dev/null; echo $?\n`);
      const { value } = await exitCodes.next();
      if (value === undefined) throw new Error(`The shell ended with:\n${commands}`);
      return { exitCode: Number(value), output: readFileSync(shown, 'utf8') };
    },
    stop: async () => {
      shell.stdin.end();
      await ended;
      await operator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function operate(argv: string[], environment: NodeJS.ProcessEnv) {
  let [out, error] = ['', ''];
  if (argv.slice(0, OPERATOR.length).join(' ') !== OPERATOR.join(' ')) {
    return { out, error: `npm ${argv.join(' ')} is not run by this shell.\n`, code: '98' };
  }
  const code = await runOperator(argv.slice(OPERATOR.length), {
    stdin: Readable.from([]),
    writeOut: (written) => void (out += written),
    writeError: (written) => void (error += written),
    terminal: undefined,
    environment,
  });
  return { out, error, code: String(code) };
}
