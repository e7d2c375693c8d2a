import { MAX_ACCOUNT_NAME_CHARACTERS } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { NUMBER_KINDS } from '../../shared/senders/number-kind';
import { declareForOperators } from './declare';
import { LINK_DOMAIN, LINK_DOMAIN_EXAMPLE } from './links.routes';
import { NUMBER, NUMBER_EXAMPLE } from './numbers.routes';
import { updateOperatorSettings } from './settings.routes';
import { AMOUNT, COUNT, CREDITS, record, listOf, oneOf, SENDER, TEXT, textOf, TIME } from './schemas';

const ACCOUNT = record(
  { id: TEXT, name: TEXT, dailyQuota: COUNT, credits: CREDITS, createdAt: TIME },
  { closedAt: TIME },
);
const EXAMPLE = {
  id: 'acc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  name: 'Acme',
  dailyQuota: 200000,
  credits: { sms: 1000, mms: 0 },
  createdAt: '2026-03-01T12:00:00.000Z',
};
const answer = { name: 'OperatorAccount', schema: ACCOUNT, example: EXAMPLE };
const read: TableAccess = { read: ['account', 'creditShard'] };
const number: TableAccess = {
  read: ['account', 'numberOwner'],
  query: ['account'],
  put: ['account', 'numberOwner'],
  update: ['numberOwner'],
  delete: ['account'],
  check: ['account'],
};
const CHANGE = { type: 'integer', minimum: -1_000_000_000, maximum: 1_000_000_000 };

export const listOperatorAccounts = declareForOperators({
  operationId: 'listOperatorAccounts',
  method: 'GET',
  path: 'accounts',
  summary: 'List all accounts with their balances, oldest first',
  access: { ...read, query: ['accountList'] },
  answer: {
    name: 'OperatorAccounts',
    schema: record({ results: listOf(ACCOUNT) }),
    example: { results: [EXAMPLE] },
  },
});

export const createAccount = declareForOperators({
  operationId: 'createAccount',
  method: 'POST',
  path: 'accounts',
  summary: 'Create an account',
  description: 'The name of another open account is refused.',
  access: { ...read, query: ['accountList'], put: ['account', 'accountList'] },
  request: {
    schema: record(
      { name: textOf(MAX_ACCOUNT_NAME_CHARACTERS) },
      { smsCredits: AMOUNT, mmsCredits: AMOUNT, dailyQuota: AMOUNT, timeZone: textOf(100) },
    ),
    example: { name: 'Acme', smsCredits: 1000 },
  },
  answer: { ...answer, status: 201 },
});

export const closeAccount = declareForOperators({
  operationId: 'closeAccount',
  method: 'POST',
  path: 'accounts/{accountId}/close',
  bucket: 'stop',
  summary: 'Close an account for good: its keys are revoked, its numbers removed, its webhooks disabled',
  access: {
    // With the automations, which are stopped.
    read: ['account', 'apiKey', 'automation', 'campaign', 'creditShard', 'endpointQueue', 'job'],
    query: ['account', 'automation', 'job'],
    put: ['automation', 'outbox'],
    update: ['account', 'apiKey', 'campaign', 'endpointQueue', 'numberOwner'],
    check: ['automation'],
    delete: ['account'],
  },
  answer,
  errors: [33110],
});

export const addAccountCredits = declareForOperators({
  operationId: 'addAccountCredits',
  method: 'POST',
  path: 'accounts/{accountId}/credits',
  summary: 'Add credits to an account, or take them with a negative number',
  description: 'A balance never falls below zero: taking more than there is changes nothing.',
  access: { ...read, update: ['account', 'creditShard'] },
  // At least one of the two is required.
  request: {
    schema: record({}, { sms: CHANGE, mms: CHANGE }),
    example: { sms: 1000 },
    isRequired: true,
  },
  answer,
  errors: [33023, 33110, 33111],
});

export const addAccountNumber = declareForOperators({
  operationId: 'addAccountNumber',
  method: 'POST',
  path: 'accounts/{accountId}/numbers',
  summary: 'Assign a sender number to an account',
  access: number,
  request: {
    schema: record({ number: textOf(20) }, { kind: oneOf(NUMBER_KINDS) }),
    example: { number: '+12065550100', kind: 'toll-free' },
  },
  answer: { status: 201, name: 'AccountNumber', schema: NUMBER, example: NUMBER_EXAMPLE },
  errors: [33110, 33111],
});

export const removeAccountNumber = declareForOperators({
  operationId: 'removeAccountNumber',
  method: 'DELETE',
  path: 'accounts/{accountId}/numbers/{number}',
  bucket: 'stop',
  summary: 'Take a number from an account; texts that wait for it are not sent',
  access: number,
  errors: [33110, 33111],
});

export const moveAccountNumber = declareForOperators({
  operationId: 'moveAccountNumber',
  method: 'POST',
  path: 'accounts/{accountId}/numbers/{number}/move',
  summary: 'Give a number to another account; texts of the first that wait for it are not sent',
  access: number,
  request: { schema: record({ toAccountId: textOf(60) }), example: { toAccountId: EXAMPLE.id } },
  answer: {
    name: 'MovedNumber',
    schema: record({ accountId: TEXT, number: SENDER }),
    example: { accountId: EXAMPLE.id, number: '+12065550100' },
  },
  errors: [33110, 33111],
});

export const addLinkDomain = declareForOperators({
  operationId: 'addLinkDomain',
  method: 'POST',
  path: 'accounts/{accountId}/link-domains',
  summary: 'Give an account a domain for its short links',
  description:
    'In lower case, with at least one dot before a public suffix. It is neither a name of the service nor below or above ' +
    'one, and belongs to one account only.',
  access: {
    read: ['account'],
    check: ['account'],
    put: ['account', 'linkDomain'],
  },
  request: { schema: record({ domain: textOf(253) }), example: { domain: LINK_DOMAIN_EXAMPLE.domain } },
  answer: { status: 201, name: 'LinkDomain', schema: LINK_DOMAIN, example: LINK_DOMAIN_EXAMPLE },
  errors: [33110, 33111],
});

export const removeLinkDomain = declareForOperators({
  operationId: 'removeLinkDomain',
  method: 'DELETE',
  path: 'accounts/{accountId}/link-domains/{domain}',
  summary: 'Take a domain from an account, with its short links: they lead nowhere from then on',
  bucket: 'stop',
  access: { query: ['account'], delete: ['account', 'link', 'linkDomain'] },
  errors: [33110],
});

export const OPERATOR_ACCOUNT_ROUTES = [
  listOperatorAccounts,
  createAccount,
  closeAccount,
  addAccountCredits,
  addAccountNumber,
  removeAccountNumber,
  moveAccountNumber,
  addLinkDomain,
  removeLinkDomain,
  updateOperatorSettings,
];
