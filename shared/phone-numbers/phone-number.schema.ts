/** **Source:** rules 2.1, 2.3. */
export const PHONE_NUMBER_SCHEMA = {
  type: 'string',
  pattern: '^\\+[1-9]\\d{6,14}$',
  description: 'E.164, of a length that its country has.',
  examples: ['+12125550123'],
} as const;

/** **Source:** rules 2.1. */
export const SENDER_SCHEMA = {
  type: 'string',
  pattern: '^(\\+[1-9]\\d{6,14}|\\d{5,6})$',
  description: 'E.164, or a short code of 5 to 6 digits.',
  examples: ['+12065550100', '12345'],
} as const;
