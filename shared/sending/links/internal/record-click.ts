import { retainedUntil } from '../../../accounts/retention';
import { recordActivity } from '../../../audience/contacts/record-activity';
import type { Link } from '../../../content/link';
import type { UserAgentClass } from './user-agent-class';
import type { Message } from '../../../messages/message';
import type { Platform } from '../../../platform/platform';
import type { E164 } from '../../../phone-numbers/e164';
import { commit, type Part, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { botClickKey, type Key, linkClickKey, messageClickKey } from '../../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { Table, TransactItem } from '../../../platform/store/table';
import { countJobClick, countLinkClick } from '../../clicks/click-counters';
import { type MessageClicks, messageClicksItem } from '../../clicks/message-clicks';
import { readJobMessageId } from '../../jobs/results/job-message-id';
import { countStepClick } from './count-step-click';
import { firstClickWrites } from './first-click-writes';

type Deps = Pick<Platform, 'table' | 'ids'>;

const MINUTE_CHARACTERS = '2026-03-01T12:00'.length;

export interface Click extends Pick<Link, 'link' | 'accountId' | 'retentionDays'> {
  /** Time of the click, ISO. */
  at: string;
  /** Id of the click, under which it is stored when it has no known message. */
  id: string;
  /** Absent without a known message: the click counts for the link only. */
  message: Message | undefined;
  userAgentClass: UserAgentClass;
}

/** Click of a person in a known message. */
export type ClickOfMessage = Click & { message: Message };

export const isOfMessage = (click: Click): click is ClickOfMessage =>
  click.message !== undefined && click.userAgentClass !== 'bot';

/**
 * Stores a click and counts it. For a link in a message at most one click counts per minute, even when many arrive at
 * once. Clicks of programs are stored separately and count only in the link's `bots`. A click that was recorded before
 * is not counted again.
 *
 * **Source:** rules 2.7.
 */
export async function recordClick(deps: Deps, click: Click): Promise<void> {
  if (isOfMessage(click)) return recordOfMessage(deps, click);
  await commit(deps.table, [
    { write: storeClick(click), onFail: 'repeated' },
    ...required(countClicks([click], { messages: 0 })),
  ]);
}

/**
 * Records a click of a message. The first click is the one whose transaction creates the item of the message's clicks.
 */
async function recordOfMessage(deps: Deps, click: ClickOfMessage): Promise<void> {
  const { message } = click;
  const ofMinute: Part<'repeated'> = { write: storeClick(click), onFail: 'repeated' };
  const isCounted = await retryOnConflict(deps.table.waits, async () => {
    const ofFirst = required([
      ...(await countStepClick(deps.table, message.id)),
      ...countClicks([click], { messages: 1 }),
    ]);
    const [first, ...caused] = writesOfFirst(deps, click);
    const asFirst = await commit(deps.table, [
      ofMinute,
      { write: first, onFail: 'isKnown' },
      ...required(caused),
      ...ofFirst,
    ]);
    if (asFirst.committed || asFirst.refusal === 'repeated') return asFirst.committed;
    const asFurther = await commit(deps.table, [
      ofMinute,
      { write: countFurther(click, messageClicksItem.readIfAny(asFirst.found)), onFail: 'isUnknown' },
      ...required(countClicks([click], { messages: 0 })),
    ]);
    return asFurther.committed || asFurther.refusal === 'repeated' ? asFurther.committed : CONFLICT;
  });
  if (isCounted) await recordLastClick(deps.table, click);
}

/** Records the time of a click on the contact, for the conditions of audiences. */
export const recordLastClick = (table: Table, { accountId, message, at }: ClickOfMessage): Promise<void> =>
  recordActivity(table, { accountId, phoneNumber: message.to as E164, activity: 'lastClickedAt', at });

/** Returns the key under which a click is stored: the same for clicks that count as one. */
export function keyOfClick(click: Click): Key {
  const { link, at, id, message } = click;
  const minute = at.slice(0, MINUTE_CHARACTERS);
  if (click.userAgentClass === 'bot') return botClickKey(message?.id ?? link, { minute, link });
  return message ? messageClickKey(message.id, { minute, link }) : linkClickKey(link, { at, id });
}

/** Builds the write of a click, which contains nothing about the person. It is refused when the click is stored already. */
export function storeClick(click: Click): TransactItem {
  const { at, link, accountId, message, userAgentClass, retentionDays } = click;
  return {
    Put: {
      Item: {
        ...keyOfClick(click),
        entity: 'click',
        ...{ at, link, accountId, messageId: message?.id, userAgentClass },
        expiresAtEpochSeconds: retainedUntil(retentionDays, at),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/**
 * Builds the writes of the first click of a message, without its counts. The one of the message's clicks is the first; it
 * is refused when the message has been clicked before.
 */
export function writesOfFirst(
  { ids }: Pick<Deps, 'ids'>,
  { accountId, link, message, retentionDays, at }: ClickOfMessage,
): [TransactItem, ...TransactItem[]] {
  const jobId = readJobMessageId(message.id)?.jobId;
  return [
    {
      Put: {
        Item: {
          ...messageClicksItem.item(message.id, { accountId, count: 1, firstAt: at, lastAt: at }),
          expiresAtEpochSeconds: retainedUntil(retentionDays, at),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...firstClickWrites(ids, { message, link, jobId, now: new Date(at) }),
  ];
}

/**
 * Builds the write of a further click of a message. It is refused when the message has no click.
 *
 * @param clicks earlier ones, if they are known: clicks that are read from logs come in no order
 */
export function countFurther(
  { message, at }: ClickOfMessage,
  clicks: Pick<MessageClicks, 'firstAt' | 'lastAt'> = { firstAt: at, lastAt: at },
): TransactItem {
  const firstAt = at < clicks.firstAt ? at : undefined;
  const lastAt = at > clicks.lastAt ? at : clicks.lastAt;
  return {
    Update: {
      Key: messageClicksItem.key(message.id),
      ...updateExpression({ set: { firstAt, lastAt }, add: { count: 1 } }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
}

/**
 * Builds the writes that add clicks to the counts of their link, and of their job: the sum of all, once.
 *
 * @param clicks of one link and one job, and of people or of programs
 * @param counted.messages number of them that are the first of their message
 */
export function countClicks(
  clicks: readonly [Click, ...Click[]],
  { messages }: { messages: number },
): TransactItem[] {
  const [click] = clicks;
  const { link, retentionDays, at } = click;
  if (!isOfMessage(click)) {
    const kind = click.userAgentClass === 'bot' ? 'bots' : 'unattributed';
    const { pk, sk } = keyOfClick(click);
    return [countLinkClick(click, { change: { [kind]: clicks.length }, at: `${pk}${sk}` })];
  }
  const jobId = readJobMessageId(click.message.id)?.jobId;
  const change = { clicks: clicks.length, ...(messages > 0 && { messages }) };
  const expiresAtEpochSeconds = retainedUntil(retentionDays, at);
  const ofMessage = click.message.id;
  return [
    countLinkClick(click, { change, at: ofMessage }),
    ...(jobId === undefined
      ? []
      : [countJobClick({ jobId, link }, { change, at: ofMessage, expiresAtEpochSeconds })]),
  ];
}
