import { AnswerTally } from '../../../holds/answer-tally';
import type { Hold } from '../../../holds/hold';
import { recordAnswers } from '../../../holds/record-answers';
import type { SenderTurn } from '../../../senders/number';
import { countBeyondCap } from '../../../senders/cap-count';
import { cappedUntilMs } from '../../../senders/daily-cap';
import type { Turn } from '../../../senders/slot-line';
import { takeSlot } from '../../../senders/take-slot';
import { MEDIA_TIMEOUT_MS } from '../../media/timeouts';
import { epochMs } from '../../../platform/clock';
import type { Pause } from '../../../platform/pause';
import type { Platform } from '../../../platform/platform';
import type { SendOutcome, NotReady } from '../../../platform/provider/port';
import { NOT_ASKED } from '../../../messages/outcome';
import { recordTexted } from '../../record-texted';
import { sendToProvider } from '../../send-to-provider';
import { decideTurn } from './decide-turn';
import { holdAtTurn } from './hold-at-turn';
import { progressAfter, progressWhileHeld, progressWithoutSlot } from '../message-progress';
import type { Message } from '../../../messages/message';
import type { MessageProgress } from '../../../messages/message-writes';
import { countParts } from '../../../content/segments';
import { recordSendOutcome } from '../record-send-outcome';
import type { Breaker } from '../../../holds/breaker';

/** Lease of a hand-over, longer than any handler may run: when it ends, its holder is dead. */
export const SEND_LEASE_MS = 60_000;
/**
 * Longest time that a request waits for a media file. After it the request is answered, and the worker of queued
 * messages continues.
 */
const CALLER_WAITS_FOR_FILE_MS = 4_000;

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause?: Pause };

/**
 * Sends a message whose lease the worker holds, and stores the outcome. It is queued when its number has no slot within a
 * second, and when it could not be handed over for another reason: it was certainly not sent. A message of which a caller
 * waits for the answer is queued too while sending is held; of a queued one its worker has looked.
 *
 * @param options.refusal reason why the message is not handed over, when it is already known
 * @param options.probed hold under which the message goes out, to see whether the provider is back
 */
export async function sendAndRecord(
  deps: Deps,
  message: Message,
  options: {
    isCallerTold: boolean;
    sender: SenderTurn;
    refusal?: NotReady | undefined;
    probed?: Hold | undefined;
  },
): Promise<Message> {
  const { sender, isCallerTold, probed } = options;
  const random = deps.table.waits.random();
  const settle = (progress: MessageProgress) => recordSendOutcome(deps, { message, progress, ...options });
  const settleAfter = (answer: SendOutcome) =>
    settle(progressAfter(answer, { message, now: deps.clock.now(), random }));
  if (options.refusal) return settleAfter(options.refusal);
  const hold = isCallerTold && holdAtTurn(message, { sender, nowMs: epochMs(deps.clock), random });
  if (hold) {
    const attempts = message.attempts - 1;
    return settle(progressWhileHeld(message, { attempts, hold, now: deps.clock.now(), random }));
  }
  const ready = await getReady(deps, message, options);
  if (ready !== 'now') {
    return 'freeAtMs' in ready
      ? settle(progressWithoutSlot(message, { ...ready, now: deps.clock.now() }))
      : settleAfter(ready);
  }
  const { answer, recorded } = await askAndCount(deps, message, { sender, probed });
  try {
    return await settleAfter(answer);
  } finally {
    // Also after a failure: nothing goes on after the function's end.
    await recorded;
  }
}

/**
 * Hands a message to the provider, counts the answer for the number's breaker, and records that the contact was texted. A
 * missing answer counts as bad until it comes: by the time at which it is certain that none comes, many other messages would be
 * on their way.
 */
async function askAndCount(
  deps: Deps,
  message: Message,
  { sender, probed }: { sender: SenderTurn; probed: Hold | undefined },
): Promise<{ answer: SendOutcome; recorded: Promise<unknown> }> {
  const { id: messageId, accountId, to, from, body, mediaUrl, expectsFeedback } = message;
  const { breaker: known, protection, tracksTexts } = sender;
  const count = async (breaker: Breaker | undefined, tally: AnswerTally) =>
    recordAnswers(deps, { accountId, number: from, tally, known: breaker, probed });
  let missing: Promise<Breaker | undefined> | undefined;
  const onMissing = () => void (missing = count(known, new AnswerTally().addMissing()));
  const outbound = { messageId, to, from, body, mediaUrl, protection, expectsFeedback };
  const answer = await sendToProvider(deps, outbound, { onMissing });
  const counted = missing
    ? missing.then(async (breaker) => count(breaker, new AnswerTally().addLate(answer)))
    : count(known, new AnswerTally().add(answer));
  const isTexted = answer.outcome === 'accepted' || answer.outcome === 'unknown';
  const isTracked = tracksTexts && message.purpose === 'send' && isTexted;
  return {
    answer,
    recorded: Promise.all([counted, isTracked && recordTexted(deps, { accountId, to })]),
  };
}

/** Prepares the message's file and reserves its slot. */
async function getReady(
  deps: Deps,
  message: Message,
  options: { isCallerTold: boolean; sender: SenderTurn },
): Promise<NotReady | Turn> {
  const { sender, isCallerTold } = options;
  const { ratePerSecond, cap } = sender;
  const parts = countParts(message);
  try {
    // The answer to a STOP goes out whatever is left of the cap.
    const isBeyondCap = cap !== undefined && message.purpose === 'keywordReply';
    const freeAtMs = isBeyondCap ? undefined : cappedUntilMs(sender, epochMs(deps.clock));
    if (freeAtMs !== undefined) return { freeAtMs, isCapped: true };
    const notReady = await getFileReady(deps, message, options);
    if (notReady) return notReady;
    if (isBeyondCap) await countBeyondCap(deps, { cap, parts });
    const within = isBeyondCap ? undefined : cap;
    return await takeSlot(deps, { number: message.from, ratePerSecond, cap: within, parts, isCallerTold });
  } catch (error) {
    deps.log.error('A message was not handed over', error);
    return NOT_ASKED;
  }
}

/**
 * Prepares the message's file. That can take seconds, so the gate is checked again: a STOP that arrives meanwhile wins.
 */
async function getFileReady(
  deps: Deps,
  message: Message,
  { isCallerTold }: { isCallerTold: boolean },
): Promise<NotReady | undefined> {
  const { id: messageId, mediaUrl } = message;
  if (mediaUrl === undefined || !deps.provider.prepare) return undefined;
  const timeoutMs = isCallerTold ? CALLER_WAITS_FOR_FILE_MS : MEDIA_TIMEOUT_MS;
  const notReady = await deps.provider.prepare({ messageId, mediaUrl }, { timeoutMs });
  if (notReady) return notReady;
  const turn = await decideTurn(deps.table, message, deps.clock.now());
  if ('refusal' in turn) return turn.refusal;
  const isPausedMeanwhile = turn.sender.hold?.reason === 'paused' && message.purpose !== 'keywordReply';
  return isPausedMeanwhile ? NOT_ASKED : undefined;
}
