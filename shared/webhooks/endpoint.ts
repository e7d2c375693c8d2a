import type { Item } from '../platform/store/item';
import type { EventType } from '../events/event-types';

/**
 * - `operator`: switched off by hand
 * - `gone`: it answered 410
 * - `failing`: nothing but failures for five days
 */
export type DisabledReason = 'operator' | 'gone' | 'failing';

export interface EndpointSecret {
  /** As `sealSecret` made it; the secret itself is stored nowhere. */
  sealed: string;
  createdAt: string;
  /** Absent on the current one; until then a replaced one still signs. */
  validUntil: string | undefined;
}

/** An address of the account's to which its events are sent. */
export interface Endpoint {
  id: string;
  accountId: string;
  url: string;
  /** Absent: all of them, those to come included. */
  eventTypes: EventType[] | undefined;
  status: 'enabled' | 'disabled';
  disabledReason: DisabledReason | undefined;
  disabledAt: string | undefined;
  /** When it was last switched on: failures before that do not count any more. */
  enabledAt: string;
  /** Newest first. */
  secrets: EndpointSecret[];
  createdAt: string;
}

/** How long a replaced secret signs along with the new one. */
export const ROTATION_MS = 24 * 60 * 60 * 1000;

export function readEndpoint(item: Item): Endpoint {
  return {
    id: item.id as string,
    accountId: item.accountId as string,
    url: item.url as string,
    eventTypes: item.eventTypes as EventType[] | undefined,
    status: item.status as Endpoint['status'],
    disabledReason: item.disabledReason as DisabledReason | undefined,
    disabledAt: item.disabledAt as string | undefined,
    enabledAt: item.enabledAt as string,
    secrets: item.secrets as EndpointSecret[],
    createdAt: item.createdAt as string,
  };
}

export function isSubscribedTo(endpoint: Endpoint, eventType: string): boolean {
  return endpoint.eventTypes === undefined || endpoint.eventTypes.some((type) => type === eventType);
}

/** The secrets that sign at a time, newest first. */
export function validSecrets(endpoint: Endpoint, now: Date): EndpointSecret[] {
  return endpoint.secrets.filter(
    ({ validUntil }) => validUntil === undefined || Date.parse(validUntil) > now.getTime(),
  );
}

/** A new secret beside the one that it replaces; one that was replaced before that is over at once. */
export function rotateSecrets(
  secrets: EndpointSecret[],
  options: { sealed: string; now: Date },
): EndpointSecret[] {
  const [current] = secrets;
  const validUntil = new Date(options.now.getTime() + ROTATION_MS).toISOString();
  return [
    { sealed: options.sealed, createdAt: options.now.toISOString(), validUntil: undefined },
    ...(current ? [{ ...current, validUntil }] : []),
  ];
}
