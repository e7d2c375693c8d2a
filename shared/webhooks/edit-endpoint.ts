import { invalidRequest } from '../errors/service-error';
import type { EventType } from '../events/event-types';
import { checkOutgoingUrl, isThisMachine } from '../platform/outgoing/outgoing-url';
import type { OutgoingPolicy } from '../platform/outgoing/public-address';
import type { Table } from '../platform/store/table';
import { describeRefusal } from './attempt-delivery';
import { type Endpoint, isOfAccount } from './endpoint';
import { changeEndpoint, findEndpoint } from './endpoint-store';

/** Called with the parts of an endpoint before a change and after it. */
export type BeforeEdit = (before: object, after: object) => void;

/** @throws ServiceError InvalidRequest for an address that must not be reached, or is not https */
export function readEndpointUrl(raw: string, policy: OutgoingPolicy): string {
  const checked = checkOutgoingUrl(raw, policy);
  if ('refused' in checked) {
    throw invalidRequest({ pointer: '/url', reason: describeRefusal(checked.refused) });
  }
  if (checked.url.protocol === 'http:' && !isThisMachine(checked.url)) {
    throw invalidRequest({ pointer: '/url', reason: describeRefusal('schemeNotAllowed') });
  }
  return checked.url.href;
}

/** Returns the types to which an endpoint subscribes; `undefined`: all. */
export const distinctTypes = (types: readonly EventType[] | null | undefined) =>
  types && types.length > 0 ? [...new Set(types)] : undefined;

/** Returns the parts of an endpoint for the audit log. An address is told without its query, which can be a secret. */
export function toldParts({ url, description, eventTypes, status }: Endpoint) {
  return {
    url: url.replace(/\?.*$/s, '?…'),
    description,
    eventTypes: eventTypes?.join(', ') ?? 'all',
    status,
  };
}

/**
 * Changes address, description and events of an endpoint. What waits for it goes to the new address.
 *
 * @param input.eventTypes `null`: all
 * @param input.description `null`: none
 * @param input.beforeWrite called before the change, unless nothing changes
 * @returns `undefined` when the account has no such endpoint
 * @throws ServiceError InvalidRequest for an invalid address
 */
export async function editEndpoint(
  deps: { table: Table } & { policy: OutgoingPolicy },
  input: {
    accountId: string;
    endpointId: string;
    url?: string | undefined;
    eventTypes?: EventType[] | null | undefined;
    description?: string | null | undefined;
    beforeWrite?: BeforeEdit | undefined;
  },
): Promise<Endpoint | undefined> {
  const { accountId, endpointId, eventTypes, description } = input;
  const url = input.url === undefined ? undefined : readEndpointUrl(input.url, deps.policy);
  const known = await findEndpoint(deps.table, { accountId, endpointId });
  if (!known || !isOfAccount(known)) return undefined;
  return changeEndpoint(deps.table, {
    ...{ accountId, endpointId },
    change: (current) => {
      const changed: Endpoint = {
        ...current,
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description: description ?? undefined }),
        ...(eventTypes !== undefined && { eventTypes: keptTypes(current, distinctTypes(eventTypes)) }),
      };
      if (isSame(current, changed)) return current;
      const [before, after] = [toldParts(current), toldParts(changed)];
      const hasOtherQuery = before.url === after.url && current.url !== changed.url;
      input.beforeWrite?.(before, hasOtherQuery ? { ...after, url: `${after.url} (another query)` } : after);
      return changed;
    },
  });
}

/** Returns the very same list when the types are the same, in any order. */
function keptTypes({ eventTypes }: Endpoint, types: string[] | undefined): string[] | undefined {
  const inOrder = (list: string[] | undefined) => list?.toSorted().join(' ');
  return inOrder(eventTypes) === inOrder(types) ? eventTypes : types;
}

const isSame = (a: Endpoint, b: Endpoint) =>
  a.url === b.url && a.description === b.description && a.eventTypes === b.eventTypes;
