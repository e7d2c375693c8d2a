import { CONFIRMATION_TEXTS_WINDOW_MS, MAX_CONFIRMATION_TEXTS } from '../../../limits';

/** ISO times at which confirmation texts were queued, by group. */
type ConfirmationTexts = Record<string, string[]>;

/**
 * Decides whether a contact may be asked once more to confirm a group. A request stays counted, whatever happens to the
 * membership.
 *
 * @param at ISO time of the request
 * @returns the times to store in the contact, or the number of seconds after which it may be asked again
 *
 * **Source:** rules E7.
 */
export function countConfirmationText(
  earlier: ConfirmationTexts | undefined,
  { groupId, at }: { groupId: string; at: string },
): { confirmationTexts: ConfirmationTexts } | { retryAfterSeconds: number } {
  const since = new Date(Date.parse(at) - CONFIRMATION_TEXTS_WINDOW_MS).toISOString();
  const counted = Object.fromEntries(
    Object.entries(earlier ?? {})
      .map(([id, times]) => [id, times.filter((time) => time > since)] as const)
      .filter(([, times]) => times.length > 0),
  );
  const ofGroup = counted[groupId] ?? [];
  if (ofGroup.length < MAX_CONFIRMATION_TEXTS) {
    return { confirmationTexts: { ...counted, [groupId]: [...ofGroup, at] } };
  }
  const oldest = ofGroup.toSorted()[ofGroup.length - MAX_CONFIRMATION_TEXTS] ?? at;
  const freeAtMs = Date.parse(oldest) + CONFIRMATION_TEXTS_WINDOW_MS;
  return { retryAfterSeconds: Math.max(1, Math.ceil((freeAtMs - Date.parse(at)) / 1000)) };
}
