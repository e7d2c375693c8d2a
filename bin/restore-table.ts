import { parseArgs } from 'node:util';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { restoreTable } from '../lib/restore/restore-table';
import { createDynamoDBClient } from '../shared/platform/table';

/**
 * Copies the state of a restored table over that of the table in use: `npm run restore-table -- --from NEW --to OLD`.
 * Region and credentials come from the environment. When to use it: docs/operations.md.
 */
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const { from, to, 'dry-run': isDryRun } = values;
if (from === undefined || to === undefined || from === to) {
  console.error('Usage: npm run restore-table -- --from RESTORED-TABLE --to TABLE-IN-USE [--dry-run]');
  process.exit(1);
}
const documents = DynamoDBDocumentClient.from(createDynamoDBClient(), {
  marshallOptions: { removeUndefinedValues: true },
});
const { put, deleted, refusals } = await restoreTable({ documents, from, to, isDryRun, now: new Date() });
const [restored, removed] = isDryRun ? ['would be restored', 'would be removed'] : ['restored', 'removed'];
console.log(
  `${put} items ${restored}, ${deleted} that came later ${removed}; ${refusals} opt-outs since then stand.`,
);
