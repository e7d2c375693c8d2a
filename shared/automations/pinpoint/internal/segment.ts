import type { CheckedAudience } from '../../../audience/segments/audience';
import type { SegmentChoice } from '../pinpoint-options';
import type { Context } from './context';
import type { Part } from './part';

/** Finds the counterpart of a segment, or notes that the operator has to name it. */
export function findSegment({ findings, options }: Context, part: Part): SegmentChoice | undefined {
  const { text: id } = part;
  if (id === undefined) return undefined;
  const choice = Object.hasOwn(options.segments, id) ? options.segments[id] : undefined;
  if (choice) return choice;
  findings.left(part, 'The people of a segment are not in the document.');
  findings.need(`the counterpart of the segment ${id}: --segment ${id}=seg_… or --segment ${id}=grp_…`);
  return undefined;
}

export const idOf = (choice: SegmentChoice): string =>
  'groupId' in choice ? choice.groupId : choice.segmentId;

export const audienceOf = (choice: SegmentChoice): CheckedAudience =>
  'groupId' in choice ? { groups: [choice.groupId] } : choice.audience;
