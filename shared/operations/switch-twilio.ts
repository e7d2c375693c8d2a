import type { Account } from '../accounts/account';
import { ACCOUNT_IS_OPEN, findAccount } from '../accounts/account-store';
import type { Person } from '../accounts/actor';
import { createApiKey, revokeApiKey } from '../accounts/api-keys';
import type { Scope } from '../accounts/scopes';
import { type Changes, updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import type { SealingKey } from '../platform/secrets/sealing-key';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Endpoint } from '../webhooks/endpoint';
import { findEndpoint } from '../webhooks/endpoint-store';
import {
  addTwilioEndpoint,
  removeTwilioEndpoint,
  setTwilioInboundUrl,
} from '../webhooks/manage-twilio-endpoint';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

const KEY_NAME = 'Twilio';
const SCOPES: Scope[] = ['messages:send', 'messages:read'];

/**
 * Lets an account be called in Twilio's form: with an auth token, which is the secret of a key of its own, and signs
 * status callbacks and texts from phones.
 *
 * @returns the auth token, which is only in this answer and, sealed, in the table; `undefined` when the account can be
 *   called already, is closed, or does not exist
 *
 * **Source:** rules E9.
 */
export async function switchTwilioOn(
  deps: Deps & { sealingKey: SealingKey },
  options: { accountId: string; createdBy: Person },
): Promise<string | undefined> {
  const { accountId, createdBy } = options;
  const account = await findAccount(deps.table, accountId);
  if (!account || account.twilio) return undefined;
  // 1. Create the key and the endpoint. Without the next step they are of no use, and do no harm.
  const created = await createApiKey(deps, accountId, { name: KEY_NAME, scopes: SCOPES, createdBy });
  if (!created) return undefined;
  const keyId = created.key.id;
  const endpointId = await addTwilioEndpoint(deps, { accountId, authToken: created.secret });
  // 2. Name them in the account, unless another run came first.
  const twilio = { keyId, endpointId };
  const isSwitched = await changeTwilio(deps, accountId, {
    changes: { set: { twilio } },
    condition: `${ACCOUNT_IS_OPEN} AND attribute_not_exists(twilio)`,
  });
  if (isSwitched) return created.secret;
  await removeParts(deps, { accountId, twilio });
  return undefined;
}

/** Ends requests in Twilio's form: revokes the auth token, and forgets the callbacks that wait. */
export async function switchTwilioOff(deps: Deps, { id: accountId, twilio }: Account): Promise<void> {
  if (!twilio) return;
  await removeParts(deps, { accountId, twilio });
  await changeTwilio(deps, accountId, {
    changes: { remove: ['twilio'] },
    condition: 'twilio.keyId = :keyId',
    values: { ':keyId': twilio.keyId },
  });
}

/** Returns the endpoint of the callbacks of an account; `undefined` when it cannot be called in Twilio's form. */
export const findTwilioEndpoint = async (
  { table }: Pick<Deps, 'table'>,
  { id: accountId, twilio }: Account,
): Promise<Endpoint | undefined> =>
  twilio && findEndpoint(table, { accountId, endpointId: twilio.endpointId });

/**
 * Sets the address to which texts from phones are posted in Twilio's form.
 *
 * @param url empty: none
 * @throws ServiceError InvalidRequest for an address that may not be called
 */
export async function changeTwilioInboundUrl(
  deps: Pick<Deps, 'table'> & { policy: OutgoingPolicy },
  { account, url }: { account: Account; url: string },
): Promise<void> {
  if (!account.twilio) return;
  const { endpointId } = account.twilio;
  await setTwilioInboundUrl(deps, { accountId: account.id, endpointId, url });
}

async function changeTwilio(
  { table }: Pick<Deps, 'table'>,
  accountId: string,
  options: { changes: Changes; condition: string; values?: Record<string, unknown> },
): Promise<boolean> {
  const { changes, condition, values = {} } = options;
  const { written } = await table.update({
    Key: accountKey(accountId),
    ...updateExpression(changes, { values }),
    ConditionExpression: condition,
  });
  return written;
}

async function removeParts(
  deps: Deps,
  { accountId, twilio }: { accountId: string; twilio: NonNullable<Account['twilio']> },
): Promise<void> {
  await revokeApiKey(deps, { accountId, keyId: twilio.keyId });
  await removeTwilioEndpoint(deps, { accountId, endpointId: twilio.endpointId });
}
