import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { runOperator } from '../lib/operator/program';

/** The operator CLI: `npm run operator -- <noun> <verb> [options]`. */
// An operator cannot act on the SDK's advice about the version of Node in the middle of a command.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
// A reader that closes the pipe early, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await runOperator(process.argv.slice(2), {
  stdin: process.stdin,
  writeOut: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY ? process.stderr : undefined,
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  environment: process.env,
});

/** Asks a question. The end of the input (Ctrl-D) counts as no answer. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = once(lines, 'close').then(() => undefined);
    const answer = await Promise.race([lines.question(question), ended]);
    if (answer === undefined) process.stderr.write('\n');
    return answer ?? '';
  } finally {
    lines.close();
  }
}
