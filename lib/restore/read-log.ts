import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { noteCallee } from '../../shared/platform/aws/callee';
import { type LogEntry, logFolder, readLogEntry } from '../../shared/restore-log/entry';

const DAY_MS = 24 * 60 * 60 * 1000;
const FILES_AT_ONCE = 16;

/**
 * Reads the entries of the restore log from a time on, a few files at a time. A file is in the folder of its first
 * change; one that failed for long lies up to a day before its last one. The stream dates changes to the second.
 */
export async function* readLog(
  s3: S3Client,
  { bucket, since, now }: { bucket: string; since: Date; now: Date },
): AsyncGenerator<LogEntry[]> {
  const from = new Date(Math.floor(since.getTime() / 1000) * 1000).toISOString();
  for await (const keys of findFiles(s3, { bucket, since, now })) {
    const files = await Promise.all(keys.map((key) => readFile(s3, { bucket, key })));
    yield files.flat().filter(({ at }) => at >= from);
  }
}

async function* findFiles(
  s3: S3Client,
  { bucket, since, now }: { bucket: string; since: Date; now: Date },
): AsyncGenerator<string[]> {
  for (let atMs = since.getTime() - DAY_MS; atMs < now.getTime() + DAY_MS; atMs += DAY_MS) {
    const input = { Bucket: bucket, Prefix: logFolder(new Date(atMs).toISOString()) };
    try {
      for await (const { Contents: found = [] } of paginateListObjectsV2({ client: s3 }, input)) {
        const keys = found.flatMap(({ Key: key }) => key ?? []);
        for (let start = 0; start < keys.length; start += FILES_AT_ONCE)
          yield keys.slice(start, start + FILES_AT_ONCE);
      }
    } catch (error) {
      throw noteCallee(error, `The bucket ${bucket}`);
    }
  }
}

async function readFile(s3: S3Client, { bucket, key }: { bucket: string; key: string }): Promise<LogEntry[]> {
  const { Body: body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  const lines = await text((body as Readable).pipe(createGunzip()));
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map(readLogEntry);
}
