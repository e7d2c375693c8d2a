import type { Item } from '../../platform/store/item';
import type { Key } from '../../platform/store/keys';

/** Longer than fetching and storing a file may take. */
export const CLAIM_FOR_MS = 30_000;
/** A stored file serves messages for so long; the provider may read it up to three days after it took a message. */
export const REUSED_FOR_MS = 3 * 24 * 60 * 60 * 1000;
/** Both together, and a day more. */
export const MEDIA_KEPT_FOR_DAYS = 7;

export type MediaRecord =
  | { state: 'fetching'; claimId: string; leaseUntilMs: number }
  | { state: 'stored'; claimId: string; storedAtMs: number; uri: string }
  | { state: 'unusable'; claimId: string }
  /** Whoever was at it died, or the file is about to be removed: to be fetched anew. */
  | { state: 'claimable'; claimId: string };

export function mediaItem(key: Key, record: MediaRecord, nowMs: number): Item {
  return {
    ...key,
    ...record,
    entity: 'media',
    expiresAtEpochSeconds: Math.floor(nowMs / 1000) + MEDIA_KEPT_FOR_DAYS * 24 * 60 * 60,
  };
}

/** `undefined` when nobody has asked for the file yet. */
export function readMediaRecord(item: Item | undefined, nowMs: number): MediaRecord | undefined {
  if (item === undefined) return undefined;
  const record = item as unknown as MediaRecord;
  const { claimId } = record;
  switch (record.state) {
    case 'fetching':
      return record.leaseUntilMs > nowMs
        ? { state: 'fetching', claimId, leaseUntilMs: record.leaseUntilMs }
        : { state: 'claimable', claimId };
    case 'stored':
      return record.storedAtMs + REUSED_FOR_MS > nowMs
        ? { state: 'stored', claimId, storedAtMs: record.storedAtMs, uri: record.uri }
        : { state: 'claimable', claimId };
    case 'unusable':
    case 'claimable':
      return { state: record.state, claimId };
  }
}
