import { runOperator } from '../lib/operator/program';

/** The operator CLI: `npm run operator -- <noun> <verb> [options]`. */
// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await runOperator(process.argv.slice(2), {
  stdin: process.stdin,
  writeOut: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  environment: process.env,
});
