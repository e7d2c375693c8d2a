import { gzipSync } from 'node:zlib';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { createFiles, type Files } from '../../shared/platform/files/files';
import { getPlatform } from '../../shared/platform/platform';
import { entriesOfChanges } from '../../shared/restore-log/entries-of-changes';
import { logFolder } from '../../shared/restore-log/entry';
import { worker } from './worker';

let files: Files | undefined;

/** Most digits of a sequence number of a stream. **Source:** DynamoDB Streams API, `StreamRecord`. */
const SEQUENCE_DIGITS = 40;

/**
 * Table stream, consent, erasures, idempotency keys and balances only -> one file of the restore log. A repeated batch
 * writes the same file again. Changes of an item are in one shard of the stream: the names of files put them in order.
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
    const order = first.sequence.padStart(SEQUENCE_DIGITS, '0');
    await files.put(`${logFolder(first.at)}${first.at}-${order}-${records[0]?.eventID}.jsonl.gz`, {
      body: gzipSync(lines),
      contentType: 'application/gzip',
    });
  },
  { runs: 'always' },
);
