import { S3Client } from '@aws-sdk/client-s3';
import { Command, InvalidArgumentError } from 'commander';
import { describeError } from '../lib/operator/describe-error';
import { OperatorError } from '../lib/operator/operator-error';
import { connect } from '../lib/operator/target';
import { type AdoptReport, adoptTable } from '../lib/restore/adopt-table';
import { readLog } from '../lib/restore/read-log';
import { describeTable, putBackSettings } from '../lib/restore/table-settings';
import { createDynamoDBClient, createTable } from '../shared/platform/store/table';

interface Flags {
  stack: string;
  table: string;
  to: Date;
  dryRun: boolean;
}

/** Makes a restored table ready for the service. See docs/operations.md for when to use it. */
const program = new Command('npm run adopt-table --')
  .description(
    'Puts back into a restored table what must not be undone, ends what was under way, and gives the table its settings. ' +
      'A deployment then adopts it. Region and credentials come from the environment.',
  )
  .requiredOption('--stack <name>', 'the stack that the stage is known by')
  .requiredOption('--table <name>', 'the restored table')
  .requiredOption('--to <time>', 'the time to which it was restored, such as 2026-11-20T12:00:00Z', parseTime)
  .option('--dry-run', 'change nothing, only count', false)
  .addHelpText('after', '\nWhen to use it, and what it does not bring back: docs/operations.md.')
  .parse();
const { stack, table: name, to: restoredTo, dryRun: isDryRun } = program.opts<Flags>();

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
try {
  const { outputs, clock, ids, baseUrl, table: former } = await connect({ stack, environment: process.env });
  const { RestoreLogBucket: bucket } = outputs;
  if (former.name === name) throw new OperatorError(`The stack ${stack} already uses the table ${name}.`);
  if (bucket === undefined)
    throw new OperatorError(`The stack ${stack} has no restore log: its data are deleted together with it.`);
  const client = createDynamoDBClient();
  const table = createTable(name, client);
  const s3 = new S3Client({ maxAttempts: 5, forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
  await describeTable(client, name);
  const log = readLog(s3, { bucket, since: restoredTo, now: clock.now() });
  const report = await adoptTable({ table, clock, ids }, { log, restoredTo, baseUrl, isDryRun });
  const streamArn = isDryRun ? undefined : await putBackSettings(client, { name, former: former.name });
  console.log(tell(report, streamArn));
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Expected a time such as 2026-11-20T12:00:00Z.');
  if (time > new Date()) throw new InvalidArgumentError('It is in the future.');
  return time;
}

function tell(report: AdoptReport, streamArn: string | undefined): string {
  const { optedOut, optOutsLifted, leftGroups, underReview, erased, keys, balances, revokedKeys } = report;
  const { messages, jobs, campaigns, automations, outboxItems } = report;
  const back = [
    ...[`${optedOut} opt-outs`, `${optOutsLifted} ends of opt-outs`, `${leftGroups} departures from groups`],
    ...[`${underReview} likely opt-outs`, `${erased} erasures`, `${keys} used idempotency keys`],
    ...[`${balances} balances`, `${revokedKeys} revoked API keys`],
  ];
  const ended = [
    ...[`${messages} queued texts`, `${jobs} jobs`, `${campaigns} campaigns paused`],
    ...[`${automations} automations paused`, `${outboxItems} outbox items`],
  ];
  const lines = [
    `${isDryRun ? 'Would be put back' : 'Put back'}: ${back.join(', ')}.`,
    `${isDryRun ? 'Would be ended or held' : 'Ended or held'}: ${ended.join(', ')}.`,
  ];
  if (streamArn === undefined) return lines.join('\n');
  const adopted = `adoptedTable: { name: '${name}', streamArn: '${streamArn}' },`;
  return [...lines, 'The table has its settings. In the file of the stage:', '', `  ${adopted}`].join('\n');
}
