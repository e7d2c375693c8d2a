import { MAX_ADDRESS_FIELD_CHARACTERS, MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS } from '../../limits';
import type { Gender } from './contact';

/** `null` and `""` both stand for "none". */
type Clearable = string | null;

export interface AddressBody {
  street?: Clearable;
  city?: Clearable;
  state?: Clearable;
  postalCode?: Clearable;
  country?: Clearable;
}

/** What a client may write of a contact: the body of create and of update. */
export interface ContactBody {
  firstName?: Clearable;
  lastName?: Clearable;
  email?: Clearable;
  birthDate?: Clearable;
  gender?: Gender | '' | null;
  address?: AddressBody | null;
  isFavorite?: boolean | null;
  customFields?: Record<string, unknown> | null;
}

const NAME = { type: ['string', 'null'], format: 'text', maxLength: MAX_NAME_CHARACTERS } as const;
const ADDRESS_FIELD = {
  type: ['string', 'null'],
  format: 'text',
  maxLength: MAX_ADDRESS_FIELD_CHARACTERS,
} as const;
const STORABLE = { if: { type: 'string' }, then: { type: 'string', format: 'text' } } as const;
/** What a custom field takes depends on its definition; here only that its text can be stored. */
const CUSTOM_FIELD_VALUE = {
  ...STORABLE,
  else: { if: { type: 'array' }, then: { type: 'array', items: STORABLE } },
} as const;

/** **Source:** rules 2.3, 2.4, 4.4. */
export const CONTACT_SCHEMA = {
  type: 'object',
  description: 'Absent is unset, or unchanged in an update; `null` and the empty string clear.',
  properties: {
    firstName: NAME,
    lastName: NAME,
    email: {
      type: ['string', 'null'],
      if: { minLength: 1 },
      then: { format: 'email', maxLength: MAX_EMAIL_CHARACTERS },
      description: 'RFC 5322 address.',
    },
    birthDate: {
      type: ['string', 'null'],
      if: { minLength: 1 },
      then: { format: 'date' },
      description: '`YYYY-MM-DD`.',
    },
    gender: { enum: ['MALE', 'FEMALE', 'OTHER', '', null] },
    address: {
      type: ['object', 'null'],
      properties: {
        street: ADDRESS_FIELD,
        city: ADDRESS_FIELD,
        state: ADDRESS_FIELD,
        postalCode: ADDRESS_FIELD,
        country: { type: ['string', 'null'], description: 'ISO 3166-1 alpha-2, in upper or lower case.' },
      },
      additionalProperties: false,
      description: 'Of an update, only the sub-fields sent change; `null` clears the whole address.',
    },
    isFavorite: { type: ['boolean', 'null'], description: 'A mark; without effect on messaging.' },
    customFields: {
      type: ['object', 'null'],
      additionalProperties: CUSTOM_FIELD_VALUE,
      description:
        'By label, without regard to case. `TEXT`, `DATE` (`YYYY-MM-DD`) and `SINGLE_SELECT` take a string, `NUMBER` a number, `BOOLEAN` a boolean, `MULTI_SELECT` an array of strings; `null` clears.',
    },
  },
  additionalProperties: false,
} as const;
