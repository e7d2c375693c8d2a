import { type InferOutput, literal, number, object, optional, picklist, string, union } from 'valibot';

/** Decision on a launch. `comment` belongs to an approval, `reason` to a rejection. **Source:** rules E4.7. */
export const storedDecision = object({
  status: picklist(['approved', 'rejected']),
  at: string(),
  comment: optional(string()),
  reason: optional(string()),
});
export type Decision = InferOutput<typeof storedDecision>;

/** Reason why a launched campaign waits for an approval again. **Source:** rules E4.7. */
export const storedPutBack = union([
  object({
    reason: literal('audience_grew'),
    /** Recipients that the approval counted; without an approval, the number that needs none. */
    approved: number(),
    now: number(),
  }),
  object({ reason: literal('plan_changed') }),
  object({ reason: literal('launcher_lost_right') }),
]);
export type PutBack = InferOutput<typeof storedPutBack>;
