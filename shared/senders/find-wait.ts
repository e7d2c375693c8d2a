import { accountItem } from '../accounts/account';
import type { HoldReason } from '../holds/hold';
import type { Table } from '../platform/store/table';
import { senderKeys, senderOf } from './number';

/** Reason for which a job or a campaign waits, in an answer. **Source:** rules E8.2. */
export interface WaitingFor {
  reason: HoldReason;
  /** ISO time. */
  since: string;
}

/** Finds what keeps the messages of a number waiting; `undefined` when nothing does. */
export async function findWait(
  table: Table,
  options: { accountId: string; number: string },
): Promise<WaitingFor | undefined> {
  const [account, ...items] = await table.batchGet([
    accountItem.key(options.accountId),
    ...senderKeys(options),
  ]);
  const { hold } = senderOf(items, { account: accountItem.readIfAny(account), isMms: false });
  return hold && { reason: hold.reason, since: hold.since };
}

/** JSON schema of `waitingFor` in an answer. */
export const WAITING_FOR_SCHEMA = {
  type: 'object',
  description:
    'What keeps the recipients that are pending waiting, besides their turn; absent when nothing does.',
  properties: {
    reason: {
      type: 'string',
      enum: ['provider', 'spend_limit', 'paused'] satisfies HoldReason[],
      description:
        '`provider`: it takes no messages from the number, or none at all. `spend_limit`: the limit of the AWS account for the month is reached. `paused`: sending is paused for the number, the account or everybody.',
    },
    since: { $ref: '#/components/schemas/Timestamp' },
  },
  required: ['reason', 'since'],
  additionalProperties: false,
} as const;
