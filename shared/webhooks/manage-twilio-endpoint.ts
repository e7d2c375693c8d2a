import { STATUS_EVENT_TYPE, type EventType } from '../events/event-types';
import { isoNow } from '../platform/clock';
import { checkOutgoingUrl } from '../platform/outgoing/outgoing-url';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Platform } from '../platform/platform';
import type { SealingKey } from '../platform/secrets/sealing-key';
import { updateExpression } from '../platform/store/expressions';
import { endpointKey } from '../platform/store/keys';
import { invalidRequest } from '../errors/service-error';
import { describeRefusal } from './attempt-delivery';
import type { Endpoint } from './endpoint';
import { insertEndpoint } from './endpoint-store';
import { deleteEndpoint } from './manage-endpoints';
import { sealSecret } from './signing-secret';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;
type Address = { accountId: string; endpointId: string };

const INBOUND: EventType = 'messaging.message.received';

/**
 * Adds the endpoint of an account for requests in Twilio's form.
 *
 * @param options.authToken secret that signs the requests; stored sealed
 * @returns its id
 */
export async function addTwilioEndpoint(
  deps: Deps & { sealingKey: SealingKey },
  { accountId, authToken }: { accountId: string; authToken: string },
): Promise<string> {
  const id = deps.ids.next('end');
  const now = isoNow(deps.clock);
  const sealed = sealSecret(authToken, { key: deps.sealingKey, owner: { accountId, endpointId: id } });
  const endpoint: Endpoint = {
    ...{ id, accountId, url: '', form: 'twilio', eventTypes: [STATUS_EVENT_TYPE] },
    ...{ status: 'enabled', enabledAt: now, createdAt: now },
    secrets: [{ sealed, createdAt: now, validUntil: undefined }],
  };
  await insertEndpoint(deps.table, endpoint);
  return id;
}

export async function removeTwilioEndpoint(
  deps: Pick<Deps, 'table' | 'clock'>,
  address: Address,
): Promise<void> {
  await deleteEndpoint(deps, address);
}

/**
 * Sets the address for texts from phones.
 *
 * @param options.url empty: none
 * @throws ServiceError InvalidRequest
 */
export async function setTwilioInboundUrl(
  deps: Pick<Deps, 'table'> & { policy: OutgoingPolicy },
  { url, ...address }: Address & { url: string },
): Promise<void> {
  const checked = url === '' ? undefined : checkOutgoingUrl(url, deps.policy);
  if (checked && 'refused' in checked) {
    throw invalidRequest({ pointer: '/twilioInboundUrl', reason: describeRefusal(checked.refused) });
  }
  const eventTypes = checked ? [STATUS_EVENT_TYPE, INBOUND] : [STATUS_EVENT_TYPE];
  await deps.table.update({
    Key: endpointKey(address.accountId, address.endpointId),
    ...updateExpression({ set: { url: checked?.url.href ?? '', eventTypes } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
}
