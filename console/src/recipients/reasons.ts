/** Reason of a text that the provider may or may not have accepted. */
const OUTCOME_UNKNOWN = 'outcome_unknown';

/** Descriptions of the reasons why a recipient received nothing. */
const REASONS: Record<string, string> = {
  opted_out: 'Opted out (STOP)',
  not_opted_in: 'Not opted in to a group any more',
  key_consumed: 'Sent before under the same key',
  key_in_use: 'Another request with the same key was running',
  cancelled: 'Cancelled before their turn',
  erased: 'Contact was erased',
  review: 'Probably opted out; waits for a decision',
  set_aside: 'The number is set aside: it takes no texts',
  expired: 'Too late: not sent before its end',
  too_late: 'An automatic answer that could not be sent in time',
  provider_unavailable: 'The provider took no texts',
  country_budget: 'Enough texts to their country for the day',
  frequency_cap: 'Had enough marketing texts lately',
  invalid_number: 'Not a valid number',
  not_sms_capable: 'The number takes no texts',
  country_not_enabled: 'The account may not text this country',
  destination_blocked: 'The number or its country is blocked',
  destination_not_verified: 'AWS still allows verified numbers only (sandbox)',
  sender_not_usable: 'The sender does not suit this text',
  sender_not_active: 'The sender is not active',
  no_sender_for_country: 'The sender has no member for the country',
  media_unavailable: 'The picture or file could not be fetched',
  price_too_high: 'Costs more than AWS may charge for a text',
  provider_limit_reached: 'AWS has reached a limit',
  provider_access_denied: 'AWS does not let the service send',
  provider_misconfigured: 'AWS is not set up for this text',
  content_rejected: 'The text breaks a content rule',
  message_rejected: 'The text was rejected',
  [OUTCOME_UNKNOWN]: 'Unclear whether it was sent; not repeated',
  left_group: 'No longer in the group',
  exit: 'Met the condition for leaving',
  condition: 'Did not meet the condition of a step',
  missed: 'Was due more than a day before',
  stopped: 'The automation was stopped',
  hours_never_open: 'The hours never open for them',
  join_refused: 'Could not join the group',
  leave_refused: 'Could not leave the group',
  notOptedIn: 'Not opted in to a group',
  hardOptedOut: 'Opted out (STOP)',
  keyConsumed: 'Sent before under the same key',
};

export const describeReason = (reason: string): string => {
  const text = REASONS[reason] ?? reason.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const SKIP_REASONS = new Set([
  'opted_out',
  'not_opted_in',
  'key_consumed',
  'key_in_use',
  'cancelled',
  'erased',
  'review',
  'set_aside',
  'expired',
  'frequency_cap',
  'country_budget',
]);

/** Returns true when a recipient is skipped for a reason: nothing was attempted, and nothing is charged. */
export const isSkipReason = (reason: string | undefined): boolean =>
  reason !== undefined && SKIP_REASONS.has(reason);

export const isUnclear = (reason: string | undefined): boolean => reason === OUTCOME_UNKNOWN;

/** Descriptions of the reasons why a campaign could not begin, and what to do. */
const CAMPAIGN_FAILURES: Record<number, string> = {
  33009: 'Its sender is not active. Choose another number or ask an administrator.',
  33004: 'Its sender is not a number of the account. Choose another number.',
  33012: 'The daily quota would be exceeded. Try again tomorrow, or ask an operator to raise it.',
  33023: 'There are not enough credits. Ask an operator to add some, then launch a copy.',
  33028: 'No contact of the audience could be sent to.',
  33029: 'All contacts of the audience have opted out.',
};

/** @param message the service's own message, when the campaign was read */
export const describeCampaignFailure = (code: number, message?: string): string =>
  CAMPAIGN_FAILURES[code] ?? message ?? `It could not begin (code ${code}).`;
