import { number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { paceKey } from '../../platform/store/keys';

/** Slots of a sender number, and the parts of a daily cap that it holds. */
export const paceItem = defineItem({
  entity: 'pace',
  key: paceKey,
  value: object({
    /** Time from which nothing is reserved, epoch milliseconds. */
    freeFromMs: optional(number()),
    /** Cap on its day of which the number holds parts, by `capOnDay`. */
    heldOf: optional(string()),
    /** Parts that it may send of that, without counting them for its brand. */
    heldParts: optional(number()),
  }),
});
export type PaceItem = ValueOf<typeof paceItem>;

/** Returns the parts that a number holds of a cap on a day. */
export const heldOf = (pace: PaceItem | undefined, of: string): number =>
  pace?.heldOf === of ? (pace.heldParts ?? 0) : 0;
