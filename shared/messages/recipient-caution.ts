/**
 * Reasons for which jobs and campaigns leave out a recipient whom the gate allows; single sends go out, with the reason as
 * a warning. `review`: a text of the recipient likely is an opt-out. `set_aside`: texts to the number failed for good, or a look-up
 * found that it is a landline or invalid.
 *
 * **Source:** rules 3.3, E11.
 */
export const RECIPIENT_CAUTIONS = ['review', 'set_aside'] as const;
export type RecipientCaution = (typeof RECIPIENT_CAUTIONS)[number];
