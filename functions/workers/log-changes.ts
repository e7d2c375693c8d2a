import { gzipSync } from 'node:zlib';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { createFiles, type Files } from '../../shared/platform/files/files';
import { getPlatform } from '../../shared/platform/platform';
import { entriesOfChanges } from '../../shared/restore-log/entries-of-changes';
import { logFile } from '../../shared/restore-log/entry';
import { worker } from './worker';

let files: Files | undefined;

/**
 * Table stream, consent, erasures, idempotency keys and balances only -> one file of the restore log. A repeated batch
 * writes the same file again.
 */
export const handler = worker(
  'logChanges',
  async ({ Records: records }: DynamoDBStreamEvent) => {
    const { config } = getPlatform();
    const entries = await entriesOfChanges(records);
    const [first] = entries;
    if (first === undefined) return;
    files ??= createFiles(config.restoreLogBucket());
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    await files.put(logFile({ first, eventId: records[0]?.eventID ?? '' }), {
      body: gzipSync(lines),
      contentType: 'application/gzip',
    });
  },
  { runs: 'always' },
);
