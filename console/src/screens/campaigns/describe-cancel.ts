import type { Campaign } from '../../api/schemas';
import { countOf } from '../../format/numbers';

/** Describes what becomes of a campaign's recipients when it is cancelled now. */
export function describeCancel({ status, counts }: Pick<Campaign, 'status' | 'counts'>): string {
  if (counts.selected === 0) {
    return status === 'selecting'
      ? 'Its recipients are being chosen. No text has been sent, and none will be.'
      : 'It has not begun: no text has been sent, no credits were charged, and nobody of its audience gets one.';
  }
  const waiting =
    counts.pending === 0
      ? 'No recipient waits any more.'
      : `${countOf(counts.pending, 'recipient')} still waiting will get nothing, and their credits are given back.`;
  const sent =
    counts.sent === 0
      ? 'No text has been sent so far.'
      : counts.sent === 1
        ? 'The text that was sent stays sent.'
        : `The ${countOf(counts.sent, 'text')} that were sent stay sent.`;
  return `${waiting} ${sent}`;
}
