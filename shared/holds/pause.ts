import { boolean, type InferOutput, object, optional, string } from 'valibot';

/** Pause as it is stored: on the account, on the number, or for the whole service. **Source:** rules E8.4. */
export const storedPause = object({
  /** ISO time. */
  since: string(),
  /** Reason that was given for it. */
  reason: optional(string()),
  /** Set when an operator has paused an account or a number: its admins cannot end that. */
  isByOperator: optional(boolean()),
});
export type Pause = InferOutput<typeof storedPause>;
