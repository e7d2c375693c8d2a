import { Readable } from 'node:stream';
import { runOperator } from '../../lib/operator/program';

/** Runs a command line of the operator CLI against the deployed stack, and reads what it prints. */
export async function operate<T>(argv: string[], stdin = ''): Promise<T> {
  const stack = process.env.DEPLOYED_STACK ?? '';
  let stdout = '';
  let stderr = '';
  const exitCode = await runOperator([...argv, '--stack', stack, '--json'], {
    stdin: Readable.from([stdin]),
    writeOut: (text) => void (stdout += text),
    writeError: (text) => void (stderr += text),
    terminal: undefined,
    environment: process.env,
  });
  if (exitCode !== 0) throw new Error(stderr.trim());
  return JSON.parse(stdout) as T;
}
