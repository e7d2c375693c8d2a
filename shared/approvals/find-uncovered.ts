import { isDeepStrictEqual } from 'node:util';
import { APPROVED_GROWTH_PERCENT } from '../limits';
import type { PutBack } from './approval';

/** Plan that was approved, with the recipients that the approval counted. */
interface Approved {
  plan: object;
  recipients: number;
}

/**
 * Finds a difference between a launch and its approval.
 *
 * @param options.plan the current plan: everything that an approval covers
 * @param options.recipients current number of recipients
 * @param options.approvalAbove number of recipients that needs no approval; absent: any number
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

/** Returns the plan without undefined values. */
const asStored = (plan: object) => JSON.parse(JSON.stringify(plan)) as unknown;
