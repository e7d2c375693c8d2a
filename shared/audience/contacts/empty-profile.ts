import { object, parse } from 'valibot';
import type { E164 } from '../../phone-numbers/e164';
import { partOfFields } from './contact-fields';
import { findZoneOfPhoneNumber } from './internal/phone-time-zone';
import type { Profile } from './profile';

const FIELD_VALUES = object(partOfFields('stored'));

/** Returns the profile of a contact with nothing but a phone number, from which its `tz` can be derived. */
export function emptyProfile(phoneNumber: E164): Profile {
  return {
    ...parse(FIELD_VALUES, {}),
    tz: findZoneOfPhoneNumber(phoneNumber),
    importedTimeZone: undefined,
    searchForm: undefined,
  };
}
