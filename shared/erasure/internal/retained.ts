import { recordKeptForDays } from '../../platform/files/file-keys';
import { clicksPk, jobKey, readContactPk } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';

/** Age and state of an item, as the retention of an account needs them. **Source:** rules E2. */
export interface Retained {
  accountId: string;
  /** ISO time. */
  madeAt: string;
  /** Set while workers use the item: the pass visits it later. */
  isUnderWay?: boolean;
  atLeastDays?: number;
  /** Partitions whose items are deleted with this item, before it. */
  parts?: string[];
}

/** @returns `undefined` for an item without retention */
export type FindRetained = (item: Item) => Retained | undefined;

export const retainedMessage: FindRetained = (item) =>
  retained(item, { isUnderWay: item.phase !== 'settled' });

/** Chunks, results and counts of clicks are deleted with their job. */
export const retainedJob: FindRetained = (item) => {
  const jobId = String(item.id);
  const parts = [jobKey(jobId).pk, clicksPk(jobId)];
  return retained(item, { isUnderWay: item.completedAt === undefined, parts });
};

/** Finds the time of a click, or of the clicks of a message. Counts of a link have none. */
export const retainedClick: FindRetained = (item) =>
  retained({ ...item, createdAt: item.at ?? item.firstAt });

export const retainedConversation: FindRetained = (item) => {
  const { accountId } = readContactPk(item.pk);
  return retained({ ...item, accountId, createdAt: item.lastAt });
};

export const retainedNote: FindRetained = (item) => retained({ ...item, createdAt: item.at });

export const retainedTransfer: FindRetained = (item) => {
  const { status, createdAt, startedAt, completedAt } = item as Record<string, string | undefined>;
  if (createdAt === undefined) return undefined;
  const lastFileAt = completedAt ?? startedAt ?? createdAt;
  return retained(item, {
    isUnderWay: status === 'running',
    atLeastDays: recordKeptForDays({ createdAt, lastFileAt }),
  });
};

function retained(
  { accountId, createdAt: madeAt }: Record<string, unknown>,
  more: Omit<Retained, 'accountId' | 'madeAt'> = {},
): Retained | undefined {
  if (typeof accountId !== 'string' || typeof madeAt !== 'string') return undefined;
  return { accountId, madeAt, ...more };
}
