import { pauseWithJitter } from '../pause';
import { type Table, TableUnavailableError, type TransactItem } from './table';
import type { TransactResult } from './write-outcome';

const MAX_ROUNDS = 20;
const ROUNDS_OF_GROWING_PAUSES = 5;

/**
 * Sends a transaction again for as long as only other transactions on the same items were in its way. For
 * transactions whose conditions alone decide, so that nothing has to be read anew in between.
 *
 * @returns committed, or at least one condition that did not hold
 */
export async function transactPatiently(table: Table, actions: TransactItem[]): Promise<TransactResult> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const result = await table.transact(actions);
    if (result.committed || result.failed.some(({ reason }) => reason === 'conditionFailed')) return result;
    await pauseWithJitter(Math.min(round, ROUNDS_OF_GROWING_PAUSES));
  }
  throw new TableUnavailableError('A transaction kept losing to others');
}
