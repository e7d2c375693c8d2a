import { Readable } from 'node:stream';
import { runOperator } from '../../../lib/operator/program';
import { SERVICE_DATA_DIR } from './start-service';

/** Runs an operator command against the service that the API tests share, and returns what it prints as JSON. */
export async function operate<T>(...argv: string[]): Promise<T> {
  let stdout = '';
  let stderr = '';
  const exitCode = await runOperator([...argv, '--json'], {
    stdin: Readable.from([]),
    writeOut: (text) => void (stdout += text),
    writeError: (text) => void (stderr += text),
    terminal: undefined,
    environment: { DATA_DIR: process.env[SERVICE_DATA_DIR] },
  });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
