import type { SQSEvent } from 'aws-lambda';
import { array, object, optional, parse, string } from 'valibot';
import { createFiles } from '../../shared/platform/files/files';
import { type CorePlatform, getPlatform, type Platform } from '../../shared/platform/platform';
import { countLoggedClicks } from '../../shared/sending/links/count-logged-clicks';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Notification of S3 about files; the one that it sends to test the queue is about none. */
const NOTIFICATION = object({
  Records: optional(array(object({ s3: object({ object: object({ key: string() }) }) })), []),
});

/** Queue of access logs -> clicks of short links whose domain has a distribution of CloudFront. */
export const handler = worker('countClicks', async (event: SQSEvent) => {
  const platform: CorePlatform & Partial<Platform> = getPlatform();
  const linkLogs = (platform.linkLogs ??= createFiles(platform.config.linkLogsBucket()));
  return forEachRecord(event, platform, async (body) => {
    for (const { s3 } of parse(NOTIFICATION, body).Records) {
      // S3 escapes keys as in a form.
      const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
      await countLoggedClicks({ ...platform, linkLogs }, key);
    }
  });
});
