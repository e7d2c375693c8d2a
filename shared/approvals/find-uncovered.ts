import { isDeepStrictEqual } from 'node:util';
import { APPROVED_GROWTH_PERCENT } from '../limits';
import type { PutBack } from './approval';

/** What an approval was given to, and how many recipients it counted. */
interface Approved {
  plan: object;
  recipients: number;
}

/**
 * Finds what of a launch no approval covers.
 *
 * @param options.plan as it is now: everything that an approval is given to
 * @param options.recipients whom it would take now
 * @param options.approvalAbove recipients who need no approval; absent: any number of them
 * @returns `undefined` when everything is covered
 *
 * **Source:** rules E4.7.
 */
export function findUncovered(options: {
  approved: Approved | undefined;
  plan: object;
  recipients: number;
  approvalAbove: number | undefined;
}): PutBack | undefined {
  const { approved, plan, recipients: now, approvalAbove = Infinity } = options;
  if (!approved) {
    return now > approvalAbove ? { reason: 'audience_grew', approved: approvalAbove, now } : undefined;
  }
  if (!isDeepStrictEqual(asStored(plan), asStored(approved.plan))) return { reason: 'plan_changed' };
  const isGrown = now * 100 > approved.recipients * (100 + APPROVED_GROWTH_PERCENT);
  return isGrown ? { reason: 'audience_grew', approved: approved.recipients, now } : undefined;
}

/** Without what is undefined. */
const asStored = (plan: object) => JSON.parse(JSON.stringify(plan)) as unknown;
