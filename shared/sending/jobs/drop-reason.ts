/** Why acceptance dropped a recipient. The order is that of the numbers in stored items: add at the end. */
export const DROP_REASONS = ['notOptedIn', 'hardOptedOut', 'keyConsumed'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export type DropCounts = Record<DropReason, number>;

export const NONE_DROPPED: DropCounts = { notOptedIn: 0, hardOptedOut: 0, keyConsumed: 0 };

export function isDropReason(text: string | undefined): text is DropReason {
  return DROP_REASONS.some((reason) => reason === text);
}
