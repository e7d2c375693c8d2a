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
  pattern: '^(\\+[1-9]\\d{6,14}|\\d{5,6}|snd_[0-9A-Za-z]{1,64})$',
  description: 'E.164, a short code of 5 to 6 digits, or the id of a sender.',
  examples: ['+12065550100', '12345', 'snd_01KJMNEX00S4W8RTZB2Q6FY9VH'],
} as const;
