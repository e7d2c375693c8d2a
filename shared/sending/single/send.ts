import type { Account } from '../../accounts/account';
import { countryNotEnabled, isCountryEnabled } from '../../accounts/enabled-countries';
import { decideGate, isUnderReview } from '../../audience/consent/compliance-gate';
import { type Contact, readContact } from '../../audience/contacts/contact';
import { mostCredits } from '../../accounts/find-credits';
import { balanceOf } from '../../accounts/gather-credit-shards';
import { insufficientCredits } from '../../accounts/insufficient-credits';
import { type Charge, chargeBeyond, chargeForSingle } from '../../accounts/charge';
import { retainedUntil } from '../../accounts/retention';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import type { StoredAnswer } from '../idempotency/key-record';
import { answerOf } from '../idempotency/message-answer';
import { AnswerTally } from '../../holds/answer-tally';
import { growingHold, type Hold } from '../../holds/hold';
import { recordAnswers } from '../../holds/record-answers';
import { checkSender, refuseWhilePaused } from '../../senders/check-sender';
import { senderOf, type SenderTurn } from '../../senders/number';
import type { Turn } from '../../senders/slot-line';
import { takeSlot } from '../../senders/take-slot';
import { contactKey } from '../../platform/store/keys';
import { MEDIA_TIMEOUT_MS } from '../media/timeouts';
import { epochMs } from '../../platform/clock';
import { addLogContext } from '../../platform/observability/log';
import type { Pause } from '../../platform/pause';
import { leaseEnd } from '../../platform/store/lease';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Platform } from '../../platform/platform';
import type { SendOutcome, NotReady } from '../../platform/provider/port';
import { NOT_ASKED } from '../../messages/outcome';
import { probeProvider } from '../probe-provider';
import { sendToProvider } from '../send-to-provider';
import { answerFromKey, readKey } from './answer-from-key';
import { claimMessage } from './internal/claim-message';
import { decideTurn } from './internal/decide-turn';
import { progressAfter, progressWhileHeld, progressWithoutSlot } from './message-progress';
import { type Message, newMessage } from '../../messages/message';
import type { MessageProgress } from '../../messages/message-writes';
import { checkBody, resolveBody } from '../compose/prepare-body';
import { REVIEW_WARNING, warnOfBody } from '../compose/warn-of-body';
import type { TextRefusal } from '../compose/refuse-resolved-text';
import { countParts, countSegments } from '../../content/segments';
import type { SendMessageBody } from './send-message.schema';
import { type PlannedItems, readSendState, type SendPlan, type SendState } from './send-plan';
import { recordSendOutcome } from './record-send-outcome';

/** Lease of a hand-over, longer than any handler may run: when it ends, its holder is dead. */
export const SEND_LEASE_MS = 60_000;
/**
 * Longest time that a request waits for a media file. After it the request is answered, and the worker of queued
 * messages continues.
 */
const CALLER_WAITS_FOR_FILE_MS = 4_000;
const TRACKING_TOKEN_CHARACTERS = 10;

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause?: Pause };

type SendResult = StoredAnswer & { isReplay: boolean };

/** Send that passed every check and is ready to be claimed. */
interface CheckedSend {
  account: Account;
  request: SendMessageBody;
  state: SendState;
  charge: Charge;
  sender: SenderTurn;
  /** Contact whose values replace the merge tags; absent: the recipient. */
  valuesOf?: Contact | undefined;
}

/**
 * Runs every check of a single send except the last, in the order in which errors are reported. Credits are checked
 * last, with the claim, because only the claim knows whether the send was already paid for.
 *
 * @param options.prefetched items of `keysOfPlan`
 * @throws ServiceError InvalidRequest, InvalidPhoneNumber, SenderNotAssigned, SenderNotActive, InvalidCharacters,
 *   SendingPaused, ContentViolation, HardOptedOut, NotOptedIn
 *
 * **Source:** rules 4.1, 2.1.
 */
export function checkSend(options: {
  account: Account;
  request: SendMessageBody;
  plan: SendPlan;
  prefetched: PlannedItems;
}): CheckedSend {
  const { account, request } = options;
  const isMms = request.mediaUrl !== undefined;
  if (!request.body && !isMms) {
    throw invalidRequest({ pointer: '/body', reason: 'required without mediaUrl' });
  }
  const state = readSendState(options.plan, options.prefetched);
  if (!isCountryEnabled(account, state.to)) throw countryNotEnabled({ field: 'to' });
  checkSender(state.senderItems[0]);
  if (!request.dryRun) refuseWhilePaused(state.senderItems, account);
  checkBody(request.body ?? '', {
    exemptCategories: new Set(account.contentExemptions),
    registeredLinks: state.registeredLinks,
  });
  checkGate(state.contact);
  return {
    account,
    request,
    state,
    charge: chargeForSingle({ isMms }),
    sender: senderOf(state.senderItems, { account, isMms }),
  };
}

function checkGate(contact: Contact | undefined): void {
  const decision = decideGate(contact);
  if (decision === 'hardOptedOut') throw new ServiceError('HardOptedOut', { cause: 'recipient' });
  if (decision === 'notOptedIn') throw new ServiceError('NotOptedIn', { cause: 'recipient' });
}

/**
 * Sends one SMS or MMS, at most once per idempotency key.
 *
 * @param options.receivedAtMs time at which the request was received, epoch milliseconds
 * @returns the message in the form of rules 2.1, or the first answer again when the key has one
 * @throws ServiceError IdempotencyKeyInUse, IdempotencyKeyReused, InsufficientCredits, and HardOptedOut or NotOptedIn
 *   when the contact changed since the checks
 *
 * **Source:** rules 4.1, 8.3, 8.4.
 */
export async function sendMessage(
  deps: Deps,
  send: CheckedSend,
  { receivedAtMs }: { receivedAtMs: number },
): Promise<SendResult> {
  const { account, state } = send;
  const key = send.request.idempotencyKey;
  let { contact, keyRecord } = state;

  return retryOnConflict(deps.table.waits, async () => {
    // 1. Return the key's answer, if it has one.
    let paid: Charge | undefined;
    if (key !== undefined) {
      const fromKey = await answerFromKey(deps, {
        accountId: account.id,
        key,
        to: state.to,
        record: keyRecord,
        receivedAtMs,
      });
      if ('answer' in fromKey) return { ...fromKey.answer, isReplay: true };
      keyRecord = fromKey.claimable;
      paid = fromKey.paid;
    }

    // 2. Claim it: message, credits and key in one transaction.
    const charge = chargeBeyond(paid, send.charge);
    const { message, trackingToken, refusal } = composeMessage(deps, { ...send, contact, charge });
    addLogContext({ messageId: message.id });
    const claim = await claimMessage(deps.table, { account, message, keyRecord, paid, trackingToken });
    if (claim.committed) {
      // 3. Hand it to the provider, 4. store the outcome.
      const { sender } = send;
      const settled = await sendAndRecord(deps, message, { isCallerTold: true, sender, refusal });
      return { ...answerOf(settled), isReplay: false };
    }
    switch (claim.refusal) {
      case 'insufficientCredits':
        throw insufficientCredits(charge, mostCredits(account) ?? (await balanceOf(deps, account)));
      case 'contactChanged': {
        const item = await deps.table.get(contactKey(account.id, state.to));
        contact = item && readContact(item);
        checkGate(contact);
        return CONFLICT;
      }
      case 'keyTaken':
        keyRecord = key === undefined ? undefined : await readKey(deps, { accountId: account.id, key });
        return CONFLICT;
      case 'idTaken':
        return CONFLICT;
    }
  });
}

/**
 * Returns the answer to `dryRun: true`: the segments and the charge of the send, and the error that its text would
 * cause.
 *
 * @throws ServiceError InsufficientCredits
 */
export async function describeDryRun(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  send: CheckedSend,
): Promise<StoredAnswer> {
  const { account, charge } = send;
  const balance = await balanceOf(deps, account);
  if (balance.sms < charge.sms || balance.mms < charge.mms) throw insufficientCredits(charge, balance);
  const { message, refusal } = composeMessage(deps, { ...send, contact: send.state.contact });
  const warnings = [
    ...(message.isUnderReview ? [REVIEW_WARNING] : []),
    ...warnOfBody(send.request.body ?? '', send.state),
  ];
  return {
    status: 200,
    body: {
      dryRun: true,
      ...countSegments(message.body),
      credits: charge,
      ...(refusal && { errorType: refusal.errorType, errorMessage: refusal.errorMessage }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

function composeMessage(
  deps: Pick<Platform, 'clock' | 'ids'>,
  options: CheckedSend & { contact: Contact | undefined },
): { message: Message; trackingToken: string | undefined; refusal: TextRefusal | undefined } {
  const { account, request, state } = options;
  const now = deps.clock.now();
  const trackingToken = deps.ids.token(TRACKING_TOKEN_CHARACTERS);
  const { text, linkIds, refusal } = resolveBody({
    ...state,
    account,
    contact: options.valuesOf ?? options.contact,
    body: request.body ?? '',
    isMms: request.mediaUrl !== undefined,
    trackingToken,
    now,
  });
  const createdAt = now.toISOString();
  const message = newMessage({
    id: deps.ids.next('msg'),
    accountId: account.id,
    to: state.to,
    from: state.from,
    body: text,
    mediaUrl: request.mediaUrl,
    ...(isUnderReview(options.contact) && { isUnderReview: true }),
    charge: options.charge,
    idempotencyKey: request.idempotencyKey,
    ...(options.valuesOf && { valuesOf: options.valuesOf.phoneNumber }),
    phase: 'handingOver',
    attempts: 1,
    leaseUntil: leaseEnd(now, SEND_LEASE_MS),
    createdAt,
    expiresAtEpochSeconds: retainedUntil(account.retentionDays, createdAt),
  });
  return { message, trackingToken: linkIds.length > 0 ? trackingToken : undefined, refusal };
}

/**
 * Sends a message whose lease the worker holds, and stores the outcome. When its number has no slot within a second,
 * the message is queued until there is one; while sending is held, until it no longer is. A failure before the call to the provider queues it too, because it was
 * certainly not sent.
 *
 * @param options.refusal reason why the message is not handed over, when it is already known
 */
export async function sendAndRecord(
  deps: Deps,
  message: Message,
  options: { isCallerTold: boolean; sender: SenderTurn; refusal?: NotReady | undefined },
): Promise<Message> {
  const { sender } = options;
  const random = deps.table.waits.random();
  const settle = (progress: MessageProgress) => recordSendOutcome(deps, { message, progress, ...options });
  const settleAfter = (answer: SendOutcome) =>
    settle(progressAfter(answer, { message, now: deps.clock.now(), random }));
  if (options.refusal) return settleAfter(options.refusal);
  const hold = await holdAtTurn(deps, message, { ...options, random });
  if (hold && !hold.isProbe)
    return settle(progressWhileHeld(message, { hold, now: deps.clock.now(), random }));
  const ready = await getReady(deps, message, options);
  if (ready !== 'now') {
    return 'freeAtMs' in ready
      ? settle(progressWithoutSlot(message, { ...ready, now: deps.clock.now() }))
      : settleAfter(ready);
  }
  const { id: messageId, accountId, to, from, body, mediaUrl } = message;
  const answer = await sendToProvider(deps, { messageId, to, from, body, mediaUrl });
  const tally = new AnswerTally();
  tally.add(answer);
  const [settled] = await Promise.all([
    settleAfter(answer),
    recordAnswers(deps, { accountId, number: from, tally, known: sender.breaker, probed: hold }),
  ]);
  return settled;
}

/**
 * Decides whether a message waits although it is its turn. The answer to a STOP goes out during a pause. While a caller
 * waits for the response, nothing is probed.
 *
 * @returns `isProbe` when the message goes out all the same, to see whether the provider is back
 */
async function holdAtTurn(
  deps: Deps,
  message: Message,
  { sender, random, isCallerTold }: { sender: SenderTurn; random: number; isCallerTold: boolean },
): Promise<(Hold & { isProbe?: true }) | undefined> {
  const hold = sender.hold ?? growingHold(sender.closedAt, { nowMs: epochMs(deps.clock), random });
  if (!hold || (hold.reason === 'paused' && message.purpose === 'keywordReply')) return undefined;
  if (isCallerTold) return hold;
  try {
    const { id: messageId, accountId, from, to } = message;
    const found = await probeProvider(deps, { messageId, accountId, from, to, hold });
    if (found === 'back') return undefined;
    return found === 'send' ? { ...hold, isProbe: true } : hold;
  } catch (error) {
    deps.log.error('The provider was not probed', error);
    return hold;
  }
}

/** Prepares the message's file and reserves its slot. */
async function getReady(
  deps: Deps,
  message: Message,
  options: { isCallerTold: boolean; sender: SenderTurn },
): Promise<NotReady | Turn> {
  try {
    return (
      (await getFileReady(deps, message, options)) ??
      (await takeSlot(deps, {
        number: message.from,
        ratePerSecond: options.sender.ratePerSecond,
        parts: countParts(message),
        isCallerTold: options.isCallerTold,
      }))
    );
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
