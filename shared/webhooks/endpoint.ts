import { array, boolean, type InferOutput, literal, object, optional, picklist, string } from 'valibot';
import { STATUS_EVENT_TYPE } from '../events/event-types';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { endpointKey } from '../platform/store/keys';

const secret = object({
  /** Secret in the form of `sealSecret`; the secret itself is stored nowhere. */
  sealed: string(),
  createdAt: string(),
  /** Absent on the current secret; until then a replaced one still signs. */
  validUntil: optional(string()),
});
type EndpointSecret = InferOutput<typeof secret>;

/** Address of the account to which its events are sent. */
export const endpointItem = defineItem({
  entity: 'endpoint',
  key: (address: { accountId: string; id: string }) => endpointKey(address.accountId, address.id),
  value: object({
    id: string(),
    accountId: string(),
    /** Empty for an endpoint of form `twilio` without an address for texts from phones. */
    url: string(),
    /** Name that people give it, such as that of the program behind it. */
    description: optional(string()),
    /** Form of its requests; absent: Standard Webhooks. In Twilio's form a status goes to the address that the message names. */
    form: optional(literal('twilio')),
    /** Absent: all types, including future ones. */
    eventTypes: optional(array(string())),
    /** Set when up to 100 events that are due at once are sent in one request; absent: one event per request. */
    batch: optional(boolean()),
    status: picklist(['enabled', 'disabled']),
    /**
     * - `operator`: disabled by an operator
     * - `gone`: it answered 410
     * - `failing`: all attempts of five days failed
     */
    disabledReason: optional(picklist(['operator', 'gone', 'failing'])),
    disabledAt: optional(string()),
    /** Time at which it was last enabled; earlier failures do not count any more. */
    enabledAt: string(),
    /** Newest first. */
    secrets: array(secret),
    createdAt: string(),
  }),
});
export type Endpoint = ValueOf<typeof endpointItem>;

/** Returns false for the endpoint in Twilio's form, which `account set --twilio` makes and removes. */
export const isOfAccount = ({ form }: Endpoint) => form === undefined;

/** Time for which a replaced secret signs along with the new one. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

export function isSubscribedTo(endpoint: Endpoint, eventType: string): boolean {
  if (endpoint.eventTypes === undefined) return eventType !== STATUS_EVENT_TYPE;
  return endpoint.eventTypes.some((type) => type === eventType);
}

/** Returns the secrets that sign at a time, newest first. */
export function validSecrets(endpoint: Endpoint, now: Date): EndpointSecret[] {
  return endpoint.secrets.filter(
    ({ validUntil }) => validUntil === undefined || Date.parse(validUntil) > now.getTime(),
  );
}

/** Adds a new secret beside the one that it replaces; one that was replaced before becomes invalid at once. */
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
