import type { Item } from '../../../../platform/store/item';
import type { Account } from '../../../../accounts/account';
import { countryNotEnabled, isCountryEnabled } from '../../../../accounts/enabled-countries';
import { quoted } from '../../../../errors/quoted';
import { invalidRequest, ServiceError } from '../../../../errors/service-error';
import { checkBody, checkCharacters } from '../../../compose/prepare-body';
import { checkSender, refuseWhilePaused } from '../../../../senders/check-sender';
import { rateOf } from '../../../../senders/number';
import type { ActiveMember } from '../../../../senders/read-members';
import { type E164, parseE164, parseSender } from '../../../../phone-numbers/e164';
import { firstSpelling } from '../../../../phone-numbers/spellings';
import type { JobRecipient } from '../../chunk';
import type { JobKind } from '../../job';
import type { JobRequestBody, RecipientBody } from '../../job-request.schema';

/** Largest number of recipients that an error names. */
const MOST_RECIPIENTS_TOLD = 100;

/** Job request that passed every check for which no contacts are read. */
export interface CheckedJobRequest {
  kind: JobKind;
  request: JobRequestBody;
  /** Rate of the number; of a sender, its members have rates of their own. */
  ratePerSecond: number | undefined;
  /** Only for a job on a sender: its Active members. */
  members?: ActiveMember[] | undefined;
  isMms: boolean;
  recipients: JobRecipient[];
}

/**
 * Checks a broadcast or batch as far as no contacts are needed, in the order in which errors are reported.
 *
 * @throws ServiceError InvalidRequest, InvalidPhoneNumber (`details.recipients`: index and value of the first 100;
 *   `details.reason` when their country is not enabled), InvalidRecipients, SenderNotAssigned, SenderNotActive,
 *   InvalidCharacters and ContentViolation (`details.recipient`: index and number, in a batch)
 *
 * **Source:** rules 4.2, 4.3.
 */
export function checkJobRequest(options: {
  kind: JobKind;
  account: Account;
  request: JobRequestBody;
  /** Items of `senderKeys`. */
  senderItems: Array<Item | undefined>;
  /** Active members of the sender that the request names; absent for a number. */
  members?: ActiveMember[] | undefined;
  registeredLinks: ReadonlySet<string>;
}): CheckedJobRequest {
  const { kind, account, request } = options;
  if (kind === 'broadcast' && !request.body && request.mediaUrl === undefined) {
    throw invalidRequest({ pointer: '/body', reason: 'required without mediaUrl' });
  }
  const recipients = parseRecipients(request.recipients);
  if (parseSender(request.from) === undefined)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notASender', details: { field: 'from' } });
  refuseOtherCountries(account, recipients);
  refuseDuplicates(recipients);
  const isMms = kind === 'broadcast' ? request.mediaUrl !== undefined : isBatchMms(recipients);
  refuseSharedKeys(recipients);
  const sender = checkSender(options.senderItems[0]);
  const { members } = options;
  if (members?.length === 0) throw new ServiceError('SenderNotActive', { cause: 'noMember' });
  if (!request.dryRun) refuseWhilePaused(options.senderItems, account);
  const rules = {
    exemptCategories: new Set(account.contentExemptions),
    registeredLinks: options.registeredLinks,
  };
  if (kind === 'broadcast') checkBody(request.body ?? '', rules);
  else checkBodies(recipients, rules);
  const ratePerSecond = 'number' in sender ? rateOf(sender, { isMms }) : undefined;
  return { kind, request, ratePerSecond, members, isMms, recipients };
}

function parseRecipients(raw: RecipientBody[]): JobRecipient[] {
  const wrong: Array<{ index: number; value: string }> = [];
  const recipients: JobRecipient[] = [];
  for (const [index, { to: rawPhone, idempotencyKey, body, mediaUrl }] of raw.entries()) {
    const to = parseE164(rawPhone);
    if (to === undefined) {
      if (wrong.length < MOST_RECIPIENTS_TOLD) wrong.push({ index, value: quoted(rawPhone) });
      continue;
    }
    recipients.push({ to, idempotencyKey, body: body === '' ? undefined : body, mediaUrl });
  }
  if (wrong.length > 0)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notE164', details: { recipients: wrong } });
  return recipients;
}

function refuseOtherCountries(account: Account, recipients: JobRecipient[]): void {
  const others: Array<{ index: number; value: string }> = [];
  for (const [index, { to }] of recipients.entries()) {
    if (others.length === MOST_RECIPIENTS_TOLD) break;
    if (!isCountryEnabled(account, to)) others.push({ index, value: to });
  }
  if (others.length > 0) throw countryNotEnabled({ recipients: others });
}

function refuseDuplicates(recipients: JobRecipient[]): void {
  const firstIndex = new Map<E164, number>();
  const duplicates: Array<{ index: number; value: string; sameAs: number }> = [];
  for (const [index, { to }] of recipients.entries()) {
    const phone = firstSpelling(to);
    const sameAs = firstIndex.get(phone);
    if (sameAs === undefined) firstIndex.set(phone, index);
    else if (duplicates.length < MOST_RECIPIENTS_TOLD) duplicates.push({ index, value: to, sameAs });
  }
  if (duplicates.length > 0)
    throw new ServiceError('InvalidRecipients', { cause: 'duplicate', details: { recipients: duplicates } });
}

/**
 * Returns true for a batch of MMS, false for one of SMS.
 *
 * @throws ServiceError InvalidRecipients for a recipient without body and media, InvalidRequest for a mixed batch
 */
function isBatchMms(recipients: JobRecipient[]): boolean {
  const empty = recipients
    .map(({ to, body, mediaUrl }, index) => ({
      index,
      value: to,
      isEmpty: body === undefined && mediaUrl === undefined,
    }))
    .filter(({ isEmpty }) => isEmpty)
    .slice(0, MOST_RECIPIENTS_TOLD)
    .map(({ index, value }) => ({ index, value }));
  if (empty.length > 0)
    throw new ServiceError('InvalidRecipients', { cause: 'empty', details: { recipients: empty } });
  const isMms = recipients[0]?.mediaUrl !== undefined;
  const differing = recipients.findIndex(({ mediaUrl }) => (mediaUrl !== undefined) !== isMms);
  if (differing >= 0) {
    throw invalidRequest({
      pointer: `/recipients/${differing}`,
      reason: `is ${isMms ? 'SMS' : 'MMS'} while those before are ${isMms ? 'MMS' : 'SMS'}; a batch cannot mix them: send two batches`,
    });
  }
  return isMms;
}

function refuseSharedKeys(recipients: JobRecipient[]): void {
  const seen = new Map<string, number>();
  for (const [index, { idempotencyKey }] of recipients.entries()) {
    if (idempotencyKey === undefined) continue;
    const sameAs = seen.get(idempotencyKey);
    if (sameAs !== undefined) {
      throw invalidRequest({
        pointer: `/recipients/${index}/idempotencyKey`,
        reason: `is also the key of recipient ${sameAs}: give each its own`,
      });
    }
    seen.set(idempotencyKey, index);
  }
}

function checkBodies(
  recipients: JobRecipient[],
  rules: Omit<Parameters<typeof checkBody>[1], 'where'>,
): void {
  const whereByBody = new Map<string, { recipient: { index: number; value: E164 } }>();
  for (const [index, { to, body }] of recipients.entries()) {
    if (body === undefined || whereByBody.has(body)) continue;
    whereByBody.set(body, { recipient: { index, value: to } });
  }
  for (const [body, where] of whereByBody) checkCharacters(body, where);
  for (const [body, where] of whereByBody) checkBody(body, { ...rules, where });
}
