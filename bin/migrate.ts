import { Command } from 'commander';
import { describeError } from '../lib/operator/describe-error';
import { connect } from '../lib/operator/target';
import type { MigrationReport } from '../lib/migrate/go-through-table';
import { indexContacts } from '../lib/migrate/index-contacts';
import { retainMessages } from '../lib/migrate/retain-messages';

interface Flags {
  stack?: string;
  again: boolean;
}

/** Brings what earlier releases have stored into the form of this one. When to use it: docs/operations.md. */
const program = new Command('npm run migrate --')
  .description('Brings what earlier releases have stored into the form of this one, beside live traffic.')
  .option('--stack <name>', 'deployed stack to work on, instead of the local service')
  .option('--again', 'go through all of the table once more', false)
  .addHelpText('after', '\nA run that was interrupted is continued by the next. More: docs/operations.md.')
  .parse();
const { stack, again: isAnew } = program.opts<Flags>();

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
try {
  const target = await connect({ stack, environment: process.env });
  const options = (what: string) => ({
    isAnew,
    onProgress: (count: number) => process.stderr.write(`${count} ${what}\n`),
  });
  report(await indexContacts(target, options('contacts')), 'contacts put into the index.');
  report(await retainMessages(target, options('messages')), 'messages given their time to live.');
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

function report({ changed, partsDoneBefore }: MigrationReport, what: string): void {
  const before = partsDoneBefore > 0 ? ` ${partsDoneBefore} parts of the table had been done before.` : '';
  console.log(`${changed} ${what}${before}`);
}
