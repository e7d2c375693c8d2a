const ASK_OPERATOR = 'Ask an operator: the Doctor screen says what AWS lacks.';

/** Next steps after a text was not sent, by the reason. */
const ADVICE: Record<string, string> = {
  opted_out: 'Nothing to do: only the person can opt in again, by a text with START.',
  not_opted_in: 'Add the contact to a group, with its consent.',
  review: 'Decide in the inbox if the last text of the person is an opt-out.',
  set_aside: 'The contact’s page says why, and puts the number back.',
  expired: 'Send it again, with a later end or wider hours.',
  too_late: 'Nothing to do: the service answers a text soon or not at all.',
  frequency_cap: 'Wait, or raise the limit of marketing texts in the settings.',
  country_budget: 'Wait until tomorrow, or ask an operator to raise the budget of the country.',
  country_not_enabled: 'Ask an operator to enable the country, if the account is to text there.',
  invalid_number: 'Compare the number with its source, and correct it in a new contact.',
  not_sms_capable: 'Ask the person for a mobile number.',
  destination_blocked: 'The carrier or AWS blocks the number or its country: ask the person to call.',
  destination_not_verified: ASK_OPERATOR,
  sender_not_usable: 'Send from another number; which one suits is on the screen Senders.',
  sender_not_active: 'Choose another number, or ask an operator to make this one active.',
  no_sender_for_country: 'Add a member for the country to the sender, or choose another sender.',
  media_unavailable:
    'Check that the address of the picture opens for anyone, and that the file is not too large.',
  content_rejected: 'Change the text: it breaks a content rule, or has characters that cannot be sent.',
  message_rejected: 'Shorten or change the text, and look at what its values are for this contact.',
  price_too_high: ASK_OPERATOR,
  provider_limit_reached: ASK_OPERATOR,
  provider_access_denied: ASK_OPERATOR,
  provider_misconfigured: ASK_OPERATOR,
  provider_unavailable: 'Send it again later.',
  outcome_unknown: 'Ask the person before you send it again: it may have arrived.',
};

/** Returns what to do about a text that was not sent; `undefined` when there is nothing to do. */
export const adviseOn = (reason: string | undefined): string | undefined => ADVICE[reason ?? ''];

/** Next step after a carrier did not deliver a text. */
export const UNDELIVERED_ADVICE =
  'The phone may be off, full or no mobile phone. Try once more later; if it fails again, ask for another number.';
