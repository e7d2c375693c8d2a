import type { Segment } from '../../audience/segments/segment';
import { findSegmentOrThrow } from '../../audience/segments/segment-store';
import type { Table } from '../../platform/store/table';
import type { Campaign, StoredAudience } from './campaign';

type People = Pick<Segment, 'audience' | 'fieldReferences'>;

/**
 * Reads whom a campaign is for. Of a campaign that was launched with a segment: as the segment was then.
 *
 * @throws ServiceError NoSuchResource when its segment is gone, before the launch
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

/** The people of an audience in the form in which a segment has them. */
export function asSegment(people: Extract<StoredAudience, { kind: 'people' }>): People {
  const { kind: _, fieldReferences, ...audience } = people;
  return { audience, fieldReferences };
}
