import { messageClicksKey, feedbackKey } from '../../../shared/platform/store/keys';
import type { Evidence } from './books';
import type { BookedSend, HandOvers } from './hand-over-books';
import { TARGET } from './feedback-traffic';

/** Tries after which feedback is given up. **Source:** rules E12. */
const TRIES = 4;
/** Time after which the end of a hand-over is stored, when no clock jumps and no call takes long. */
const STORED_AFTER_MS = 61_000;

/** Finds violations of the feedback on texts that people clicked or answered. **Source:** rules E12. */
export function findWrongFeedback(evidence: Evidence, handOvers: HandOvers): string[] {
  return [
    ...handOvers.all.flatMap((send) => findWrongExpectation(evidence, send)),
    ...findWrongClicks(evidence, handOvers),
    ...findWrongSignals(evidence),
    ...findWrongGiving(evidence),
  ];
}

/** Finds texts that expect feedback and must not, and those that do not expect it and must. */
function findWrongExpectation({ accounts }: Evidence, { accountId, purpose, taken }: BookedSend): string[] {
  const link = accounts.find(({ id }) => id === accountId)?.link;
  return taken.flatMap(({ message }) => {
    const isClickable = link !== undefined && message.body.includes(`https://${link}?r=`);
    const expects = isClickable || (link !== undefined && purpose === 'optInConfirmation');
    return (message.expectsFeedback ?? false) === expects
      ? []
      : [`${message.messageId} was sent ${expects ? 'without' : 'with'} MessageFeedbackEnabled`];
  });
}

/** Finds clicks that were answered with another target, or not recorded, or that gave no feedback. */
function findWrongClicks({ items, traffic, world }: Evidence, { all }: HandOvers): string[] {
  const { throttled, conflict, timeoutBefore, timeoutAfter, late, jumps, slow } = world.plannedMix;
  const isSafe = throttled + conflict + timeoutBefore + timeoutAfter + late === 0;
  const firstAt = new Map(
    items.filter(({ entity }) => entity === 'messageClicks').map(({ pk, firstAt: at }) => [pk, String(at)]),
  );
  const byId = new Map(all.map((send) => [send.messageId, send]));
  const queued = new Set(world.feedback.queued.map(({ providerMessageId }) => providerMessageId));
  return traffic.clicks.flatMap(({ messageId, providerMessageId, isByPerson, answer }) => {
    if (!answer || (answer.status !== 302 && !isSafe)) return [];
    if (answer.target !== TARGET) return [`the link of ${messageId} was answered with ${answer.status}`];
    const clickedAt = firstAt.get(messageClicksKey(messageId).pk);
    if (isByPerson && clickedAt === undefined) return isSafe ? [`the click on ${messageId} was lost`] : [];
    const { isFirm, taken: [one] = [] } = byId.get(messageId) ?? {};
    const isLate = Date.parse(clickedAt ?? '') > (one?.atMs ?? Infinity) + STORED_AFTER_MS;
    return isFirm && isLate && jumps + slow === 0 && !queued.has(providerMessageId)
      ? [`the click on ${messageId} gives no feedback on ${providerMessageId}`]
      : [];
  });
}

/** Finds answers that give no feedback, and feedback that no click and no answer gives. */
function findWrongSignals({ traffic, world }: Evidence): string[] {
  const { queued, asked } = world.feedback;
  const answered = traffic.said.flatMap(({ account, answeredId }) =>
    account.link === undefined || answeredId === undefined ? [] : [answeredId],
  );
  const clicked = traffic.clicks
    .filter(({ isByPerson }) => isByPerson)
    .map(({ providerMessageId }) => providerMessageId);
  const causes = new Set([...answered, ...clicked]);
  const waiting = new Set(queued.map(({ providerMessageId }) => providerMessageId));
  return [
    ...[...new Set(answered)]
      .filter((id) => !waiting.has(id))
      .map((id) => `the answer to ${id} gives no feedback`),
    ...[...new Set([...waiting, ...asked.map(({ providerMessageId }) => providerMessageId)])]
      .filter((id) => !causes.has(id))
      .map((id) => `there is feedback on ${id}, which was neither clicked nor answered`),
  ];
}

/** Finds feedback that was given more often than its task was delivered, or given up too early. */
function findWrongGiving({ items, world }: Evidence): string[] {
  const { queued, asked, delivered } = world.feedback;
  const claims = new Map(items.filter(({ entity }) => entity === 'feedback').map((item) => [item.pk, item]));
  const unique = new Map(queued.map((entry) => [entry.providerMessageId, entry]));
  return [...unique.values()].flatMap(({ accountId, providerMessageId: id }) => {
    const claim = claims.get(feedbackKey(accountId, id).pk);
    const tries = asked.filter(({ providerMessageId }) => providerMessageId === id);
    const times = delivered.filter(
      ({ feedbackOn, outboxId }) => feedbackOn === id && outboxId === claim?.outboxId,
    ).length;
    const isOver =
      tries.length >= TRIES || tries.some(({ outcome }) => outcome === 'given' || outcome === 'refused');
    return [
      ...(tries.length > times
        ? [`feedback on ${id} was given ${tries.length} times in ${times} tasks`]
        : []),
      ...(isOver || world.plannedMix.lost > 0 ? [] : [`feedback on ${id} ended after ${tries.length} tries`]),
    ];
  });
}
