import type { Item } from '../../platform/store/item';
import type { StoredCustomFieldValue } from '../custom-fields/custom-field-schema';
import type { E164 } from '../../phone-numbers/e164';
import type { SupportedTimeZone } from './time-zone';

export type Gender = 'MALE' | 'FEMALE' | 'OTHER';

export interface Address {
  street?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  country?: string | undefined;
}

/** An active membership, kept inside the contact so that one read is enough to gate a send. */
export interface Membership {
  optInAt: string;
  /** Ids of tags of the group. */
  tagIds: string[];
}

export interface PendingMembership {
  pendingSince: string;
}

export type OptOutSource = 'stop' | 'kiosk' | 'carrier' | 'import';

/** The contact's own refusal of everything. **Source:** rules 3.3, 3.4. */
export interface HardOptOut {
  at: string;
  /** When it was said last, where it was said again: what was said before, and comes late, does not lift it. */
  againAt?: string | undefined;
  source: OptOutSource;
  evidence?: string | undefined;
}

/**
 * What is stored of a person at a phone number.
 *
 * `id` is absent when nobody created the contact and yet something must be remembered: a STOP from an unknown number.
 * For the API there is no contact then.
 *
 * **Source:** rules 2.3.
 */
export interface Contact {
  id: string | undefined;
  accountId: string;
  phoneNumber: E164;
  firstName: string | undefined;
  lastName: string | undefined;
  email: string | undefined;
  birthDate: string | undefined;
  gender: Gender | undefined;
  address: Address | undefined;
  tz: SupportedTimeZone | undefined;
  isFavorite: boolean;
  /** By the definition's stable key, `contact_custom_field_N`. */
  customFields: Record<string, StoredCustomFieldValue>;
  /** By group id. */
  memberships: Record<string, Membership>;
  pendingMemberships: Record<string, PendingMembership>;
  hardOptOut: HardOptOut | undefined;
  /** ISO times at which the contact was asked to confirm a group, by group id; old ones may be left out. */
  confirmationTexts?: Record<string, string[]> | undefined;
  /** Counts writes; a change that depends on what was read is conditional on it. */
  version: number;
  createdAt: string;
}

export function readContact(item: Item): Contact {
  return {
    id: item.id as string | undefined,
    accountId: item.accountId as string,
    phoneNumber: item.phoneNumber as E164,
    firstName: item.firstName as string | undefined,
    lastName: item.lastName as string | undefined,
    email: item.email as string | undefined,
    birthDate: item.birthDate as string | undefined,
    gender: item.gender as Gender | undefined,
    address: item.address as Address | undefined,
    tz: readTimeZone(item),
    isFavorite: (item.isFavorite as boolean | undefined) ?? false,
    customFields: (item.customFields as Contact['customFields'] | undefined) ?? {},
    memberships: (item.memberships as Contact['memberships'] | undefined) ?? {},
    pendingMemberships: (item.pendingMemberships as Contact['pendingMemberships'] | undefined) ?? {},
    hardOptOut: item.hardOptOut as HardOptOut | undefined,
    confirmationTexts: item.confirmationTexts as Contact['confirmationTexts'],
    version: (item.version as number | undefined) ?? 0,
    createdAt: item.createdAt as string,
  };
}

/** Without a country the first version took postal codes of every country for ZIPs, and stored what they gave. */
function readTimeZone({ phoneNumber, address, tz }: Item): SupportedTimeZone | undefined {
  // A read of a few attributes has none of these.
  if (tz === undefined) return undefined;
  const isUs = (phoneNumber as E164).startsWith('+1') || (address as Address | undefined)?.country === 'US';
  return isUs ? (tz as SupportedTimeZone) : undefined;
}
