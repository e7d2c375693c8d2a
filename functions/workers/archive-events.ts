import type { FirehoseTransformationEvent, FirehoseTransformationResult } from 'aws-lambda';
import { archiveEvent, NOT_ARCHIVED } from '../../shared/events/archived-event';
import { getPlatform } from '../../shared/platform/platform';
import { getArchiveKey } from '../../shared/platform/secrets/archive-key';
import { worker } from './worker';

/**
 * Firehose -> lines of the event archive, each in the folder of its event's day. Firehose keeps records that are no
 * events apart.
 */
export const handler = worker(
  'archiveEvents',
  async ({ records }: FirehoseTransformationEvent): Promise<FirehoseTransformationResult> => {
    const { config, log } = getPlatform();
    const personKey = config.eventArchive() === 'hash' ? await getArchiveKey() : undefined;
    const results = records.map(({ recordId, data }): FirehoseTransformationResult['records'][number] => {
      const archived = archiveEvent({ event: parse(data), personKey });
      if (!archived) return { recordId, result: 'ProcessingFailed', data };
      const line = Buffer.from(`${archived.line}\n`).toString('base64');
      return { recordId, result: 'Ok', data: line, metadata: { partitionKeys: { day: archived.day } } };
    });
    const count = results.filter(({ result }) => result === 'ProcessingFailed').length;
    if (count > 0) log.error(NOT_ARCHIVED, undefined, { count });
    return { records: results };
  },
  { runs: 'always' },
);

function parse(data: string): unknown {
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString()) as unknown;
  } catch {
    return undefined;
  }
}
