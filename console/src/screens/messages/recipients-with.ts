import { formatCount } from '../../format/numbers';
import { NOT_DELIVERED, NOT_SENT, SKIPPED } from '../../recipients/recipient-filter';
import type { TextState } from '../../messages/text-filter';

/**
 * Returns the filter of recipients, as a query string, for those whose texts are in a state; empty for all. Recipients are
 * filtered in one way only: where texts did not arrive, by those not delivered, or else by those who failed, or else by those
 * who were skipped.
 */
export function recipientsWith(
  state: TextState | undefined,
  counts: { failed?: number; undelivered?: number } = {},
): string {
  const { failed = 0, undelivered = 0 } = counts;
  switch (state) {
    case 'queued':
      return 'status=pending';
    case 'sent':
      return 'status=sent';
    case 'delivered':
      return 'deliveryStatus=delivered';
    case 'undelivered':
      return NOT_DELIVERED;
    case 'failed':
      return failed > 0 ? NOT_SENT : SKIPPED;
    case 'notArrived':
      return undelivered > 0 ? NOT_DELIVERED : recipientsWith('failed', { failed });
    case 'received':
    case undefined:
      return '';
  }
}

/** States of a text that did not arrive, with the ways in which it did not. */
const WAYS: Partial<Record<TextState, ReadonlyArray<'undelivered' | 'failed' | 'skipped'>>> = {
  undelivered: ['undelivered'],
  failed: ['failed', 'skipped'],
  notArrived: ['undelivered', 'failed', 'skipped'],
};

const WAY_WORDS = {
  undelivered: { word: 'not delivered', query: NOT_DELIVERED },
  failed: { word: 'failed', query: NOT_SENT },
  skipped: { word: 'skipped', query: SKIPPED },
};

/** Returns how many recipients the texts did not reach, by the way in which they did not; none in a list of other texts. */
export function missingOf(
  state: TextState | undefined,
  counts: { undelivered?: number; failed?: number; skipped?: number },
): { words: string; query: string }[] {
  const ways = state === undefined ? [] : (WAYS[state] ?? []);
  return ways.flatMap((way) => {
    const { word, query } = WAY_WORDS[way];
    const count = counts[way] ?? 0;
    return count === 0 ? [] : [{ words: `${formatCount(count)} ${word}`, query }];
  });
}
