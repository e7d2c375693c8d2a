import { MAX_AMOUNT } from '../../shared/limits';

/** Short forms of JSON Schema for the console's requests and responses. */
export const TEXT = { type: 'string' } as const;
export const TIME = { $ref: '#/components/schemas/Timestamp' } as const;
export const PHONE = { $ref: '#/components/schemas/PhoneNumber' } as const;
export const SENDER = { $ref: '#/components/schemas/Sender' } as const;
export const GROUP_ID = { $ref: '#/components/schemas/GroupId' } as const;
export const MESSAGE_ID = { $ref: '#/components/schemas/MessageId' } as const;
export const CREDITS = { $ref: '#/components/schemas/Credits' } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const FLAG = { type: 'boolean' } as const;

export const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values }) as const;
export const listOf = (items: object) => ({ type: 'array', items }) as const;

/** Builds the schema of a closed object. */
export function record(required: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  } as const;
}

export const resultsOf = (items: object) => record({ results: listOf(items) }, { nextCursor: TEXT });

/** Count that a request sets. */
export const AMOUNT = { ...COUNT, maximum: MAX_AMOUNT } as const;

/** Builds the schema of a text in a request that can be stored unchanged. */
export const textOf = (most: number) =>
  ({ type: 'string', minLength: 1, maxLength: most, format: 'text' }) as const;
/** Longer than any id of the service. */
export const MAX_ID_CHARACTERS = 200;
export const EVIDENCE = record({}, { evidence: textOf(1_000) });
