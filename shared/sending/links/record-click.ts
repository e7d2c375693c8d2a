import { isoNow } from '../../platform/clock';
import { linkClickKey, messageClickKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { PutInput } from '../../platform/store/table';
import type { UserAgentClass } from '../../content/user-agent-class';

/** Clicks are kept for a year. */
const KEPT_FOR_SECONDS = 365 * 24 * 60 * 60;
const MINUTE_CHARACTERS = '2026-03-01T12:00'.length;

export interface Click {
  link: string;
  accountId: string;
  /** Absent where the token stands for none: the click counts for the link alone. */
  messageId: string | undefined;
  userAgentClass: UserAgentClass;
}

/**
 * Keeps a click. Of a message one is kept for each minute, however many come at once. A preview that a program has
 * fetched gives way to the person who follows.
 */
export async function recordClick(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  click: Click,
): Promise<void> {
  const now = deps.clock.now();
  const at = isoNow(deps.clock);
  const { messageId, userAgentClass } = click;
  const fields = {
    entity: 'click',
    ...{ at, ...click },
    expiresAtEpochSeconds: Math.floor(now.getTime() / 1000) + KEPT_FOR_SECONDS,
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
