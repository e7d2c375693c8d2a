import { USER_SCOPES } from '../../shared/accounts/scopes';
import { MAX_QUOTED_CHARACTERS } from '../../shared/limits';
import { CONTENT_CATEGORIES } from '../../shared/content/rules/content-category';
import { CUSTOM_FIELD_PROBLEMS } from '../../shared/audience/custom-fields/read-custom-fields';
import type { ErrorCode } from '../../shared/errors/error-codes';

/** Contents of the `details` of an error, for the reference; absent for codes that have none. */
interface ErrorDetailsDescription {
  /** JSON Schema; its title is its name in the OpenAPI document. */
  schema: object;
  /** Details of the first cause of the code; absent when that has none. */
  example?: object;
  /** Set when some answers with this code have no details. */
  isOptional?: true;
}

const INDEX = { type: 'integer', minimum: 0, description: '0-based.' };
const TEXT = { type: 'string', maxLength: MAX_QUOTED_CHARACTERS };
const COUNTRY = {
  ...TEXT,
  const: 'country_not_enabled',
  description: 'The number is one, of a country that the account may not text.',
};
const RECIPIENT = closed(
  'RecipientOfError',
  { index: INDEX, value: { ...TEXT, description: 'The number.' } },
  { description: 'Of a batch: the first recipient who has this body.' },
);

export const ERROR_DETAILS: Partial<Record<ErrorCode, ErrorDetailsDescription>> = {
  33003: {
    schema: {
      oneOf: [
        closed(
          'InvalidNumberOfField',
          { field: { ...TEXT, enum: ['to', 'from', 'asContact'] }, reason: COUNTRY },
          { description: 'Of a field of the body.', optional: ['reason'] },
        ),
        closed(
          'InvalidNumbersOfRecipients',
          {
            recipients: list(closed('InvalidRecipient', { index: INDEX, value: TEXT }), 'The first 100.'),
            reason: COUNTRY,
          },
          { description: 'Of recipients of a job.', optional: ['reason'] },
        ),
        closed(
          'InvalidNumberOfPath',
          { reason: COUNTRY },
          { description: 'Of the number in the path, when a text to it would be due.' },
        ),
      ],
      description: 'Absent when the number in the path is not E.164.',
    },
    example: { field: 'to' },
    isOptional: true,
  },
  33012: {
    schema: closed(
      'UsedUpCountryBudget',
      {
        reason: { ...TEXT, const: 'country_budget' },
        country: { ...TEXT, description: 'Its two letters (ISO 3166-1).' },
      },
      { description: 'Of a text to a country whose budget of the day is used up; absent of other quotas.' },
    ),
    isOptional: true,
  },
  33016: {
    schema: closed(
      'InvalidCharacter',
      {
        index: { ...INDEX, description: 'UTF-16 code units before the character.' },
        character: { ...TEXT, description: 'Its code point, as `U+0000`.' },
        recipient: RECIPIENT,
      },
      { optional: ['recipient'] },
    ),
    example: { index: 5, character: 'U+0007' },
  },
  33019: {
    schema: closed(
      'RejectedContent',
      {
        category: { ...TEXT, enum: CONTENT_CATEGORIES },
        match: { ...TEXT, description: 'What was found in the body.' },
        index: { ...INDEX, description: 'UTF-16 code units before it.' },
        length: { type: 'integer', minimum: 0, description: 'Its UTF-16 code units.' },
        recipient: RECIPIENT,
      },
      { optional: ['recipient'] },
    ),
    example: { category: 'alcohol', match: 'whiskey', index: 8, length: 7 },
  },
  33024: {
    schema: closed('RefusedRecipients', {
      recipients: list(
        closed(
          'RefusedRecipient',
          {
            index: INDEX,
            value: { ...TEXT, description: 'The number.' },
            sameAs: { ...INDEX, description: 'Index of the first recipient with this number.' },
          },
          { optional: ['sameAs'] },
        ),
        'The first 100.',
      ),
    }),
    example: { recipients: [{ index: 7, value: '+12125550123', sameAs: 3 }] },
  },
  33111: {
    schema: closed('RefusedState', { status: { ...TEXT, description: 'Of the resource at this moment.' } }),
    example: { status: 'sending' },
  },
  33112: {
    schema: {
      oneOf: [
        closed(
          'MissingScope',
          { scope: { ...TEXT, enum: USER_SCOPES, description: 'What the key or user would need.' } },
          { description: 'Of a key or a role.' },
        ),
        closed(
          'RefusedSession',
          {
            reason: {
              ...TEXT,
              enum: ['account', 'origin'],
              description:
                '`account`: the user does not have the account of `X-Account`. `origin`: `X-Requested-With` is missing, or another site asks.',
            },
          },
          { description: 'Of a session.' },
        ),
      ],
    },
    example: { scope: 'contacts:write' },
    isOptional: true,
  },
  33033: {
    schema: closed('InvalidCustomField', {
      label: { ...TEXT, description: 'As the request spells it.' },
      reason: {
        ...TEXT,
        enum: CUSTOM_FIELD_PROBLEMS,
      },
    }),
    example: { label: 'Topic', reason: 'unknown_label' },
  },
  33100: {
    schema: closed('InvalidFields', {
      errors: list(
        closed('InvalidField', {
          pointer: {
            ...TEXT,
            description:
              'JSON pointer into the body (`/recipients/3/to`), or the name of a query parameter with `?` in front.',
          },
          reason: TEXT,
        }),
        'The first 100.',
      ),
    }),
    example: { errors: [{ pointer: '/to', reason: 'required' }] },
  },
  33199: {
    schema: closed('FailedRequest', { requestId: TEXT }),
    example: { requestId: '4c1f3a52-9f9b-4f5e-8a55-0b7c4b0c2f0e' },
  },
};

function closed(
  title: string,
  properties: Record<string, object>,
  options: { description?: string; optional?: string[] } = {},
) {
  const { description, optional = [] } = options;
  return {
    title,
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

function list(items: object, description: string) {
  return { type: 'array', minItems: 1, maxItems: 100, items, description };
}
