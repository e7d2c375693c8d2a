import {
  array,
  boolean,
  literal,
  number,
  object,
  optional,
  type OptionalSchema,
  picklist,
  record,
  string,
  union,
} from 'valibot';
import { storedHours } from '../../calendar/sending-hours';
import type { ContentCategory } from '../../content/rules/content-category';
import type { RateLimitBucket } from '../../limits';
import type { PhoneCountry } from '../../phone-numbers/country';
import { storedText } from '../../platform/store/stored-text';
import { ACCOUNT_SETTING_NAMES, type ACCOUNT_SETTINGS, EACH_SETTING } from '../account-settings';

/** Schema of a stored value, by the kind of its setting. */
const STORED = {
  text: string(),
  count: number(),
  flag: boolean(),
  onOff: picklist(['on', 'off']),
  timeZone: string(),
  sender: string(),
  group: string(),
  countries: array(storedText<PhoneCountry>()),
  categories: array(storedText<ContentCategory>()),
  rates: record(storedText<RateLimitBucket>(), number()),
  budgets: record(storedText<PhoneCountry>(), number()),
  retention: union([number(), literal('none')]),
  cap: object({ messages: number(), hours: number() }),
  emails: array(string()),
  hours: storedHours,
};

type Settings = typeof ACCOUNT_SETTINGS;
type Stored<Setting extends Settings[keyof Settings]> = (typeof STORED)[Setting['kind']];
type Entries = {
  [Name in keyof Settings]: Settings[Name] extends { isRequired: true }
    ? Stored<Settings[Name]>
    : Settings[Name] extends { default: unknown }
      ? OptionalSchema<Stored<Settings[Name]>, NonNullable<unknown>>
      : OptionalSchema<Stored<Settings[Name]>, undefined>;
};

/** Entries of the stored account: a setting that an account lacks has its default, if it has one. */
export const STORED_SETTINGS = Object.fromEntries(
  ACCOUNT_SETTING_NAMES.map((name) => {
    const { kind, isRequired, default: byDefault } = EACH_SETTING[name];
    return [name, isRequired ? STORED[kind] : optional(STORED[kind], byDefault as never)];
  }),
) as unknown as Entries;
