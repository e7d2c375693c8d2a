import { listedKeyItem } from '../../shared/accounts/api-keys';
import { SCOPES } from '../../shared/accounts/scopes';
import { MAX_KEY_NAME_CHARACTERS } from '../../shared/limits';
import { declare } from './declare';
import { listOf, oneOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const SCOPE_LIST = listOf(oneOf(SCOPES));
const KEY_FIELDS = { id: TEXT, scopes: SCOPE_LIST, createdAt: TIME };
const KEY = record(KEY_FIELDS, { name: TEXT, revokedAt: TIME });
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
  access: { query: ['account'], read: ['apiKey'] },
  answer: { name: 'ApiKeys', schema: resultsOf(KEY), example: { results: [EXAMPLE] } },
});

export const createKey = declare({
  operationId: 'createKey',
  method: 'POST',
  path: 'keys',
  scope: 'account:admin',
  summary: 'Create an API key',
  description:
    'The secret is in this answer and nowhere else. `name` is what people call the key. Without `scopes` the key may do everything.',
  plane: 'identity',
  access: { check: ['account'], putOnly: { account: listedKeyItem.attributes }, put: ['apiKey'] },
  request: {
    schema: record(
      {},
      { name: textOf(MAX_KEY_NAME_CHARACTERS), scopes: { ...SCOPE_LIST, minItems: 1, uniqueItems: true } },
    ),
    example: { name: 'Shop', scopes: ['messages:send'] },
  },
  answer: {
    status: 201,
    name: 'CreatedApiKey',
    schema: record({ ...KEY_FIELDS, secret: TEXT }, { name: TEXT }),
    example: { ...EXAMPLE, secret: 'Xn2r5u8x-A-D-G-KaPdSgVkYp3s6v9y_B-E-H-MbQeT' },
  },
});

export const revokeKey = declare({
  operationId: 'revokeKey',
  method: 'POST',
  path: 'keys/{id}/revoke',
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

export const KEY_ROUTES = [listKeys, createKey, revokeKey];
