import { type CountedEnd, recordTextEnds } from '../../../audience/contacts/record-text-ends';
import type { Platform } from '../../../platform/platform';
import { recallAccount } from './recall-account';
import type { ReportedEnd } from './recorded';

/**
 * Counts the hard failures of numbers, for accounts that set such numbers aside; the ends of other accounts cost nothing.
 *
 * @returns ids of messages whose receipts must come again
 *
 * **Source:** rules E11.
 */
export async function countHardFailures(
  deps: Pick<Platform, 'table' | 'clock' | 'log'>,
  ends: ReportedEnd[],
): Promise<ReadonlySet<string>> {
  try {
    const counted: CountedEnd[] = [];
    for (const end of ends) {
      const account = await recallAccount(deps, end.accountId);
      if (account?.setAsideNumbers) counted.push({ ...end, countedFrom: account.hardFailuresSince ?? '' });
    }
    return new Set(await recordTextEnds(deps, counted));
  } catch (error) {
    deps.log.error('Hard failures not counted', error, { count: ends.length });
    return new Set(ends.map(({ messageId }) => messageId));
  }
}
