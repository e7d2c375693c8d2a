/** Named limits, each with the section of docs/rules.md that states it. */

// Rules 2.1, 8.2: Unicode code points of the body before substitution.
export const MAX_BODY_CHARACTERS = 640;
// Segments of a resolved text, unless the account has its own limit.
export const DEFAULT_MAX_SEGMENTS = 10;
export const MAX_SEGMENTS_OF_A_TEXT = 1_000;
/**
 * Limit for a body with its values, in UTF-8: far more than a phone receives, and little enough that 25 of them fit
 * into an item.
 */
export const MAX_RESOLVED_BODY_BYTES = 12_000;
// Rules 2.3, 8.2.
export const MAX_NAME_CHARACTERS = 40;
// RFC 5321 4.5.3.1.3, less the angle brackets of a path.
export const MAX_EMAIL_CHARACTERS = 254;
// Longest values stored for the free-form parts of an address.
export const MAX_ADDRESS_FIELD_CHARACTERS = 255;
// Longest URL accepted as mediaUrl.
export const MAX_MEDIA_URL_CHARACTERS = 2048;

// Rules 2.6, 8.2.
export const MAX_CUSTOM_FIELDS = 7;
// Longest TEXT value; longer gives InvalidCustomField `length_exceeded`.
export const MAX_CUSTOM_TEXT_CHARACTERS = 255;
// Limits of the operator's own definitions.
export const MAX_CUSTOM_FIELD_LABEL_CHARACTERS = 100;
export const MAX_CUSTOM_FIELD_OPTIONS = 200;
// Former names of a field's options, which are kept as long as the field.
export const MAX_CUSTOM_FIELD_RENAMES = 1_000;
// Definitions of all fields of an account, as JSON in UTF-8: they are one item of the table, which can hold 400 KB.
export const MAX_CUSTOM_FIELDS_BYTES = 380_000;
export const MAX_ACCOUNT_NAME_CHARACTERS = 200;
export const MAX_GROUP_NAME_CHARACTERS = 100;
// Rules 4.6: the name that default texts begin with.
export const MAX_BRAND_CHARACTERS = 60;
export const MAX_KEY_NAME_CHARACTERS = 100;
export const MAX_ENDPOINT_DESCRIPTION_CHARACTERS = 100;

// Rules 4.2, 8.2.
export const MIN_BROADCAST_RECIPIENTS = 100;
export const MAX_BROADCAST_RECIPIENTS = 50_000;
// Rules 4.3, 8.2.
export const MIN_BATCH_RECIPIENTS = 10;
export const MAX_BATCH_RECIPIENTS = 5_000;
// Rules E2, E4: recipients who can still receive a message after a cancellation or a pause was answered.
export const MOST_SENT_AFTER_STOP = 250;

// Rules E3.
export const MAX_AUDIENCE_IDS = 50;
export const MAX_AUDIENCE_ID_CHARACTERS = 100;
export const MAX_CONDITION_LEAVES = 50;
export const MAX_CONDITION_DEPTH = 5;
export const MAX_SEGMENT_NAME_CHARACTERS = 100;
export const MAX_PREVIEW_SAMPLE = 10;
// Time for counting an audience for a preview.
export const PREVIEW_AT_MOST_MS = 20_000;
// Rules E3: no preview runs longer, so that one that never ended is ignored. Most end within the shorter time.
export const PREVIEW_LEASE_MS = 30_000;
export const PREVIEW_RETRY_SECONDS = 2;
// Longest text, most values and most days of a condition.
export const MAX_CONDITION_TEXT_CHARACTERS = 255;
export const MAX_CONDITION_VALUES = 500;
export const MAX_CONDITION_DAYS = 1_000_000;

// Rules E4.
export const MAX_CAMPAIGN_NAME_CHARACTERS = 100;
// Rules E4.1: a scheduled campaign with so many recipients selects them ahead, an hour for a million.
export const SELECTED_AHEAD_FROM = 50_000;
export const SELECTION_LEAD_MS_PER_MILLION = 60 * 60 * 1000;
export const LONGEST_SELECTION_LEAD_MS = 24 * 60 * 60 * 1000;
/** Automations of an account that are not stopped, and steps of each. **Source:** rules E10. */
export const MAX_AUTOMATIONS = 100;
export const MAX_AUTOMATION_STEPS = 20;
/** Longest wait of a step, and longest interval between two entries of a person. */
export const MAX_WAIT_DAYS = 365;
// The comment of an approval, and the reason of a rejection.
export const MAX_DECISION_CHARACTERS = 1_000;
// The reason of a pause of sending.
export const MAX_PAUSE_REASON_CHARACTERS = 200;
// Growth of the recipients since an approval that the approval still covers.
export const APPROVED_GROWTH_PERCENT = 10;
export const MAX_TEST_NUMBERS = 10;

// Rules E2.
export const MIN_SEARCH_CHARACTERS = 2;
export const MAX_SEARCH_CHARACTERS = 100;
// Time after which a page of a list ends, even when it is empty.
export const SEARCH_AT_MOST_MS = 2_000;
// Time after which a request that replays webhook deliveries begins no further delivery.
export const REPLAY_AT_MOST_MS = 8_000;
// Messages that one request of an operator redrives from a dead-letter queue, and the time that a request waits for the
// timer.
export const REDRIVEN_AT_MOST = 500;
export const TIMER_AT_MOST_MS = 15_000;

// Rules 4.7, 8.2.
export const DEFAULT_PAGE_LIMIT = 20;
export const MAX_PAGE_LIMIT = 100;
// Recipients of a job on a page.
export const DEFAULT_RECIPIENTS_LIMIT = 100;
export const MAX_RECIPIENTS_LIMIT = 1_000;

// Rules 8.3.
export const MIN_IDEMPOTENCY_KEY_CHARACTERS = 2;
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 100;
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9:@\\-_)(]+$';
export const IDEMPOTENCY_WINDOW_MS = 48 * 60 * 60 * 1000;

// Requests per window, unless the account has its own limit. The first five are rules 8.1, the next two rules E1.
export const RATE_LIMIT_WINDOW_SECONDS = 60;
export const RATE_LIMITS = {
  message: 60,
  broadcast: 1,
  batch: 5,
  contactApiWrite: 150,
  contactApiRead: 150,
  read: 300,
  campaignWrite: 60,
  events: 600,
  // Responses by an idempotency key, far more than a client that retries needs.
  replay: 600,
  // Rules 8.1: requests of each user of the console.
  user: 240,
  // Rules 8.1: stopping requests of each key and each user, such as revoking a key or cancelling a campaign.
  stop: 120,
} as const;
export type RateLimitBucket = keyof typeof RATE_LIMITS;

// Rules E7: limit for a request body, unpacked; that of a broadcast or batch holds every valid request.
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_JOB_BODY_BYTES = 32 * 1024 * 1024;
// Deeper and larger than any request that a schema accepts.
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_VALUES = 250_000;

// Rules E10.6: events that a client reports. `data` is counted in bytes of its JSON.
export const MAX_REPORTED_EVENTS = 100;
export const EVENT_NAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$';
export const MAX_EVENT_KEY_CHARACTERS = 200;
export const MAX_EVENT_DATA_BYTES = 2 * 1024;
export const EVENT_DATA_NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_.-]{0,49}$';
// Time by which a client's clock may be ahead.
export const EVENT_AHEAD_AT_MOST_MS = 5 * 60 * 1000;
// The largest valid request, with room for texts that are written as escapes.
export const MAX_EVENTS_BODY_BYTES = 1024 * 1024;

// Rules E7: texts that ask a contact to confirm one group.
export const MAX_CONFIRMATION_TEXTS = 3;
export const CONFIRMATION_TEXTS_WINDOW_MS = 24 * 60 * 60 * 1000;
// Rules 3.3: a STOP is confirmed within this time of the text, or not at all.
export const STOP_CONFIRMED_WITHIN_MS = 5 * 60 * 1000;
// A STOP to a number also counts for the previous account of the number, for this time after the change.
export const TEXTS_ANSWERED_FOR_MS = 90 * 24 * 60 * 60 * 1000;
// Rules E7: a contact's HELP is answered once in this time.
export const HELP_ANSWER_INTERVAL_MS = 60 * 60 * 1000;

// Rules 3.3: keywords of an account.
export const MAX_KEYWORDS = 50;
export const MAX_KEYWORD_CHARACTERS = 20;
// Rules 3.3: a phone gets the away reply once in this time.
export const AWAY_REPLY_INTERVAL_MS = 24 * 60 * 60 * 1000;
// Rules 3.3: the answer to a keyword, and the away reply, are sent within this time of the text, or not at all.
export const REPLIED_WITHIN_MS = 60 * 60 * 1000;

// Rules 2.8: senders of an account, and their members.
export const MAX_SENDERS = 50;
export const MAX_SENDER_MEMBERS = 50;
export const MAX_SENDER_NAME_CHARACTERS = 100;
/** **Source:** `ProtectConfigurationId` of End User Messaging. */
export const MAX_PROTECTION_CHARACTERS = 256;
export const MAX_OPT_OUT_URL_CHARACTERS = 2048;
// Rules E4.7: addresses that get the e-mails of approvals.
export const MAX_APPROVAL_EMAILS = 10;

// Rules 3.6: saved replies of an account, and notes on conversations.
export const MAX_SAVED_REPLIES = 200;
export const MAX_SAVED_REPLY_TITLE_CHARACTERS = 60;
export const MAX_NOTE_CHARACTERS = 2_000;
export const MAX_NOTES_SHOWN = 100;

// Rules 3.5: opt-in forms of an account, and their texts.
export const MAX_FORMS = 50;
export const MAX_FORM_DESCRIPTION_CHARACTERS = 500;
export const MAX_FORM_FREQUENCY_CHARACTERS = 60;
export const MAX_FORM_URL_CHARACTERS = 1_000;
export const MAX_FORM_BODY_BYTES = 8 * 1024;
// Rules 3.5: posts to forms from a network, and to a form.
export const FORM_POSTS_OF_NETWORK = 20;
export const NETWORK_POSTS_WINDOW_MS = 10 * 60 * 1000;
export const FORM_POSTS = 500;
export const FORM_POSTS_WINDOW_MS = 60 * 60 * 1000;
// A post that may be about a known number is answered no sooner, so that the time does not tell.
export const FORM_ANSWERED_AFTER_MS = 600;
// Time after which a form that cannot send now may be tried again.
export const FORM_RETRY_SECONDS = 60 * 60;

// Most days in the console's overview.
export const MAX_OVERVIEW_DAYS = 90;

// Rules 2.7: most links of a job with clicks listed one by one.
export const MAX_LINKS_SHOWN = 100;

// Rules E5: size of an uploaded file to import, and its rows. A worker has time to read so many rows twice, at 3 µs a
// row. A plain file of 1 GB has fewer, even when a row is nothing but a phone number of 8 digits; only an unpacked file
// can have more.
export const MAX_IMPORT_FILE_BYTES = 1024 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 120_000_000;
// Limits for unpacking a file: total size, and ratio to the packed size. Contacts shrink to a tenth; white space
// shrinks to a thousandth.
export const MAX_UNPACKED_IMPORT_BYTES = 4 * 1024 * 1024 * 1024;
export const MAX_UNPACKING_RATIO = 100;
// Rejected rows in the report of an import, besides its file of them.
export const MAX_REJECTED_SAMPLE = 20;
// Name of an imported file, as long as file systems allow; rejected rows that one correction has, and corrections of
// one import, which are stored in its item.
export const MAX_FILE_NAME_CHARACTERS = 255;
export const MAX_CORRECTED_ROWS = 100;
export const MAX_CORRECTIONS = 50;
export const MAX_CONSENT_BASIS_CHARACTERS = 500;
export const MAX_MAPPED_COLUMNS = 100;
// Rules E5: imports and exports of an account that wait for their turn; with so many an export is refused. One ends in
// minutes.
export const MAX_WAITING_TRANSFERS = 20;
export const WAITING_TRANSFERS_RETRY_SECONDS = 60;
// Lifetime of the URL of a file, at most that of the credentials of the Lambda function that signed it.
export const FILE_URL_LIFETIME_SECONDS = 60 * 60;

// Recipients of broadcasts and batches, and opt-in texts, per UTC day, unless the account has its own.
export const DEFAULT_DAILY_QUOTA = 200_000;
// Rules E7: opt-in, confirmation and keyword texts per UTC day, unless the account has its own.
export const DEFAULT_FREE_TEXTS = 1_000;
/** Texts to a country in a UTC day are a jump beyond this many times the daily average of so many days before. **Source:** rules E7. */
export const COUNTRY_JUMP_FACTOR = 10;
export const COUNTRY_JUMP_DAYS = 7;
/** Texts to a country in a UTC day that are never a jump. **Source:** rules E7. */
export const COUNTRY_JUMP_FLOOR = 200;

// Limit for counts, balances and their changes, far below 2^53, beyond which numbers are not exact.
export const MAX_AMOUNT = 1_000_000_000_000;

// Rules 8.1: message parts per second of a sender number.
export const MIN_NUMBER_RATE = 0.01;
export const MAX_NUMBER_RATE = 10_000;
// Rules 8.1: parts in a day of a brand. The longest text has fewer parts than the lowest cap, so that each fits into a day.
export const MIN_DAILY_CAP = 20;
export const MAX_DAILY_CAP = 100_000_000;
/** Form of the name of a brand whose numbers share a daily cap. */
export const BRAND_PATTERN = '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$';

// Rules E4.6: marketing messages are counted for 30 days, so no cap has a longer window.
export const MARKETING_COUNTED_HOURS = 30 * 24;
export const MAX_MARKETING_CAP_HOURS = MARKETING_COUNTED_HOURS;
export const MAX_MARKETING_CAP_MESSAGES = 1_000;

// Rules E2: days for which messages, results of recipients, inbound texts and clicks are kept, unless the account has
// its own.
export const DEFAULT_RETENTION_DAYS = 90;
export const MAX_RETENTION_DAYS = 3_650;
// A paced job can run for days, so what its workers read is kept for at least as long.
export const MIN_JOB_RETENTION_DAYS = 7;

// Rules E6: a session of the console ends this long after its last request, and in any case this long after its
// sign-in.
export const SESSION_IDLE_MS = 8 * 60 * 60 * 1000;
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
// Precision of a session's last request: it is written at most once in this time.
export const SESSION_SEEN_INTERVAL_MS = 5 * 60 * 1000;
// Rules E6: longest lifetime of an API key, and longest time for which its former secret stays valid after a rotation.
export const MAX_KEY_LIFETIME_HOURS = 10 * 366 * 24;
export const MAX_KEY_OVERLAP_HOURS = 30 * 24;
export const DEFAULT_KEY_OVERLAP_HOURS = 24;
// Time for which an invitation to an account can be accepted.
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
// Time for a sign-in at the issuer.
export const SIGN_IN_TIMEOUT_MS = 10 * 60 * 1000;
// Sign-ins from one IP address in this time; a company may have one address for all of its users.
export const SIGN_IN_WINDOW_MS = 10 * 60 * 1000;
export const SIGN_INS_OF_ADDRESS = 100;

// Bounds of answers that nothing narrower sets: an item of the table has at most 400 KB, of which an entry of a list takes
// more than 40 bytes.
export const MAX_ITEM_CHARACTERS = 400 * 1024;
export const MAX_ITEM_ENTRIES = 10_000;
// An id: its prefix, and up to 64 characters.
export const MAX_ID_CHARACTERS = 'grp_'.length + 64;
// A phone number in E.164 form with its plus sign; a short code has fewer.
export const MAX_NUMBER_CHARACTERS = 16;
// Details of the provider: its id of a message, and what a carrier says.
export const MAX_PROVIDER_ID_CHARACTERS = 256;
export const MAX_CARRIER_REASON_CHARACTERS = 200;
// Type of an error, and what the service says of one in a sentence of its own.
export const MAX_ERROR_TYPE_CHARACTERS = 64;
export const MAX_SENTENCE_CHARACTERS = 1_000;
// The message of an error: a sentence, and the first thing that is wrong.
export const MAX_ERROR_MESSAGE_CHARACTERS = 2_000;
// Text of a request that an error quotes; more is cut off.
export const MAX_QUOTED_CHARACTERS = 1_000;
// Warnings of a text: at most 128 tags fit into a body, and a campaign has some of its own.
export const MAX_WARNINGS = 150;
// Name of a run of an automation.
export const MAX_RUN_CHARACTERS = '2026-12-01T10:00'.length;
// A registered link, `<domain>/<path>`.
export const MAX_LINK_CHARACTERS = 200;
// Name of a time zone, and how many there can be.
export const MAX_TIME_ZONE_CHARACTERS = 100;
export const MAX_TIME_ZONES = 1_000;
// A signed URL of a file, and the address of an explanation.
export const MAX_FILE_URL_CHARACTERS = 8_192;
export const MAX_PAGE_URL_CHARACTERS = 2_048;
// Columns of a file that an import did not read, and the beginning of a name or value of a file.
export const MAX_IGNORED_COLUMNS = 100;
export const MAX_COLUMN_CHARACTERS = 200;
export const MAX_CELL_TOLD_CHARACTERS = 61;
// Path and query of a request together, in bytes; a longer one is refused (33115).
export const MAX_TARGET_BYTES = 8_192;
// Days for which the line type of a number is not asked for again, and what AWS charges for a look-up, in US dollars.
// **Source:** rules E11.1; the price is that of Pinpoint's phone number validation, see docs/aws-setup.md.
export const LOOK_UP_KEPT_DAYS = 90;
export const LOOK_UP_DOLLARS = 0.006;
