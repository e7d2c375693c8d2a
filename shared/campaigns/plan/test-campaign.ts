import type { Account } from '../../accounts/account';
import { type Contact, contactItem, readContact } from '../../audience/contacts/contact';
import { findSchema } from '../../audience/custom-fields/define-fields';
import { ServiceError } from '../../errors/service-error';
import type { RecipientCaution } from '../../messages/recipient-caution';
import { parseE164 } from '../../phone-numbers/e164';
import type { Platform } from '../../platform/platform';
import { contactKey } from '../../platform/store/keys';
import { readByName } from '../../platform/store/read-by-name';
import { warnOfBody } from '../../sending/compose/warn-of-body';
import { chooseSender } from '../../sending/single/choose-sender';
import { checkSend, sendMessage } from '../../sending/single/send';
import { keysOfPlan, planSend } from '../../sending/single/send-plan';
import type { Campaign } from '../record/campaign';
import type { TestBody } from './campaign.schema';
import { findRegisteredLinks } from '../record/registered-links';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'>;

type Sent = { messageId: string; status: string; warnings?: RecipientCaution[] } | { code: number };

type TestResult = { to: string } & Sent;

interface TestOfCampaign {
  /** Results in the order of the request. */
  results: TestResult[];
  /** Warnings about the tags of the body; absent when there are none. */
  warnings?: string[];
}

/**
 * Sends the text of a campaign to some phones, each by a single send with its gate and charge. A phone that is named twice
 * gets it once, and both its results are the same.
 *
 * @throws ServiceError InvalidPhoneNumber and ContactNotFound for `asContact`
 *
 * **Source:** rules E4.
 */
export async function testCampaign(
  deps: Deps,
  options: {
    account: Account;
    campaign: Campaign;
    body: TestBody;
    receivedAtMs: number;
    /** Group of which the phones must be members; absent: any phone. */
    membersOf: string | undefined;
  },
): Promise<TestOfCampaign> {
  const { account, campaign, body } = options;
  const valuesOf = body.asContact === undefined ? undefined : await findValues(deps, account, body.asContact);
  const schema = await findSchema(deps.table, account.id);
  const registeredLinks = await findRegisteredLinks(deps.table, { account, campaign });
  const bodyWarnings = warnOfBody(campaign.body ?? '', { schema, registeredLinks, hasDefaults: true });
  const send = async (to: string): Promise<Sent> => {
    try {
      const { id, status, warnings } = await sendTest(deps, { ...options, to, valuesOf });
      return { messageId: id, status, ...(warnings && { warnings }) };
    } catch (error) {
      if (error instanceof ServiceError) return { code: error.code };
      throw error;
    }
  };
  const sent = new Map(
    await Promise.all([...new Set(body.to)].map(async (to) => [to, { to, ...(await send(to)) }] as const)),
  );
  const results = body.to.flatMap((to) => sent.get(to) ?? []);
  return { results, ...(bodyWarnings.length > 0 && { warnings: bodyWarnings }) };
}

async function findValues({ table }: Deps, account: Account, rawPhone: string): Promise<Contact> {
  const phone = parseE164(rawPhone);
  if (phone === undefined)
    throw new ServiceError('InvalidPhoneNumber', { cause: 'notE164', details: { field: 'asContact' } });
  const item = await table.get(contactKey(account.id, phone));
  if (!item) throw new ServiceError('ContactNotFound', { cause: 'asContact' });
  return readContact(item);
}

async function sendTest(
  deps: Deps,
  options: {
    account: Account;
    campaign: Campaign;
    to: string;
    valuesOf: Contact | undefined;
    receivedAtMs: number;
    membersOf: string | undefined;
  },
) {
  const { account, campaign, to, valuesOf, receivedAtMs, membersOf } = options;
  const { from, body, mediaUrl } = campaign;
  const request = {
    to,
    from,
    ...(body !== undefined && { body }),
    ...(mediaUrl !== undefined && { mediaUrl }),
  };
  const plan = planSend(request);
  const prefetched = await readByName(deps.table, keysOfPlan(account.id, plan));
  const memberships = contactItem.readIfAny(prefetched.contact)?.memberships ?? {};
  if (membersOf !== undefined && !Object.hasOwn(memberships, membersOf))
    throw new ServiceError('Forbidden', { cause: 'testList' });
  const isMms = mediaUrl !== undefined;
  const chosen = await chooseSender(deps, { plan, prefetched, account, isMms });
  const send = checkSend({ account, request, ...chosen });
  const { body: message } = await sendMessage(
    deps,
    { ...send, valuesOf, hasDefaults: true },
    { receivedAtMs },
  );
  return message as { id: string; status: string; warnings?: RecipientCaution[] };
}
