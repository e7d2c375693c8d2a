import { type InferOutput, literal, number, object, optional, picklist, string, union } from 'valibot';

/** What was decided on a launch. `comment` is of an approval, `reason` of a rejection. **Source:** rules E4.7. */
export const storedDecision = object({
  status: picklist(['approved', 'rejected']),
  at: string(),
  comment: optional(string()),
  reason: optional(string()),
});
export type Decision = InferOutput<typeof storedDecision>;

/** Why what was launched waits for an approval again. **Source:** rules E4.7. */
export const storedPutBack = union([
  object({
    reason: literal('audience_grew'),
    /** Recipients whom the approval counted, or who need none. */
    approved: number(),
    now: number(),
  }),
  object({ reason: literal('plan_changed') }),
  object({ reason: literal('launcher_lost_right') }),
]);
export type PutBack = InferOutput<typeof storedPutBack>;
