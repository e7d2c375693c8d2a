import { retainedUntil } from '../../../accounts/retention';
import { recordActivity } from '../../../audience/contacts/record-activity';
import type { Link } from '../../../content/link';
import type { UserAgentClass } from './user-agent-class';
import type { Message } from '../../../messages/message';
import { isoNow } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import type { E164 } from '../../../phone-numbers/e164';
import { commit, type Part, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { botClickKey, type Key, linkClickKey, messageClickKey } from '../../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../../platform/store/table';
import { countJobClick, countLinkClick } from '../../clicks/click-counters';
import { messageClicksItem } from '../../clicks/message-clicks';
import { readJobMessageId } from '../../jobs/results/job-message-id';
import { countStepClick } from './count-step-click';
import { firstClickWrites } from './first-click-writes';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

const MINUTE_CHARACTERS = '2026-03-01T12:00'.length;

interface Click extends Pick<Link, 'link' | 'accountId' | 'retentionDays'> {
  /** Absent without a known message: the click counts for the link only. */
  message: Message | undefined;
  userAgentClass: UserAgentClass;
}

/**
 * Stores a click and counts it. For a link in a message at most one click counts per minute, even when many arrive at
 * once. Clicks of programs are stored separately and count only in the link's `bots`.
 *
 * **Source:** rules 2.7.
 */
export async function recordClick(deps: Deps, click: Click): Promise<void> {
  if (click.userAgentClass === 'bot') return recordBot(deps, click);
  return click.message
    ? recordOfMessage(deps, { ...click, message: click.message })
    : recordOfLink(deps, click);
}

async function recordBot(deps: Deps, click: Click): Promise<void> {
  const at = isoNow(deps.clock);
  const { link, message } = click;
  const subject = message?.id ?? link;
  const Key = botClickKey(subject, { minute: minuteOf(at), link });
  await commit(deps.table, [
    { write: putOnce(Key, { click, at }), onFail: 'repeated' },
    { write: countLinkClick(click, { change: { bots: 1 }, at: `${subject}${at}` }) },
  ]);
}

async function recordOfLink(deps: Deps, click: Click): Promise<void> {
  const at = isoNow(deps.clock);
  const id = deps.ids.next('clk');
  await commit(
    deps.table,
    required([
      putOnce(linkClickKey(click.link, { at, id }), { click, at }),
      countLinkClick(click, { change: { unattributed: 1 }, at: id }),
    ]),
  );
}

/**
 * Records a click of a message. The first click is the one whose transaction creates the item of the message's clicks.
 */
async function recordOfMessage(deps: Deps, click: Click & { message: Message }): Promise<void> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const { accountId, link, message, retentionDays } = click;
  const jobId = readJobMessageId(message.id)?.jobId;
  const expiresAtEpochSeconds = retainedUntil(retentionDays, at);
  const ofMinute: Part<'repeated'> = {
    write: putOnce(messageClickKey(message.id, { minute: minuteOf(at), link }), { click, at }),
    onFail: 'repeated',
  };
  const countOf = (messages: 0 | 1) => {
    const change = { clicks: 1, ...(messages === 1 && { messages }) };
    return required([
      countLinkClick(click, { change, at: message.id }),
      ...(jobId === undefined
        ? []
        : [countJobClick({ jobId, link }, { change, at: message.id, expiresAtEpochSeconds })]),
    ]);
  };
  const first: Part<'isKnown'> = {
    write: {
      Put: {
        Item: {
          ...messageClicksItem.item(message.id, { accountId, count: 1, firstAt: at, lastAt: at }),
          expiresAtEpochSeconds,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    onFail: 'isKnown',
  };
  const further: Part<'isUnknown'> = {
    write: {
      Update: {
        Key: messageClicksItem.key(message.id),
        ...updateExpression({ set: { lastAt: at }, add: { count: 1 } }),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    onFail: 'isUnknown',
  };
  const isCounted = await retryOnConflict(deps.table.waits, async () => {
    const ofFirst = required([
      ...firstClickWrites(deps.ids, { message, link, jobId, now }),
      ...(await countStepClick(deps.table, message.id)),
    ]);
    const asFirst = await commit(deps.table, [ofMinute, first, ...ofFirst, ...countOf(1)]);
    if (asFirst.committed || asFirst.refusal === 'repeated') return asFirst.committed;
    const asFurther = await commit(deps.table, [ofMinute, further, ...countOf(0)]);
    return asFurther.committed || asFurther.refusal === 'repeated' ? asFurther.committed : CONFLICT;
  });
  if (!isCounted) return;
  const phoneNumber = message.to as E164;
  await recordActivity(deps.table, { accountId, phoneNumber, activity: 'lastClickedAt', at });
}

const minuteOf = (at: string) => at.slice(0, MINUTE_CHARACTERS);

/** Builds the write of a click, which contains nothing about the person. */
function putOnce(Key: Key, { click, at }: { click: Click; at: string }): TransactItem {
  const { link, accountId, message, userAgentClass, retentionDays } = click;
  return {
    Put: {
      Item: {
        ...Key,
        entity: 'click',
        ...{ at, link, accountId, messageId: message?.id, userAgentClass },
        expiresAtEpochSeconds: retainedUntil(retentionDays, at),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
