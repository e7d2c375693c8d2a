import { MAX_NUMBER_RATE, MIN_NUMBER_RATE } from '../../shared/limits';
import { NUMBER_KINDS } from '../../shared/senders/number-kind';
import { declare } from './declare';
import { FLAG, oneOf, record, resultsOf, SENDER, TIME } from './schemas';

const RATE = { type: 'number', exclusiveMinimum: 0 } as const;
const NEW_RATE = { type: ['number', 'null'], minimum: MIN_NUMBER_RATE, maximum: MAX_NUMBER_RATE } as const;
const STATUS = oneOf(['Active', 'Inactive']);
export const NUMBER = record(
  { number: SENDER, status: STATUS, isDefault: FLAG, createdAt: TIME },
  { kind: oneOf(NUMBER_KINDS), ratePerSecond: RATE, mmsPerSecond: RATE },
);
export const NUMBER_EXAMPLE = {
  number: '+12065550100',
  status: 'Active',
  isDefault: true,
  createdAt: '2026-03-01T12:00:00.000Z',
  kind: 'toll-free',
  ratePerSecond: 3,
};

export const listNumbers = declare({
  operationId: 'listNumbers',
  method: 'GET',
  path: 'numbers',
  scope: 'messages:read',
  summary: 'List the sender numbers of the account',
  access: { query: ['account'] },
  answer: { name: 'Numbers', schema: resultsOf(NUMBER), example: { results: [NUMBER_EXAMPLE] } },
});

export const updateNumber = declare({
  operationId: 'updateNumber',
  method: 'PATCH',
  path: 'numbers/{number}',
  scope: 'account:admin',
  summary: 'Change status, kind or rates of a number',
  description: 'A kind stands for its rates, as far as they are not named. `null` takes a rate away.',
  access: { updateOnly: { account: ['status', 'kind', 'ratePerSecond', 'mmsPerSecond'] } },
  request: {
    schema: record(
      {},
      {
        status: STATUS,
        kind: oneOf(NUMBER_KINDS),
        ratePerSecond: NEW_RATE,
        mmsPerSecond: NEW_RATE,
      },
    ),
    example: { status: 'Inactive' },
  },
  answer: { name: 'AccountNumber', schema: NUMBER, example: NUMBER_EXAMPLE },
  errors: [33110],
});

export const NUMBER_ROUTES = [listNumbers, updateNumber];
