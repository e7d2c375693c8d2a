import { retainedUntil } from '../../accounts/retention';
import type { Link } from '../../content/link';
import { isoNow } from '../../platform/clock';
import { linkClickKey, messageClickKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { PutInput } from '../../platform/store/table';
import type { UserAgentClass } from '../../content/user-agent-class';

const MINUTE_CHARACTERS = '2026-03-01T12:00'.length;

export interface Click {
  link: string;
  accountId: string;
  /** Absent without a known message: the click counts for the link only. */
  messageId: string | undefined;
  userAgentClass: UserAgentClass;
}

/**
 * Stores a click: one for each minute of a message, however many come at once. A person's click replaces that of a
 * program that fetched a preview.
 */
export async function recordClick(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  click: Click,
  { retentionDays }: Pick<Link, 'retentionDays'>,
): Promise<void> {
  const at = isoNow(deps.clock);
  const { messageId, userAgentClass } = click;
  const fields = {
    entity: 'click',
    ...{ at, ...click },
    expiresAtEpochSeconds: retainedUntil(retentionDays, at),
  };
  const put: PutInput =
    messageId === undefined
      ? { Item: { ...linkClickKey(click.link, { at, id: deps.ids.next('clk') }), ...fields } }
      : {
          Item: { ...messageClickKey(messageId, at.slice(0, MINUTE_CHARACTERS)), ...fields },
          ...unlessKept(userAgentClass),
        };
  await deps.table.put(put);
}

function unlessKept(userAgentClass: UserAgentClass): Omit<PutInput, 'Item'> {
  if (userAgentClass === 'bot') return { ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    ConditionExpression: 'attribute_not_exists(pk) OR userAgentClass = :bot',
    ExpressionAttributeValues: { ':bot': 'bot' satisfies UserAgentClass },
  };
}
