/**
 * Reasons for which acceptance drops a recipient. Stored items contain the index of a reason: add new ones at the end.
 */
export const DROP_REASONS = ['notOptedIn', 'hardOptedOut', 'keyConsumed'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export type DropCounts = Record<DropReason, number>;

export const NONE_DROPPED: DropCounts = { notOptedIn: 0, hardOptedOut: 0, keyConsumed: 0 };

export function isDropReason(text: string | undefined): text is DropReason {
  return DROP_REASONS.some((reason) => reason === text);
}
