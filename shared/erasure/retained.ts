import { recordKeptForDays } from '../platform/file-keys';
import { clicksPk, jobKey, readContactPk } from '../platform/store/keys';
import type { Item } from '../platform/store/item';

/** What the retention of an account says about an item. **Source:** rules E2. */
export interface Retained {
  accountId: string;
  /** ISO. */
  madeAt: string;
  /** Workers are at it: it is looked at later. */
  isUnderWay?: boolean;
  atLeastDays?: number;
  /** Partitions of what goes with it, before it. */
  parts?: string[];
}

/** @returns `undefined` for an item that no retention is about */
export type FindRetained = (item: Item) => Retained | undefined;

export const retainedMessage: FindRetained = (item) =>
  retained(item, { isUnderWay: item.phase !== 'settled' });

/** Chunks, results and counts of clicks go with their job. */
export const retainedJob: FindRetained = (item) => {
  const jobId = String(item.id);
  const parts = [jobKey(jobId).pk, clicksPk(jobId)];
  return retained(item, { isUnderWay: item.completedAt === undefined, parts });
};

/** A click, or all of a message. Counts of a link have no time. */
export const retainedClick: FindRetained = (item) =>
  retained({ ...item, createdAt: item.at ?? item.firstAt });

export const retainedConversation: FindRetained = (item) => {
  const { accountId } = readContactPk(item.pk);
  return retained({ ...item, accountId, createdAt: item.lastAt });
};

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
