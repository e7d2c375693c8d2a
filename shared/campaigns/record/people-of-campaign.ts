import type { Segment } from '../../audience/segments/segment';
import { findSegmentOrThrow } from '../../audience/segments/segment-store';
import type { Table } from '../../platform/store/table';
import type { Campaign, StoredAudience } from './campaign';

type People = Pick<Segment, 'audience' | 'fieldReferences'>;

/**
 * Reads the audience of a campaign. If the campaign was launched with a segment, this is the segment as of the launch.
 *
 * @throws ServiceError NoSuchResource when its segment was deleted before the launch
 *
 * **Source:** rules E4.7.
 */
export async function peopleOf(
  table: Table,
  options: {
    accountId: string;
    campaign: Partial<Pick<Campaign, 'segmentAtLaunch'>>;
    stored: Exclude<StoredAudience, { kind: 'retry' }>;
  },
): Promise<People> {
  const { accountId, campaign, stored } = options;
  if (stored.kind === 'people') return asSegment(stored);
  return campaign.segmentAtLaunch ?? findSegmentOrThrow(table, { accountId, id: stored.segmentId });
}

/** Returns an audience in the form of a segment. */
export function asSegment(people: Extract<StoredAudience, { kind: 'people' }>): People {
  const { kind: _, fieldReferences, ...audience } = people;
  return { audience, fieldReferences };
}
