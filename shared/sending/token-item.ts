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
    /** In tokens of jobs before their places were hidden: the place follows in the token itself. */
    jobId: optional(string()),
  }),
});
