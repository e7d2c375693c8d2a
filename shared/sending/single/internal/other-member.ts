import { accountItem } from '../../../accounts/account';
import type { Message } from '../../../messages/message';
import type { E164 } from '../../../phone-numbers/e164';
import { epochMs } from '../../../platform/clock';
import { updateExpression } from '../../../platform/store/expressions';
import { messageKey } from '../../../platform/store/keys';
import type { Platform } from '../../../platform/platform';
import { chooseNow, isOut, readMembers } from '../../../senders/read-members';
import { findSender } from '../../../senders/sender-store';

/**
 * Gives a message that waits to another member of its sender, when its own is out. Nothing of it was handed over: a
 * message that may have been is never waiting.
 *
 * @returns false when it stays as it is
 *
 * **Source:** rules 2.8.
 */
export async function moveToOtherMember(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  message: Message,
): Promise<boolean> {
  const { id, accountId, senderId, from, attempts, mediaUrl } = message;
  if (senderId === undefined) return false;
  const account = accountItem.readIfAny(await table.get(accountItem.key(accountId)));
  const sender = await findSender(table, { accountId, senderId });
  if (!account || !sender) return false;
  const members = await readMembers(table, { sender, account, isMms: mediaUrl !== undefined });
  const nowMs = epochMs(clock);
  const other = chooseNow(members, { to: message.to as E164, nowMs });
  if (typeof other === 'string' || other.identity === from || isOut(other, nowMs)) return false;
  const { written } = await table.update({
    Key: messageKey(id),
    ...updateExpression(
      { set: { from: other.identity } },
      {
        names: { '#phase': 'phase' },
        values: { ':waiting': 'waiting', ':attempts': attempts, ':before': from },
      },
    ),
    ConditionExpression: '#phase = :waiting AND attempts = :attempts AND #from = :before',
  });
  return written;
}
