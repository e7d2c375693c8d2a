import type { Contact } from './contact';

/** Attributes of a number that is no contact: no id, no profile, no memberships. Its opt-out is not among them. */
export const NO_PROFILE = {
  id: undefined,
  importedTimeZone: undefined,
  searchForm: undefined,
  firstName: undefined,
  lastName: undefined,
  email: undefined,
  birthDate: undefined,
  gender: undefined,
  address: undefined,
  tz: undefined,
  isFavorite: false,
  customFields: {},
  memberships: {},
  pendingMemberships: {},
} satisfies Partial<Contact>;
