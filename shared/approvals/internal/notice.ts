import { type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { storedActor } from '../../accounts/actor';
import { storedPutBack } from '../approval';

/**
 * Notice by e-mail of an approval that is awaited or was decided on. Name, note, comment and reason are read when it is
 * sent: they are free text, which stays out of the queues.
 *
 * **Source:** rules E4.7.
 */
export const storedNotice = object({
  kind: picklist(['awaiting', 'approved', 'rejected']),
  launchedBy: optional(storedActor),
  decidedBy: optional(storedActor),
  /** Recipients that the approval counted, or that an audience has grown to. */
  recipients: optional(number()),
  /** Reason why it waits for an approval again. */
  putBack: optional(storedPutBack),
  /** Time of the decision. */
  decidedAt: optional(string()),
});
export type Notice = InferOutput<typeof storedNotice>;
