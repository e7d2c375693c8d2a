import { decideGate } from '../consent/compliance-gate';
import { readContact } from '../contacts/contact';
import { ServiceError } from '../errors/service-error';
import { checkSender } from '../numbers/check-sender';
import { type E164, parseE164, parseSender, type SenderNumber } from '../phone-numbers/e164';
import { isoNow } from '../platform/clock';
import { accountNumberKey, contactKey, type Key } from '../platform/keys';
import type { Platform } from '../platform/platform';
import type { HandOver } from '../platform/provider/port';
import type { Item } from '../platform/table';
import type { Message } from './message';
import { insertMessage, saveHandOver } from './message-store';
import type { SendMessageBody } from './send-message.schema';

/** What a single send needs to read; in the order in which `sendMessage` takes it. */
export function keysForSend(accountId: string, to: E164, from: SenderNumber): Key[] {
  return [accountNumberKey(accountId, from), contactKey(accountId, to)];
}

/** @throws ServiceError 33003 with the field whose number is not one */
export function parseNumbers(body: Pick<SendMessageBody, 'to' | 'from'>): { to: E164; from: SenderNumber } {
  const to = parseE164(body.to);
  if (to === undefined) throw new ServiceError(33003, { details: { field: 'to' } });
  const from = parseSender(body.from);
  if (from === undefined) throw new ServiceError(33003, { details: { field: 'from' } });
  return { to, from };
}

/**
 * Sends one SMS or MMS.
 *
 * @param options.items what `keysForSend` names, as read
 * @returns the message, `failed` when the provider refused it
 * @throws ServiceError 33004, 33009, 33028, 33029
 *
 * **Source:** contract 4.1.
 */
export async function sendMessage(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'provider'>,
  options: {
    accountId: string;
    to: E164;
    from: SenderNumber;
    request: SendMessageBody;
    items: Array<Item | undefined>;
  },
): Promise<Message> {
  const [numberItem, contactItem] = options.items;

  // 1. May this number send, and may this person be sent to?
  checkSender(numberItem);
  const decision = decideGate(contactItem && readContact(contactItem));
  if (decision === 'hardOptedOut') throw new ServiceError(33029);
  if (decision === 'notOptedIn') throw new ServiceError(33028);

  // 2. Write down that it is about to go.
  const message: Message = {
    id: platform.ids.next('msg'),
    accountId: options.accountId,
    direction: 'outbound',
    to: options.to,
    from: options.from,
    body: options.request.body ?? '',
    mediaUrl: options.request.mediaUrl,
    status: 'queued',
    errorType: undefined,
    errorMessage: undefined,
    sentAt: undefined,
    providerMessageId: undefined,
    createdAt: isoNow(platform.clock),
  };
  await insertMessage(platform.table, message);

  // 3. Hand it over, and keep what became of it.
  const handOver = await platform.provider.send({
    messageId: message.id,
    to: message.to,
    from: message.from,
    body: message.body,
    mediaUrl: message.mediaUrl,
  });
  return saveHandOver(platform.table, { ...message, ...describeHandOver(handOver, isoNow(platform.clock)) });
}

type HandOverResult = Pick<Message, 'status' | 'errorType' | 'errorMessage' | 'sentAt' | 'providerMessageId'>;

const NOTHING = {
  errorType: undefined,
  errorMessage: undefined,
  sentAt: undefined,
  providerMessageId: undefined,
};

/** What a hand-over makes of a message. **Source:** contract 3.1. */
export function describeHandOver(handOver: HandOver, now: string): HandOverResult {
  switch (handOver.outcome) {
    case 'accepted':
      return { ...NOTHING, status: 'sent', sentAt: now, providerMessageId: handOver.providerMessageId };
    case 'refused':
      return {
        ...NOTHING,
        status: 'failed',
        errorType: handOver.errorType,
        errorMessage: handOver.errorMessage,
      };
    case 'unavailable':
      return { ...NOTHING, status: 'queued' };
    case 'unknown':
      return {
        ...NOTHING,
        status: 'failed',
        errorType: 'outcome_unknown',
        errorMessage: 'The provider gave no answer; the message may have been delivered.',
      };
  }
}
