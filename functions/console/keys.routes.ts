import { listedKeyItem } from '../../shared/accounts/api-keys';
import { SCOPES } from '../../shared/accounts/scopes';
import { MAX_KEY_LIFETIME_HOURS, MAX_KEY_NAME_CHARACTERS, MAX_KEY_OVERLAP_HOURS } from '../../shared/limits';
import { declare } from './declare';
import { listOf, oneOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const SCOPE_LIST = listOf(oneOf(SCOPES));
const KEY_FIELDS = { id: TEXT, scopes: SCOPE_LIST, createdAt: TIME };
const KEY_OPTIONS = {
  name: TEXT,
  createdBy: record({ kind: oneOf(['user', 'operator']), id: TEXT }),
  lastUsedAt: TIME,
  expiresAt: TIME,
  previousUntil: TIME,
  revokedAt: TIME,
};
const KEY = record(KEY_FIELDS, KEY_OPTIONS);
const CREATED = record({ ...KEY_FIELDS, secret: TEXT }, KEY_OPTIONS);
const EXPIRY = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_KEY_LIFETIME_HOURS,
  description: 'Hours after which the key opens nothing any more.',
} as const;
const EXAMPLE = {
  id: 'key_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  name: 'Shop',
  scopes: ['messages:send'],
  createdAt: '2026-03-01T12:00:00.000Z',
};

export const listKeys = declare({
  operationId: 'listKeys',
  method: 'GET',
  path: 'keys',
  scope: 'account:admin',
  summary: 'List the API keys of the account, oldest first, revoked ones included',
  description:
    '`lastUsedAt` is known to an hour. `previousUntil`: the secret before the last rotation opens the key until then.',
  access: { query: ['account'], read: ['apiKey', 'keyUse'] },
  answer: { name: 'ApiKeys', schema: resultsOf(KEY), example: { results: [EXAMPLE] } },
});

export const createKey = declare({
  operationId: 'createKey',
  method: 'POST',
  path: 'keys',
  scope: 'account:admin',
  summary: 'Create an API key',
  description:
    'The secret is in this answer and nowhere else. `name` is what people call the key; it may do what `scopes` says, and no ' +
    'more. Without `expiresInHours` it has no end.',
  plane: 'identity',
  access: {
    check: ['account', 'operator', 'user'],
    putOnly: { account: listedKeyItem.attributes },
    put: ['apiKey'],
  },
  request: {
    schema: record(
      { scopes: { ...SCOPE_LIST, minItems: 1, uniqueItems: true } },
      {
        name: textOf(MAX_KEY_NAME_CHARACTERS),
        expiresInHours: EXPIRY,
      },
    ),
    example: { name: 'Shop', scopes: ['messages:send'] },
  },
  answer: {
    status: 201,
    name: 'CreatedApiKey',
    schema: CREATED,
    example: { ...EXAMPLE, secret: 'Xn2r5u8x-A-D-G-KaPdSgVkYp3s6v9y_B-E-H-MbQeT' },
  },
});

export const rotateKey = declare({
  operationId: 'rotateKey',
  method: 'POST',
  path: 'keys/{id}/rotate',
  scope: 'account:admin',
  summary: 'Give an API key a new secret',
  description:
    'The secret is in this answer and nowhere else. The present one opens the key for `overlapHours` more, 24 unless given. Id, ' +
    'scopes and who made the key stay.',
  plane: 'identity',
  access: {
    read: ['apiKey'],
    check: ['operator', 'user'],
    updateOnly: { apiKey: ['secretHash', 'knownTo', 'expiresAt', 'previous', 'revokedAt'] },
  },
  request: {
    schema: record(
      {},
      {
        overlapHours: { type: 'integer', minimum: 0, maximum: MAX_KEY_OVERLAP_HOURS },
        expiresInHours: EXPIRY,
      },
    ),
    example: { overlapHours: 48 },
  },
  answer: {
    name: 'CreatedApiKey',
    schema: CREATED,
    example: {
      ...EXAMPLE,
      previousUntil: '2026-03-04T12:00:00.000Z',
      secret: 'Xn2r5u8x-A-D-G-KaPdSgVkYp3s6v9y_B-E-H-MbQeT',
    },
  },
  errors: [33110, 33111],
});

export const revokeKey = declare({
  operationId: 'revokeKey',
  method: 'POST',
  path: 'keys/{id}/revoke',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Revoke an API key for good',
  plane: 'identity',
  access: { updateOnly: { apiKey: ['accountId', 'revokedAt'] } },
  answer: {
    name: 'ApiKey',
    schema: KEY,
    example: { ...EXAMPLE, revokedAt: '2026-03-02T12:00:00.000Z' },
  },
  errors: [33110],
});

export const KEY_ROUTES = [listKeys, createKey, rotateKey, revokeKey];
