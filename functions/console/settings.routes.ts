import { settingsSetBy } from '../../shared/accounts/account-settings';
import { RATE_LIMITS } from '../../shared/limits';
import { SET_BY_ADMINISTRATORS, SET_BY_OPERATORS, SETTINGS } from './account-settings.schema';
import { declare, declareForOperators } from './declare';

const EXAMPLE = {
  id: 'acc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  name: 'Acme',
  dailyQuota: 200000,
  freeTexts: 1000,
  silentOptIn: false,
  rateLimits: { ...RATE_LIMITS },
  contentExemptions: [],
  countries: ['US'],
  countryBudgets: { GB: 500 },
  countryJumpStop: false,
  messageFeedback: false,
  trackLastTexted: false,
  enforceOptInType: false,
  setAsideNumbers: false,
  carrierLookup: false,
  maxSegments: 10,
  retentionDays: 90,
  legalHours: true,
  createdAt: '2026-03-01T12:00:00.000Z',
  timeZone: 'America/Chicago',
  approvalAbove: 1000,
  approvalEmails: ['ada@example.com'],
};

const answer = { name: 'Settings', schema: SETTINGS, example: EXAMPLE };

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
  description:
    'To raise or clear `approvalAbove` is for operators: 403/33112. AWS asks each new address of `approvalEmails` to confirm.',
  access: {
    read: ['account'],
    query: ['account'],
    updateOnly: {
      account: [...settingsSetBy('administrator'), 'retainedSince', 'hardFailuresSince', 'accountId'],
      link: ['accountId', 'retentionDays'],
    },
    put: ['erasure', 'outbox'],
  },
  request: { schema: SET_BY_ADMINISTRATORS, example: { approvalAbove: 1000 } },
  answer,
  errors: [33004],
});

export const updateOperatorSettings = declareForOperators({
  operationId: 'updateOperatorSettings',
  method: 'PATCH',
  path: 'accounts/{accountId}/settings',
  summary: 'Change settings of an account that its administrators cannot change; null clears',
  access: { read: ['account'], updateOnly: { account: settingsSetBy('operator') } },
  request: { schema: SET_BY_OPERATORS, example: { dailyQuota: 500000 } },
  answer,
  errors: [33110],
});

export const SETTINGS_ROUTES = [getSettings, updateSettings];
