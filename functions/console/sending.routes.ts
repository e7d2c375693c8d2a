import type { HoldReason, HoldScope } from '../../shared/holds/hold';
import { MAX_PAUSE_REASON_CHARACTERS } from '../../shared/limits';
import { declare, declareForOperators } from './declare';
import { FLAG, listOf, oneOf, record, SENDER, TEXT, textOf, TIME } from './schemas';

const SCOPE = oneOf(['service', 'account', 'number'] satisfies HoldScope[]);
const BY_OPERATOR = {
  ...FLAG,
  description: 'True for a pause that only an operator ends; absent for any other.',
};
/** One of the things that keep texts waiting. */
export const HOLD = record(
  {
    scope: { ...SCOPE, description: 'What waits: the texts of every account, of this one, or of a number.' },
    reason: {
      ...oneOf(['paused', 'provider', 'spend_limit'] satisfies HoldReason[]),
      description:
        '`paused`: by an operator or administrator. `provider`: it takes no messages, or answers none. `spend_limit`: the limit of the AWS account for the month is reached.',
    },
    since: TIME,
  },
  {
    number: SENDER,
    comment: { ...TEXT, description: 'What was given as the reason of a pause.' },
    isByOperator: BY_OPERATOR,
  },
);
const EXAMPLE_HOLD = {
  scope: 'account',
  reason: 'paused',
  since: '2026-03-01T12:00:00.000Z',
  comment: 'Wrong text in the spring campaign',
};
const holds = {
  name: 'SendingHolds',
  schema: record({ results: listOf(HOLD) }),
  example: { results: [EXAMPLE_HOLD] },
};

const PAUSE = record(
  { isPaused: FLAG },
  {
    since: TIME,
    comment: { ...TEXT, description: 'What was given as the reason.' },
    isByOperator: BY_OPERATOR,
  },
);
const pause = {
  name: 'SendingPause',
  schema: PAUSE,
  example: { isPaused: true, since: EXAMPLE_HOLD.since, comment: EXAMPLE_HOLD.comment },
};
const resumed = { ...pause, example: { isPaused: false } };
const REASON = { reason: textOf(MAX_PAUSE_REASON_CHARACTERS) };
const request = { schema: record({}, REASON), example: { reason: EXAMPLE_HOLD.comment } };
const WHILE_PAUSED =
  'New messages, broadcasts, batches and launches are 503/33117, what is under way waits, and answers to STOP still go out. ' +
  'A pause that is in force stays as it is; one by an administrator becomes the operator’s when an operator pauses too.';
const ENDED_BY = 'A pause by an operator is ended by operators only: 403/33118.';
/** Access of a change: the pause in the account or the number, and its event. */
const access = { read: ['account' as const], updateOnly: { account: ['paused'] }, put: ['outbox' as const] };

export const listSendingHolds = declare({
  operationId: 'listSendingHolds',
  method: 'GET',
  path: 'sending',
  scope: 'messages:read',
  summary: 'What keeps the texts of the account waiting',
  description: 'What holds all accounts first, numbers last; empty while everything goes out.',
  access: { read: ['outage', 'serviceHold'], query: ['account'] },
  answer: holds,
});

export const pauseSending = declare({
  operationId: 'pauseSending',
  method: 'POST',
  path: 'sending/pause',
  scope: 'account:admin',
  bucket: 'stop',
  summary: 'Pause sending of the account',
  description: WHILE_PAUSED,
  access,
  request,
  answer: pause,
});

export const resumeSending = declare({
  operationId: 'resumeSending',
  method: 'POST',
  path: 'sending/resume',
  scope: 'account:admin',
  summary: 'End the pause of the account',
  description: ENDED_BY,
  access,
  answer: resumed,
  errors: [33118],
});

export const pauseNumber = declare({
  operationId: 'pauseNumber',
  method: 'POST',
  path: 'numbers/{number}/pause',
  scope: 'account:admin',
  bucket: 'stop',
  summary: 'Pause sending from a number',
  description: WHILE_PAUSED,
  access,
  request,
  answer: pause,
  errors: [33110],
});

export const resumeNumber = declare({
  operationId: 'resumeNumber',
  method: 'POST',
  path: 'numbers/{number}/resume',
  scope: 'account:admin',
  summary: 'End the pause of a number',
  description: ENDED_BY,
  access,
  answer: resumed,
  errors: [33110, 33118],
});

export const listServiceHolds = declareForOperators({
  operationId: 'listServiceHolds',
  method: 'GET',
  path: 'sending',
  summary: 'What keeps the texts of all accounts waiting',
  access: { read: ['serviceHold'] },
  answer: holds,
});

export const pauseAllSending = declareForOperators({
  operationId: 'pauseAllSending',
  method: 'POST',
  path: 'sending/pause',
  bucket: 'stop',
  summary: 'Pause sending of all accounts',
  description: `${WHILE_PAUSED} \`everyone\` is required, so that no empty request pauses all accounts.`,
  access: { read: ['serviceHold'], put: ['serviceHold'] },
  request: {
    schema: record({ everyone: { type: 'boolean', const: true } }, REASON),
    example: { everyone: true, ...request.example },
  },
  answer: pause,
});

export const resumeAllSending = declareForOperators({
  operationId: 'resumeAllSending',
  method: 'POST',
  path: 'sending/resume',
  summary: 'End the pause of all accounts; those of single accounts and numbers stay',
  access: { read: ['serviceHold'], put: ['serviceHold'] },
  answer: resumed,
});

export const SENDING_ROUTES = [listSendingHolds, pauseSending, resumeSending, pauseNumber, resumeNumber];
export const OPERATOR_SENDING_ROUTES = [listServiceHolds, pauseAllSending, resumeAllSending];
