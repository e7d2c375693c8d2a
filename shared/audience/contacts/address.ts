import type { FromSchema } from 'json-schema-to-ts';
import { type InferOutput, object, optional, string } from 'valibot';
import { invalidRequest } from '../../errors/service-error';
import { MAX_ADDRESS_FIELD_CHARACTERS } from '../../limits';
import { parseCountry } from '../../countries/country-code';
import { patchText } from '../../text/patch-text';

const TEXT = { type: 'string', minLength: 1, maxLength: MAX_ADDRESS_FIELD_CHARACTERS } as const;
const REQUEST_TEXT = {
  type: ['string', 'null'],
  format: 'text',
  maxLength: MAX_ADDRESS_FIELD_CHARACTERS,
} as const;

/** **Source:** rules 2.4. */
export const STORED_ADDRESS = object({
  street: optional(string()),
  city: optional(string()),
  state: optional(string()),
  postalCode: optional(string()),
  /** ISO 3166-1 alpha-2, upper case. */
  country: optional(string()),
});
export type Address = InferOutput<typeof STORED_ADDRESS>;
type AddressField = keyof Address;

/** **Source:** rules 2.4. */
export const ADDRESS_SCHEMA = {
  type: 'object',
  description: 'An address; fields that are not set are left out.',
  properties: {
    street: TEXT,
    city: TEXT,
    state: TEXT,
    postalCode: TEXT,
    country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' },
  } satisfies Record<AddressField, object>,
  minProperties: 1,
  additionalProperties: false,
} as const;

/** **Source:** rules 2.4, 4.4. */
export const ADDRESS_REQUEST_SCHEMA = {
  type: ['object', 'null'],
  properties: {
    street: REQUEST_TEXT,
    city: REQUEST_TEXT,
    state: REQUEST_TEXT,
    postalCode: REQUEST_TEXT,
    country: {
      type: ['string', 'null'],
      format: 'country',
      documented: { maxLength: 2 },
      description: 'ISO 3166-1 alpha-2, in upper or lower case.',
    },
  } as const satisfies Record<AddressField, object>,
  additionalProperties: false,
  description: 'Of an update, only the sub-fields sent change; `null` clears the whole address.',
} as const;

export const ADDRESS_FIELDS = Object.keys(STORED_ADDRESS.entries) as AddressField[];

/**
 * Merges the sub-fields of a request into an address. An address without any field is absent.
 *
 * @throws ServiceError InvalidRequest when the country does not exist
 */
export function patchAddress(
  before: Address | undefined,
  body: FromSchema<typeof ADDRESS_REQUEST_SCHEMA>,
): Address | undefined {
  if (body === null) return undefined;
  const after: Address = {};
  for (const field of ADDRESS_FIELDS) {
    const value = patchText(before?.[field], body[field]);
    if (value !== undefined) after[field] = field === 'country' && body.country ? readCountry(value) : value;
  }
  return presentAddress(after);
}

/** @returns the address, `undefined` when none of its fields is set */
export function presentAddress(address: Address | undefined): Address | undefined {
  return address && Object.values(address).some((value) => value !== undefined) ? address : undefined;
}

function readCountry(raw: string): string {
  const country = parseCountry(raw);
  if (country === undefined) {
    throw invalidRequest({ pointer: '/address/country', reason: 'must be an ISO 3166-1 alpha-2 code' });
  }
  return country;
}
