const TIMESTAMP = { $ref: '#/components/schemas/Timestamp' } as const;

const ERASURE_ID = { $ref: '#/components/schemas/ErasureId' } as const;

/** **Source:** rules E2. */
export const ERASURE_SCHEMA = {
  description: 'The erasure of a person. Its `status` says which fields it has.',
  oneOf: [
    {
      type: 'object',
      description: 'Nothing is sent to the person any more; what is stored is being removed.',
      properties: {
        id: ERASURE_ID,
        status: { type: 'string', const: 'running' },
        requestedAt: TIMESTAMP,
      },
      required: ['id', 'status', 'requestedAt'],
      additionalProperties: false,
    },
    {
      type: 'object',
      description: 'Everything is removed.',
      properties: {
        id: ERASURE_ID,
        status: { type: 'string', const: 'completed' },
        requestedAt: TIMESTAMP,
        completedAt: TIMESTAMP,
      },
      required: ['id', 'status', 'requestedAt', 'completedAt'],
      additionalProperties: false,
    },
  ],
} as const;
