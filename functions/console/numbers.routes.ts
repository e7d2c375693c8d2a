import {
  BRAND_PATTERN,
  MAX_DAILY_CAP,
  MAX_NUMBER_RATE,
  MIN_DAILY_CAP,
  MIN_NUMBER_RATE,
} from '../../shared/limits';
import { REGION_SIDES } from '../../shared/platform/region-side';
import { NUMBER_KINDS } from '../../shared/senders/number-kind';
import { declare } from './declare';
import { COUNT, FLAG, oneOf, record, resultsOf, SENDER, TEXT, TIME } from './schemas';

const RATE = { type: 'number', exclusiveMinimum: 0 } as const;
const NEW_RATE = { type: ['number', 'null'], minimum: MIN_NUMBER_RATE, maximum: MAX_NUMBER_RATE } as const;
const STATUS = oneOf(['Active', 'Inactive']);
export const NUMBER = record(
  { number: SENDER, status: STATUS, isDefault: FLAG, createdAt: TIME },
  {
    ...{ kind: oneOf(NUMBER_KINDS), ratePerSecond: RATE, mmsPerSecond: RATE },
    ...{ dailyCap: COUNT, brand: TEXT, leftToday: COUNT, region: oneOf(REGION_SIDES) },
  },
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
  access: { query: ['account'], read: ['pace', 'quota'] },
  answer: { name: 'Numbers', schema: resultsOf(NUMBER), example: { results: [NUMBER_EXAMPLE] } },
});

export const updateNumber = declare({
  operationId: 'updateNumber',
  method: 'PATCH',
  path: 'numbers/{number}',
  scope: 'account:admin',
  summary: 'Change status, kind, rates or daily cap of a number',
  description:
    'A kind stands for its rates, as far as they are not named. `null` takes a rate, cap or brand away. Numbers of one `brand` share the count of a day.',
  access: {
    query: ['account'],
    read: ['pace', 'quota'],
    updateOnly: { account: ['status', 'kind', 'ratePerSecond', 'mmsPerSecond', 'dailyCap', 'brand'] },
  },
  request: {
    schema: record(
      {},
      {
        status: STATUS,
        kind: oneOf(NUMBER_KINDS),
        ratePerSecond: NEW_RATE,
        mmsPerSecond: NEW_RATE,
        dailyCap: { type: ['integer', 'null'], minimum: MIN_DAILY_CAP, maximum: MAX_DAILY_CAP },
        brand: { type: ['string', 'null'], pattern: BRAND_PATTERN },
      },
    ),
    example: { status: 'Inactive' },
  },
  answer: { name: 'AccountNumber', schema: NUMBER, example: NUMBER_EXAMPLE },
  errors: [33110],
});

export const NUMBER_ROUTES = [listNumbers, updateNumber];
