import { MAX_ADDRESS_FIELD_CHARACTERS, MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS } from '../limits';
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

/** **Source:** contract 2.3, 2.4, 4.4. */
export const CONTACT_SCHEMA = {
  type: 'object',
  properties: {
    firstName: NAME,
    lastName: NAME,
    email: {
      type: ['string', 'null'],
      if: { minLength: 1 },
      then: { format: 'email', maxLength: MAX_EMAIL_CHARACTERS },
    },
    birthDate: { type: ['string', 'null'], if: { minLength: 1 }, then: { format: 'date' } },
    gender: { enum: ['MALE', 'FEMALE', 'OTHER', '', null] },
    address: {
      type: ['object', 'null'],
      properties: {
        street: ADDRESS_FIELD,
        city: ADDRESS_FIELD,
        state: ADDRESS_FIELD,
        postalCode: ADDRESS_FIELD,
        country: { type: ['string', 'null'] },
      },
      additionalProperties: false,
    },
    isFavorite: { type: ['boolean', 'null'] },
    customFields: { type: ['object', 'null'], additionalProperties: CUSTOM_FIELD_VALUE },
  },
  additionalProperties: false,
} as const;
