import {
  LONGEST_SELECTION_LEAD_MS,
  SELECTED_AHEAD_FROM,
  SELECTION_LEAD_MS_PER_MILLION,
} from '../../../limits';

/**
 * Returns how long before its time a scheduled campaign begins to select its audience, milliseconds: about one and a
 * half times as long as the selection takes.
 *
 * **Source:** rules E4.1.
 */
export function selectionLeadMs(recipients: number): number {
  if (recipients < SELECTED_AHEAD_FROM) return 0;
  return Math.min(LONGEST_SELECTION_LEAD_MS, (recipients / 1_000_000) * SELECTION_LEAD_MS_PER_MILLION);
}
