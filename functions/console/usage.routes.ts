import { OTHER, USAGE_KINDS } from '../../shared/statistics/usage';
import { declare } from './declare';
import { listOf, oneOf, record, TEXT } from './schemas';

/** Month of a calendar of this century. */
export const MONTH_PATTERN = '^20[0-9]{2}-(0[1-9]|1[0-2])$';

// A text that moves to another number after its day leaves the figures of the number: a sum can be below zero.
const FIGURE = { type: 'integer' } as const;
const FIGURES = {
  ...{ texts: FIGURE, parts: FIGURE, credits: record({ sms: FIGURE, mms: FIGURE }) },
  price: { type: 'number' },
};
const DAY = { type: 'string', format: 'date' } as const;
const MONTH = { type: 'string', pattern: MONTH_PATTERN } as const;
const QUERY = [
  {
    name: 'month',
    description: 'In the time zone of the account. Absent: the current month.',
    schema: MONTH,
  },
] as const;
const EXAMPLE = { texts: 1200, parts: 1300, credits: { sms: 2400, mms: 0 }, price: 11.479 };
const ACCESS = { read: ['automation', 'campaign'], query: ['statistics'] } as const;

export const getUsage = declare({
  operationId: 'getUsage',
  method: 'GET',
  path: 'usage',
  scope: 'messages:read',
  summary: 'What a month has cost, by day, campaign or automation, number, and country',
  description:
    'Counts texts that the provider has reported on, on the day of the report. `price` is in US dollars, as receipts tell, and so is `budget`, of the current month. The first 100 of each list, most expensive first; `other`: what the days have no place for, or the provider does not tell, and the rest.',
  access: { read: [...ACCESS.read], query: [...ACCESS.query] },
  query: QUERY,
  answer: {
    name: 'Usage',
    schema: record(
      {
        month: MONTH,
        timeZone: TEXT,
        total: record(FIGURES),
        days: listOf(record({ day: DAY, ...FIGURES })),
        sources: listOf(
          record(
            { kind: oneOf(['campaign', 'automation', ...USAGE_KINDS, OTHER]), ...FIGURES },
            { id: TEXT, name: TEXT },
          ),
        ),
        numbers: listOf(record({ number: TEXT, ...FIGURES })),
        countries: listOf(record({ country: TEXT, ...FIGURES })),
      },
      {
        budget: { type: 'integer', minimum: 1 },
        forecast: record({ basedOnDays: { type: 'integer', minimum: 1 }, ...FIGURES }),
      },
    ),
    example: {
      month: '2026-03',
      timeZone: 'America/Chicago',
      total: EXAMPLE,
      budget: 500,
      forecast: { basedOnDays: 4, ...EXAMPLE },
      days: [{ day: '2026-03-01', ...EXAMPLE }],
      sources: [{ kind: 'campaign', id: 'cmp_01KJMNEX00D4VQ6N2M8XJ1PZRS', name: 'Spring', ...EXAMPLE }],
      numbers: [{ number: '+12065550100', ...EXAMPLE }],
      countries: [{ country: 'US', ...EXAMPLE }],
    },
  },
  errors: [33100],
});

export const exportUsage = declare({
  operationId: 'exportUsage',
  method: 'GET',
  path: 'usage/export',
  scope: 'messages:read',
  summary: 'The usage of a month as CSV',
  description: 'A line for each day and source, each day and number, and each day and country.',
  access: { read: [...ACCESS.read], query: [...ACCESS.query] },
  query: QUERY,
  answer: {
    name: 'UsageFile',
    schema: record({ text: TEXT, month: MONTH }),
    example: {
      text: 'day,by,value,name,texts,parts,SMS credits,MMS credits,price in USD\n',
      month: '2026-03',
    },
  },
  errors: [33100],
});

export const USAGE_ROUTES = [getUsage, exportUsage];
