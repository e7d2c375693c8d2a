import { type CountryPlace, limitReached, type UsedUpLimit, withinLimit } from '../../budgets/take-texts';
import type { Account } from '../../accounts/account';
import { countryNotEnabled, isCountryEnabled } from '../../accounts/enabled-countries';
import { decideGate, cautionsOf } from '../../audience/consent/compliance-gate';
import { type Contact, readContact } from '../../audience/contacts/contact';
import { mostCredits } from '../../accounts/find-credits';
import { balanceOf } from '../../accounts/gather-credit-shards';
import { insufficientCredits } from '../../accounts/insufficient-credits';
import { type Charge, chargeBeyond, chargeForSingle } from '../../accounts/charge';
import { retainedUntil } from '../../accounts/retention';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import type { StoredAnswer } from '../idempotency/key-record';
import { answerOf } from '../idempotency/message-answer';
import { checkSender, refuseWhilePaused } from '../../senders/check-sender';
import { senderOf, type SenderTurn } from '../../senders/number';
import { contactKey } from '../../platform/store/keys';
import { addLogContext } from '../../platform/observability/log';
import type { Pause } from '../../platform/pause';
import { leaseEnd } from '../../platform/store/lease';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Platform } from '../../platform/platform';
import { answerFromKey, readKey } from './answer-from-key';
import { claimMessage } from './internal/claim-message';
import { type Message, newMessage } from '../../messages/message';
import { checkBody, resolveBody } from '../compose/prepare-body';
import { warnOfBody } from '../compose/warn-of-body';
import type { TextRefusal } from '../compose/refuse-resolved-text';
import type { TagForms } from '../../content/merge-tag-parser';
import { countSegments } from '../../content/segments';
import type { SendMessageBody } from './send-message.schema';
import { type PlannedItems, readSendState, type SendPlan, type SendState } from './send-plan';
import { SEND_LEASE_MS, sendAndRecord } from './internal/hand-over';

const TRACKING_TOKEN_CHARACTERS = 10;

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause?: Pause };

type SendResult = StoredAnswer & { isReplay: boolean };

/** Send that passed every check and is ready to be claimed. */
interface CheckedSend extends TagForms {
  account: Account;
  request: SendMessageBody;
  state: SendState;
  charge: Charge;
  sender: SenderTurn;
  /** Contact whose values replace the merge tags; absent: the recipient. */
  valuesOf?: Contact | undefined;
  /** Address to which each new status is posted. */
  statusCallback?: string | undefined;
  /** Seconds after which the message is not handed over any more. */
  validitySeconds?: number | undefined;
}

/**
 * Runs every check of a single send except the last, in the order in which errors are reported. Credits are checked
 * last, with the claim, because only the claim knows whether the send was already paid for.
 *
 * @param options.plan plan in which `chooseSender` has chosen a member, if it names a sender
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
  if (state.refusal) throw new ServiceError('SenderNotActive', { cause: state.refusal });
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
 * @throws ServiceError IdempotencyKeyInUse, IdempotencyKeyReused, InsufficientCredits, DailyQuotaReached when the budget
 *   of the country is used up, and HardOptedOut or NotOptedIn when the contact changed since the checks
 *
 * **Source:** rules 4.1, 8.3, 8.4.
 */
export async function sendMessage(
  deps: Deps,
  send: CheckedSend,
  options: { receivedAtMs: number },
): Promise<SendResult> {
  const { account, state } = send;
  return withinLimit(deps, { account, to: state.to }, (place) => sendOnce(deps, send, { ...options, place }));
}

async function sendOnce(
  deps: Deps,
  send: CheckedSend,
  { receivedAtMs, place }: { receivedAtMs: number; place: CountryPlace },
): Promise<SendResult> {
  const { account, state } = send;
  const key = send.request.idempotencyKey;
  let { contact, keyRecord } = state;
  let usedUp: UsedUpLimit | undefined;

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
        limitReachedAtMs: usedUp?.sinceMs,
      });
      if ('answer' in fromKey) return { ...fromKey.answer, isReplay: true };
      keyRecord = fromKey.claimable;
      paid = fromKey.paid;
    }

    // 2. Count it for its country, unless an earlier send under the key has been.
    if (usedUp) throw limitReached(usedUp.country, deps.clock.now());
    if (paid === undefined) usedUp = await place.take();
    if (usedUp) {
      // The request that took the last place may have the same key.
      keyRecord = key === undefined ? undefined : await readKey(deps, { accountId: account.id, key });
      return CONFLICT;
    }

    // 3. Claim it: message, credits and key in one transaction.
    const charge = chargeBeyond(paid, send.charge);
    const { message, trackingToken, refusal } = composeMessage(deps, { ...send, contact, charge });
    addLogContext({ messageId: message.id });
    const claim = await claimMessage(deps.table, {
      ...{ account, message, keyRecord, paid, trackingToken },
    });
    if (claim.committed) {
      place.keep();
      // 4. Hand it to the provider, 5. store the outcome.
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
  const warnings = [...(message.cautions ?? []), ...warnOfBody(send.request.body ?? '', send.state)];
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
    hasDefaults: options.hasDefaults,
  });
  const createdAt = now.toISOString();
  const cautions = cautionsOf(options.contact);
  const message = newMessage({
    id: deps.ids.next('msg'),
    accountId: account.id,
    to: state.to,
    from: state.from,
    ...(state.senderId !== undefined && { senderId: state.senderId }),
    body: text,
    mediaUrl: request.mediaUrl,
    ...(cautions.length > 0 && { cautions }),
    ...(account.messageFeedback && linkIds.length > 0 && { expectsFeedback: true }),
    charge: options.charge,
    idempotencyKey: request.idempotencyKey,
    ...(options.valuesOf && { valuesOf: options.valuesOf.phoneNumber }),
    ...(options.statusCallback !== undefined && { statusCallback: options.statusCallback }),
    ...(options.validitySeconds !== undefined && { sendBefore: secondsAfter(now, options.validitySeconds) }),
    phase: 'handingOver',
    attempts: 1,
    leaseUntil: leaseEnd(now, SEND_LEASE_MS),
    createdAt,
    expiresAtEpochSeconds: retainedUntil(account.retentionDays, createdAt),
  });
  return { message, trackingToken: linkIds.length > 0 ? trackingToken : undefined, refusal };
}

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + 1000 * seconds).toISOString();
