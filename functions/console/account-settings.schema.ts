import {
  ACCOUNT_SETTING_NAMES,
  type AccountSetting,
  type AccountSettingName,
  EACH_SETTING,
  isClearable,
  settingsSetBy,
} from '../../shared/accounts/account-settings';
import { lowestLimitOf } from '../../shared/accounts/rate-limit';
import { WEEKDAYS } from '../../shared/calendar/sending-hours';
import { HOURS } from '../../shared/calendar/sending-hours.schema';
import { CONTENT_CATEGORIES } from '../../shared/content/rules/content-category';
import {
  MAX_EMAIL_CHARACTERS,
  MAX_ID_CHARACTERS,
  MAX_MARKETING_CAP_HOURS,
  MAX_MARKETING_CAP_MESSAGES,
  MAX_RETENTION_DAYS,
  RATE_LIMITS,
  type RateLimitBucket,
} from '../../shared/limits';
import { AMOUNT, COUNT, FLAG, listOf, oneOf, record, SENDER, TEXT, textOf, TIME } from './schemas';

type Kind = AccountSetting['kind'];
type OfKind<K extends Kind> = Extract<AccountSetting, { kind: K }>;

const RETENTION = {
  oneOf: [{ type: 'integer', minimum: 1, maximum: MAX_RETENTION_DAYS }, { const: 'none' }],
};
const CAP = record({
  messages: { type: 'integer', minimum: 1, maximum: MAX_MARKETING_CAP_MESSAGES },
  hours: { type: 'integer', minimum: 1, maximum: MAX_MARKETING_CAP_HOURS },
});

/** JSON schemas of a value in answers, by the kind of its setting. */
const ANSWERED: Record<Kind, object> = {
  text: TEXT,
  count: COUNT,
  flag: FLAG,
  onOff: oneOf(['on', 'off']),
  timeZone: TEXT,
  sender: SENDER,
  group: TEXT,
  countries: listOf(TEXT),
  categories: listOf(oneOf(CONTENT_CATEGORIES)),
  rates: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
  budgets: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
  retention: RETENTION,
  cap: CAP,
  emails: listOf(TEXT),
  hours: record({ from: TEXT, to: TEXT }, { days: listOf(oneOf(WEEKDAYS)) }),
};

const buckets = Object.keys(RATE_LIMITS) as RateLimitBucket[];
/** JSON schemas of a value in requests, by the kind of its setting. */
const REQUESTED: { [K in Kind]: (setting: OfKind<K>) => object } = {
  text: ({ maxCharacters }) => textOf(maxCharacters),
  count: ({ minimum, maximum }) => ({ type: 'integer', minimum, maximum }),
  flag: () => FLAG,
  onOff: () => ({ enum: ['on', 'off'] }),
  timeZone: () => textOf(100),
  sender: () => textOf(20),
  group: () => textOf(MAX_ID_CHARACTERS),
  countries: () => ({ ...listOf(textOf(2)), maxItems: 300 }),
  categories: () => ({ ...listOf(oneOf(CONTENT_CATEGORIES)), uniqueItems: true }),
  rates: () => ({
    type: 'object',
    properties: Object.fromEntries(
      buckets.map((bucket) => [bucket, { ...AMOUNT, minimum: lowestLimitOf(bucket) }]),
    ),
    additionalProperties: false,
  }),
  budgets: () => ({
    type: 'object',
    propertyNames: { pattern: '^[A-Z]{2}$' },
    additionalProperties: AMOUNT,
    maxProperties: 300,
  }),
  retention: () => RETENTION,
  cap: () => CAP,
  emails: ({ maximum }) => ({ ...listOf(textOf(MAX_EMAIL_CHARACTERS)), maxItems: maximum }),
  hours: () => HOURS,
};

/** Returns a schema that allows `null` too. */
function orNull(schema: { type?: string; enum?: string[] }): object {
  return {
    ...schema,
    ...(schema.type && { type: [schema.type, 'null'] }),
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

function requested(name: AccountSettingName): object {
  const setting = EACH_SETTING[name];
  const schema = (REQUESTED[setting.kind] as (setting: AccountSetting) => object)(setting);
  return isClearable(setting) ? orNull(schema) : schema;
}

const inSchema = (names: AccountSettingName[], schemaOf: (name: AccountSettingName) => object) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)]));
const answered = (name: AccountSettingName) => ANSWERED[EACH_SETTING[name].kind];

/** Settings of an account in an answer. */
export const SETTINGS = record(
  {
    id: TEXT,
    ...inSchema(
      ACCOUNT_SETTING_NAMES.filter((name) => !isClearable(EACH_SETTING[name])),
      answered,
    ),
    createdAt: TIME,
  },
  inSchema(
    ACCOUNT_SETTING_NAMES.filter((name) => isClearable(EACH_SETTING[name])),
    answered,
  ),
);
/** Bodies with the settings that administrators, and operators, may change. */
export const SET_BY_ADMINISTRATORS = record({}, inSchema(settingsSetBy('administrator'), requested));
export const SET_BY_OPERATORS = record({}, inSchema(settingsSetBy('operator'), requested));
