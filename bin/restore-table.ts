import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Command } from 'commander';
import { describeError } from '../lib/operator/describe-error';
import { readRegion } from '../lib/operator/region';
import { restoreTable } from '../lib/restore/restore-table';
import { createDynamoDBClient } from '../shared/platform/store/table';

interface Flags {
  from: string;
  to: string;
  dryRun: boolean;
}

/** Copies the state of a restored table over that of the table in use. See docs/operations.md for when to use it. */
const program = new Command('npm run restore-table --')
  .description(
    'Copies the state of a restored table over that of the table in use. Region and credentials come from the environment.',
  )
  .requiredOption('--from <table>', 'the restored table')
  .requiredOption('--to <table>', 'the table in use')
  .option('--dry-run', 'change nothing, only count', false)
  .addHelpText('after', '\nWhen to use it, and what it leaves as it is: docs/operations.md.')
  .parse();
const { from, to, dryRun: isDryRun } = program.opts<Flags>();
if (from === to) program.error('error: --from and --to name the same table');

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const region = readRegion(process.env);
if (region !== undefined) process.env.AWS_REGION = region;
const documents = DynamoDBDocumentClient.from(createDynamoDBClient(), {
  marshallOptions: { removeUndefinedValues: true },
});
try {
  const { put, deleted, refusals } = await restoreTable({ documents, from, to, isDryRun, now: new Date() });
  const [restored, removed] = isDryRun ? ['would be restored', 'would be removed'] : ['restored', 'removed'];
  console.log(
    `${put} items ${restored}, ${deleted} that came later ${removed}; ${refusals} opt-outs since then stand.`,
  );
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
