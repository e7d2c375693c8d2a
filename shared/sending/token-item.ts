import { object, optional, string } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { linkTokenKey } from '../platform/store/keys';

/** The message that the token in a tracking link stands for. */
export const tokenItem = defineItem({
  entity: 'token',
  key: linkTokenKey,
  value: object({
    accountId: string(),
    messageId: optional(string()),
    /** Job of a token from before places in tokens were encrypted; the rest of such a token is the place. */
    jobId: optional(string()),
  }),
});
