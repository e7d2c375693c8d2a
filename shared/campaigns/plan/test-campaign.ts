import type { Account } from '../../accounts/account';
import { type Contact, readContact } from '../../audience/contacts/contact';
import { ServiceError } from '../../errors/service-error';
import { parseE164 } from '../../phone-numbers/e164';
import type { Platform } from '../../platform/platform';
import { contactKey } from '../../platform/store/keys';
import { readByName } from '../../platform/store/read-by-name';
import { checkSend, sendMessage } from '../../sending/single/send';
import { keysOfPlan, planSend } from '../../sending/single/send-plan';
import type { Campaign } from '../record/campaign';
import type { TestBody } from './campaign.schema';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'>;

export type TestResult = { to: string; messageId: string; status: string } | { to: string; code: number };

/**
 * Sends the text of a campaign to some phones, each by a single send with its gate and charge.
 *
 * @returns what became of each, in the order of the request
 * @throws ServiceError InvalidPhoneNumber and ContactNotFound for `asContact`
 *
 * **Source:** rules E4.
 */
export async function testCampaign(
  deps: Deps,
  options: { account: Account; campaign: Campaign; body: TestBody; receivedAtMs: number },
): Promise<TestResult[]> {
  const { account, body } = options;
  const valuesOf = body.asContact === undefined ? undefined : await findValues(deps, account, body.asContact);
  return Promise.all(
    body.to.map(async (to): Promise<TestResult> => {
      try {
        const { id, status } = await sendTest(deps, { ...options, to, valuesOf });
        return { to, messageId: id, status };
      } catch (error) {
        if (error instanceof ServiceError) return { to, code: error.code };
        throw error;
      }
    }),
  );
}

async function findValues({ table }: Deps, account: Account, rawPhone: string): Promise<Contact> {
  const phone = parseE164(rawPhone);
  if (phone === undefined) throw new ServiceError('InvalidPhoneNumber', { details: { field: 'asContact' } });
  const item = await table.get(contactKey(account.id, phone));
  if (!item) throw new ServiceError('ContactNotFound');
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
  },
) {
  const { account, campaign, to, valuesOf, receivedAtMs } = options;
  const { from, body, mediaUrl } = campaign;
  const request = {
    to,
    from,
    ...(body !== undefined && { body }),
    ...(mediaUrl !== undefined && { mediaUrl }),
  };
  const plan = planSend(request);
  const prefetched = await readByName(deps.table, keysOfPlan(account.id, plan));
  const send = checkSend({ account, request, plan, prefetched });
  const { body: message } = await sendMessage(deps, { ...send, valuesOf }, { receivedAtMs });
  return message as { id: string; status: string };
}
