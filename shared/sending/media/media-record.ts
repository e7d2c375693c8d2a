import { literal, number, object, string, variant } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import type { Item } from '../../platform/store/item';
import { mediaKey } from '../../platform/store/keys';

/** Lease of a claim, longer than fetching and storing a file may take. */
export const CLAIM_FOR_MS = 30_000;
/**
 * Time for which a stored file is used for further messages; the provider may read it up to three days after it
 * accepted a message.
 */
const REUSED_FOR_MS = 3 * 24 * 60 * 60 * 1000;
/** Time for which a file is kept: the reuse and the provider's three days together, and one day more. */
export const MEDIA_KEPT_FOR_DAYS = 7;

const claimId = string();
const storedMedia = defineItem({
  entity: 'media',
  key: ({ scope, urlHash }: MediaAddress) => mediaKey(scope, urlHash),
  value: variant('state', [
    object({ state: literal('fetching'), claimId, leaseUntilMs: number() }),
    object({ state: literal('stored'), claimId, storedAtMs: number(), uri: string() }),
    object({ state: literal('unusable'), claimId }),
  ]),
});

export interface MediaAddress {
  scope: string;
  urlHash: string;
}

type StoredMedia = ValueOf<typeof storedMedia>;
/**
 * Record of a media file; `claimable`: the worker that was fetching the file died, or the file is about to be removed.
 * Fetch it again.
 */
export type MediaRecord = StoredMedia | { state: 'claimable'; claimId: string };

export function mediaItem(address: MediaAddress, record: StoredMedia, nowMs: number): Item {
  return {
    ...storedMedia.item(address, record),
    expiresAtEpochSeconds: Math.floor(nowMs / 1000) + MEDIA_KEPT_FOR_DAYS * 24 * 60 * 60,
  };
}

/** Reads the record of a file; `undefined` for a file that was never requested. */
export function readMediaRecord(item: Item | undefined, nowMs: number): MediaRecord | undefined {
  const record = storedMedia.readIfAny(item);
  return record && (isUsable(record, nowMs) ? record : { state: 'claimable', claimId: record.claimId });
}

function isUsable(record: StoredMedia, nowMs: number): boolean {
  switch (record.state) {
    case 'fetching':
      return record.leaseUntilMs > nowMs;
    case 'stored':
      return record.storedAtMs + REUSED_FOR_MS > nowMs;
    case 'unusable':
      return true;
  }
}
