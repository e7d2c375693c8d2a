import { type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { storedActor } from '../../accounts/actor';
import { storedPutBack } from '../approval';

/** Notice by e-mail of an approval that is awaited or was decided on. **Source:** rules E4.7. */
export const storedNotice = object({
  kind: picklist(['awaiting', 'approved', 'rejected']),
  /** Name of the campaign or automation. */
  name: string(),
  launchedBy: optional(storedActor),
  decidedBy: optional(storedActor),
  /** Recipients that the approval counted, or that an audience has grown to. */
  recipients: optional(number()),
  /** Reason why it waits for an approval again. */
  putBack: optional(storedPutBack),
  /** Note of the launcher, comment of an approval, or reason of a rejection. */
  words: optional(string()),
});
export type Notice = InferOutput<typeof storedNotice>;
