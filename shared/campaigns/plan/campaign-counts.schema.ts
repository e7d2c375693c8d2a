/**
 * Counts of a campaign's recipients. A file of its own: the console's functions show them, and need no other answer of
 * campaigns.
 *
 * **Source:** rules E4.8.
 */
export const CAMPAIGN_COUNTS = {
  type: 'object',
  description:
    'Recipients. `sent + failed + skipped + pending = selected`; all are 0 before the audience is taken.',
  properties: {
    selected: { type: 'integer', minimum: 0 },
    pending: { type: 'integer', minimum: 0 },
    sent: { type: 'integer', minimum: 0 },
    failed: { type: 'integer', minimum: 0 },
    skipped: { type: 'integer', minimum: 0 },
    delivered: { type: 'integer', minimum: 0 },
    undelivered: { type: 'integer', minimum: 0 },
    read: {
      type: 'integer',
      minimum: 0,
      description: 'Delivered messages that were opened; only RCS reports it.',
    },
    clicked: { type: 'integer', minimum: 0, description: 'People, without link previews and bots.' },
    optedOut: {
      type: 'integer',
      minimum: 0,
      description: 'People who texted STOP within 24 hours of the message.',
    },
  },
  required: [
    'selected',
    'pending',
    'sent',
    'failed',
    'skipped',
    'delivered',
    'undelivered',
    'read',
    'clicked',
    'optedOut',
  ],
  additionalProperties: false,
} as const;
