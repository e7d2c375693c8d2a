import { forEachAtOnce } from '../../../platform/at-once';
import type { Platform } from '../../../platform/platform';
import { commit, type Part, required } from '../../../platform/store/commit';
import { messageClicksItem } from '../../clicks/message-clicks';
import { readJobMessageId } from '../../jobs/results/job-message-id';
import { countStepClick } from './count-step-click';
import {
  type Click,
  type ClickOfMessage,
  countClicks,
  countFurther,
  isOfMessage,
  keyOfClick,
  recordClick,
  recordLastClick,
  storeClick,
  writesOfFirst,
} from './record-click';

type Deps = Pick<Platform, 'table' | 'ids'>;

/** Transactions have at most 100 writes. A first click of a message is four, and two count all of them. */
const CLICKS_A_BATCH = { ofMessages: 24, others: 99 };
/** Batches and contacts that are written at once. */
const WRITES_AT_ONCE = 8;

/**
 * Records clicks as `recordClick` does, in batches that each write their sum to the counts: an item of the table takes
 * 1,000 writes a second at most, and a link in a broadcast is followed more often. Each batch is one transaction, so that
 * the same clicks can be recorded again after a crash.
 *
 * @param clicks in any order
 */
export async function recordClicks(deps: Deps, clicks: readonly Click[]): Promise<void> {
  const distinct = distinctBy([...clicks].sort(byTime), (click) => textOf(keyOfClick(click)));
  for (const round of roundsOf(distinct)) {
    await forEachAtOnce(batchesOf(round), WRITES_AT_ONCE, async (batch) => recordBatch(deps, batch));
  }
  const latest = distinctBy(distinct.filter(isOfMessage).reverse(), ({ message }) => message.to);
  await forEachAtOnce(latest, WRITES_AT_ONCE, async (click) => recordLastClick(deps.table, click));
}

type Batch = readonly [Click, ...Click[]];

/**
 * Records clicks in one transaction. What cannot be written together is recorded one by one: when others record clicks
 * of the same messages, and in texts of automations, whose steps count too.
 */
async function recordBatch(deps: Deps, batch: Batch): Promise<void> {
  const { table } = deps;
  const found = await table.batchGet(
    batch.flatMap((click) => [
      keyOfClick(click),
      ...(isOfMessage(click) ? [messageClicksItem.key(click.message.id)] : []),
    ]),
  );
  const items = new Map(found.flatMap((item) => (item ? [[textOf(item), item] as const] : [])));
  const [click, ...others] = batch.filter((one) => !items.has(textOf(keyOfClick(one))));
  if (!click) return;
  const remaining: Batch = [click, ...others];
  const hasSteps = isOfMessage(click) && (await countStepClick(table, click.message.id)).length > 0;
  const clicksOf = ({ message }: ClickOfMessage) =>
    messageClicksItem.readIfAny(items.get(textOf(messageClicksItem.key(message.id))));
  const firsts = remaining.filter((one) => isOfMessage(one) && !clicksOf(one)).length;
  const partsOf = (one: Click): Array<Part<'changed'>> => {
    const stored = { write: storeClick(one), onFail: 'changed' as const };
    if (!isOfMessage(one)) return [stored];
    const clicks = clicksOf(one);
    if (clicks) return [stored, { write: countFurther(one, clicks), onFail: 'changed' }];
    const [first, ...caused] = writesOfFirst(deps, one);
    return [stored, { write: first, onFail: 'changed' }, ...required(caused)];
  };
  const isWritten =
    !hasSteps &&
    (
      await commit(table, [
        ...remaining.flatMap(partsOf),
        ...required(countClicks(remaining, { messages: firsts })),
      ])
    ).committed;
  if (isWritten) return;
  for (const one of remaining) await recordClick(deps, one);
}

/** Parts clicks so that none has two of one message, and the first of each message is in the first part. */
function roundsOf(clicks: readonly Click[]): Click[][] {
  const rounds: Click[][] = [];
  const counts = new Map<string, number>();
  for (const click of clicks) {
    const subject = isOfMessage(click) ? click.message.id : '';
    const round = subject === '' ? 0 : (counts.get(subject) ?? 0);
    counts.set(subject, round + 1);
    (rounds[round] ??= []).push(click);
  }
  return rounds;
}

/** Parts clicks by what they are counted in, and each part into batches. */
function batchesOf(clicks: readonly Click[]): Batch[] {
  const groups = new Map<string, Click[]>();
  for (const click of clicks) {
    const { link, userAgentClass } = click;
    const job = isOfMessage(click) ? readJobMessageId(click.message.id)?.jobId : undefined;
    const counted = JSON.stringify([link, userAgentClass === 'bot', isOfMessage(click), job]);
    groups.set(counted, [...(groups.get(counted) ?? []), click]);
  }
  return [...groups.values()].flatMap((group) => {
    const most = group.every(isOfMessage) ? CLICKS_A_BATCH.ofMessages : CLICKS_A_BATCH.others;
    return Array.from(
      { length: Math.ceil(group.length / most) },
      (_, index) => group.slice(index * most, (index + 1) * most) as [Click, ...Click[]],
    );
  });
}

/** Returns the first click of each key. */
function distinctBy<One extends Click>(clicks: readonly One[], keyOf: (click: One) => string): One[] {
  const byKey = new Map<string, One>();
  for (const click of clicks) {
    const key = keyOf(click);
    if (!byKey.has(key)) byKey.set(key, click);
  }
  return [...byKey.values()];
}

const byTime = (a: Click, b: Click) => a.at.localeCompare(b.at);
const textOf = ({ pk, sk }: { pk: string; sk: string }) => JSON.stringify([pk, sk]);
