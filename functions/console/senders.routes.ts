import { MAX_SENDER_MEMBERS, MAX_SENDER_NAME_CHARACTERS } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { senderItem } from '../../shared/senders/sender';
import { MEMBER_KINDS, MEMBER_USES, SENDER_USES } from '../../shared/senders/sender-state';
import { declare, declareForOperators } from './declare';
import { listOf, oneOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const RATE = { type: 'number', exclusiveMinimum: 0 } as const;
const MEMBER = record(
  { identity: TEXT, kind: oneOf(MEMBER_KINDS), use: oneOf(MEMBER_USES) },
  { countries: listOf(TEXT), ratePerSecond: RATE, mmsPerSecond: RATE },
);
const SENDER = record({
  ...{ id: TEXT, name: TEXT, use: oneOf(SENDER_USES), members: listOf(MEMBER) },
  ...{ createdAt: TIME, updatedAt: TIME },
});
const EXAMPLE = {
  id: 'snd_01KJMNEX00V2C6H9S3Q8W5B1TD',
  name: 'Shop',
  use: 'ready',
  members: [
    { identity: '+12065550100', kind: 'number', use: 'ready', ratePerSecond: 3 },
    { identity: 'id:ACME', kind: 'senderId', use: 'ready', countries: ['DE'] },
  ],
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const answer = { name: 'AccountSender', schema: SENDER, example: EXAMPLE };

const NEW_MEMBER = record(
  { identity: textOf(100) },
  { countries: { ...listOf(textOf(2)), minItems: 1, maxItems: 300 } },
);
const CONTENT = {
  name: textOf(MAX_SENDER_NAME_CHARACTERS),
  members: { ...listOf(NEW_MEMBER), minItems: 1, maxItems: MAX_SENDER_MEMBERS },
};
const MEMBERS_EXAMPLE = [{ identity: '+12065550100' }, { identity: 'id:ACME', countries: ['DE'] }];

const read: TableAccess = { read: ['account', 'outage', 'serviceHold'], query: ['account'] };
const write: TableAccess = {
  ...read,
  check: ['account'],
  putOnly: { account: senderItem.attributes },
};

export const listSenders = declare({
  operationId: 'listSenders',
  method: 'GET',
  path: 'senders',
  scope: 'messages:read',
  summary: 'List the senders of the account with their members, oldest first',
  description:
    'A member is a number of the account, a pool of End User Messaging (`pool:NAME`) or a sender id (`id:NAME`). `use` says ' +
    'what it can do now: texts of a member that is `paused` or `held` wait, and one that is `inactive` or `removed` is left out.',
  access: read,
  answer: { name: 'AccountSenders', schema: resultsOf(SENDER), example: { results: [EXAMPLE] } },
});

export const createSender = declareForOperators({
  operationId: 'createSender',
  method: 'POST',
  path: 'accounts/{accountId}/senders',
  summary: 'Create a sender of an account',
  description:
    'A member with `countries` serves recipients there only. Members are numbers of the account, `pool:NAME` and `id:NAME`.',
  access: write,
  request: { schema: record(CONTENT), example: { name: 'Shop', members: MEMBERS_EXAMPLE } },
  answer: { ...answer, status: 201 },
  errors: [33004, 33110, 33111],
});

export const updateSender = declareForOperators({
  operationId: 'updateSender',
  method: 'PATCH',
  path: 'accounts/{accountId}/senders/{id}',
  summary: 'Rename a sender, or replace its members',
  description: '`members` are all that the sender is to have. What is not named stays.',
  access: write,
  request: { schema: record({}, CONTENT), example: { members: MEMBERS_EXAMPLE } },
  answer,
  errors: [33004, 33110, 33111],
});

export const deleteSender = declareForOperators({
  operationId: 'deleteSender',
  method: 'DELETE',
  path: 'accounts/{accountId}/senders/{id}',
  bucket: 'stop',
  summary: 'Delete a sender; its numbers stay, and accepted texts still leave from them',
  description: 'One that a group, a keyword, an automation or a campaign under way uses is not deleted.',
  access: {
    read: ['account'],
    query: ['account', 'automation', 'campaign'],
    delete: ['account'],
  },
  errors: [33110, 33111],
});

export const SENDER_ROUTES = [listSenders];
export const OPERATOR_SENDER_ROUTES = [createSender, updateSender, deleteSender];
