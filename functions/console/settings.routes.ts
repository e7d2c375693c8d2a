import { lowestLimitOf } from '../../shared/accounts/rate-limit';
import { CONTENT_CATEGORIES } from '../../shared/content/rules/content-category';
import {
  MAX_BODY_CHARACTERS,
  MAX_MARKETING_CAP_HOURS,
  MAX_MARKETING_CAP_MESSAGES,
  MAX_RETENTION_DAYS,
  RATE_LIMITS,
  type RateLimitBucket,
} from '../../shared/limits';
import { declare, declareForOperators } from './declare';
import { AMOUNT, COUNT, FLAG, listOf, oneOf, record, SENDER, TEXT, textOf, TIME } from './schemas';

const RETENTION = {
  oneOf: [{ type: 'integer', minimum: 1, maximum: MAX_RETENTION_DAYS }, { const: 'none' }],
};
const CAP = record({
  messages: { type: 'integer', minimum: 1, maximum: MAX_MARKETING_CAP_MESSAGES },
  hours: { type: 'integer', minimum: 1, maximum: MAX_MARKETING_CAP_HOURS },
});
const RATES = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };
const CATEGORIES = { ...listOf(oneOf(CONTENT_CATEGORIES)), uniqueItems: true };

const SETTINGS = record(
  {
    id: TEXT,
    name: TEXT,
    dailyQuota: COUNT,
    freeTexts: COUNT,
    silentOptIn: FLAG,
    rateLimits: RATES,
    contentExemptions: listOf(TEXT),
    countries: listOf(TEXT),
    enforceOptInType: FLAG,
    maxSegments: COUNT,
    retentionDays: RETENTION,
    legalHours: FLAG,
    createdAt: TIME,
  },
  {
    timeZone: TEXT,
    defaultNumber: SENDER,
    keywordReplies: oneOf(['on', 'off']),
    helpText: TEXT,
    optOutText: TEXT,
    marketingCap: CAP,
    approvalAbove: COUNT,
  },
);
const EXAMPLE = {
  id: 'acc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  name: 'Acme',
  dailyQuota: 200000,
  freeTexts: 1000,
  silentOptIn: false,
  rateLimits: { ...RATE_LIMITS },
  contentExemptions: [],
  countries: ['US'],
  enforceOptInType: false,
  maxSegments: 10,
  retentionDays: 90,
  legalHours: true,
  createdAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'America/Chicago',
  approvalAbove: 1000,
};

const answer = { name: 'Settings', schema: SETTINGS, example: EXAMPLE };

const orNull = (schema: { type: string; [name: string]: unknown }) => ({
  ...schema,
  type: [schema.type, 'null'],
});

/** Settings that administrators may change. */
const OWN = {
  name: textOf(200),
  timeZone: orNull(textOf(100)),
  defaultNumber: orNull(textOf(20)),
  keywordReplies: { enum: ['on', 'off', null] },
  helpText: orNull(textOf(MAX_BODY_CHARACTERS)),
  optOutText: orNull(textOf(MAX_BODY_CHARACTERS)),
  countries: { ...listOf(textOf(2)), maxItems: 300 },
  enforceOptInType: FLAG,
  maxSegments: { type: 'integer', minimum: 1, maximum: 1_000 },
  retentionDays: RETENTION,
  marketingCap: orNull(CAP),
  approvalAbove: orNull(AMOUNT),
};
/** Settings that only operators may change, except for a lower `approvalAbove`. */
const OF_OPERATORS = {
  dailyQuota: AMOUNT,
  freeTexts: AMOUNT,
  silentOptIn: FLAG,
  rateLimits: {
    type: 'object',
    properties: Object.fromEntries(
      (Object.keys(RATE_LIMITS) as RateLimitBucket[]).map((bucket) => [
        bucket,
        { ...AMOUNT, minimum: lowestLimitOf(bucket) },
      ]),
    ),
    additionalProperties: false,
  },
  contentExemptions: CATEGORIES,
  legalHours: FLAG,
  approvalAbove: orNull(AMOUNT),
} as const;

export const getSettings = declare({
  operationId: 'getSettings',
  method: 'GET',
  path: 'settings',
  scope: 'contacts:read',
  summary: 'The settings of the account',
  description: '`rateLimits` has the requests a minute that hold, by bucket.',
  answer,
});

export const updateSettings = declare({
  operationId: 'updateSettings',
  method: 'PATCH',
  path: 'settings',
  scope: 'account:admin',
  summary: 'Change settings of the account; null clears',
  description: 'To raise or clear `approvalAbove` is for operators: 403/33112.',
  access: {
    read: ['account'],
    query: ['account'],
    updateOnly: {
      account: [...Object.keys(OWN), 'retainedSince', 'accountId'],
      link: ['accountId', 'retentionDays'],
    },
    put: ['erasure'],
  },
  request: { schema: record({}, OWN), example: { approvalAbove: 1000 } },
  answer,
  errors: [33004],
});

export const updateOperatorSettings = declareForOperators({
  operationId: 'updateOperatorSettings',
  method: 'PATCH',
  path: 'accounts/{accountId}/settings',
  summary: 'Change settings of an account that its administrators cannot change; null clears',
  access: { read: ['account'], updateOnly: { account: Object.keys(OF_OPERATORS) } },
  request: { schema: record({}, OF_OPERATORS), example: { dailyQuota: 500000 } },
  answer,
  errors: [33110],
});

export const SETTINGS_ROUTES = [getSettings, updateSettings];
