/** Named limits, each with the section of docs/rules.md that states it. */

// Rules 2.1, 8.2: Unicode code points of the body before substitution.
export const MAX_BODY_CHARACTERS = 640;
// Segments of a resolved text, unless the account has its own limit.
export const DEFAULT_MAX_SEGMENTS = 10;
/** Of a body with its values, in UTF-8: far more than a phone gets, and little enough that 25 of them fit into an item. */
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
// Names that options of a field can have had: they are kept as long as the field.
export const MAX_CUSTOM_FIELD_RENAMES = 1_000;
// Definitions of all fields of an account, as JSON in UTF-8: they are one item of the table, which holds 400 KB.
export const MAX_CUSTOM_FIELDS_BYTES = 380_000;
export const MAX_GROUP_NAME_CHARACTERS = 100;
export const MAX_KEY_NAME_CHARACTERS = 100;

// Rules 4.2, 8.2.
export const MIN_BROADCAST_RECIPIENTS = 100;
export const MAX_BROADCAST_RECIPIENTS = 50_000;
// Rules 4.3, 8.2.
export const MIN_BATCH_RECIPIENTS = 10;
export const MAX_BATCH_RECIPIENTS = 5_000;
// Rules E2, E4: recipients who can still be sent to after a cancellation or a pause is answered.
export const MOST_SENT_AFTER_STOP = 250;

// Rules E3.
export const MAX_AUDIENCE_IDS = 50;
export const MAX_CONDITION_LEAVES = 50;
export const MAX_CONDITION_DEPTH = 5;
export const MAX_SEGMENT_NAME_CHARACTERS = 100;
export const MAX_PREVIEW_SAMPLE = 10;
// Counting an audience for a preview.
export const PREVIEW_AT_MOST_MS = 20_000;
// Rules E3: no preview runs longer, so that one which never ended is passed over. Most end within the shorter time.
export const PREVIEW_LEASE_MS = 30_000;
export const PREVIEW_RETRY_SECONDS = 2;
// Longest text, and days, that a condition compares with.
export const MAX_CONDITION_TEXT_CHARACTERS = 255;
export const MAX_CONDITION_VALUES = 500;
export const MAX_CONDITION_DAYS = 1_000_000;

// Rules E4.
export const MAX_CAMPAIGN_NAME_CHARACTERS = 100;
// The comment of an approval, and the reason of a rejection.
export const MAX_DECISION_CHARACTERS = 1_000;
// How many more recipients than an approval counted it covers.
export const APPROVED_GROWTH_PERCENT = 10;
export const MAX_TEST_NUMBERS = 10;

// Rules E2.
export const MIN_SEARCH_CHARACTERS = 2;
export const MAX_SEARCH_CHARACTERS = 100;
// A page of a list ends after so long, even with nothing.
export const SEARCH_AT_MOST_MS = 2_000;
// A request that delivers webhooks again begins no delivery after so long.
export const REPLAY_AT_MOST_MS = 8_000;
// What one request of an operator puts back of a dead-letter queue, and how long it waits for the timer.
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
  // Answers by an idempotency key, far more than a client that retries gets.
  replay: 600,
  // Rules 8.1: of each user of the console.
  user: 240,
  // Rules 8.1: of each key and each user, for what takes something dangerous away.
  stop: 120,
} as const;
export type RateLimitBucket = keyof typeof RATE_LIMITS;

// Rules E7: a request body, unpacked; that of a broadcast or batch holds every request within the contract.
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_JOB_BODY_BYTES = 32 * 1024 * 1024;
// Deeper and larger than any request that a schema takes.
export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_VALUES = 250_000;

// Rules E7: texts that ask a contact to confirm one group.
export const MAX_CONFIRMATION_TEXTS = 3;
export const CONFIRMATION_TEXTS_WINDOW_MS = 24 * 60 * 60 * 1000;
// Rules 3.3: a STOP is confirmed within this time of the text, or not at all.
export const STOP_CONFIRMED_WITHIN_MS = 5 * 60 * 1000;
// A STOP to a number counts for the account that had it before, too, for this time after it changed hands.
export const TEXTS_ANSWERED_FOR_MS = 90 * 24 * 60 * 60 * 1000;
// Rules E7: a contact's HELP is answered once in this time.
export const HELP_ANSWER_INTERVAL_MS = 60 * 60 * 1000;

// Days that the console's overview shows at most.
export const MAX_OVERVIEW_DAYS = 90;

// Rules 2.7: links of a job whose clicks are told one by one.
export const MAX_LINKS_SHOWN = 100;

// Rules E5: a file to import, as it is uploaded. Rows of it: a worker has time to read so many twice, at 3 µs a row. A plain file of
// 1 GB has fewer, even when a row is nothing but a phone number of 8 digits; only an unpacked file can have more.
export const MAX_IMPORT_FILE_BYTES = 1024 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 120_000_000;
// A packed file, unpacked: in all, and for each of its bytes. Contacts shrink to a tenth; white space shrinks to a thousandth.
export const MAX_UNPACKED_IMPORT_BYTES = 4 * 1024 * 1024 * 1024;
export const MAX_UNPACKING_RATIO = 100;
// Rejected rows that an import tells of itself, besides its file of them.
export const MAX_REJECTED_SAMPLE = 20;
export const MAX_CONSENT_BASIS_CHARACTERS = 500;
export const MAX_MAPPED_COLUMNS = 100;
// Rules E5: imports and exports of an account that wait for their turn; with so many no export is taken. One ends in minutes.
export const MAX_WAITING_TRANSFERS = 20;
export const WAITING_TRANSFERS_RETRY_SECONDS = 60;
// How long the URL of a file works, at most as long as the credentials of the Lambda that signed it.
export const FILE_URL_LIFETIME_SECONDS = 60 * 60;

// Recipients of broadcasts and batches, and opt-in texts, per UTC day, unless the account has its own.
export const DEFAULT_DAILY_QUOTA = 200_000;
// Rules E7: opt-in, confirmation and keyword texts per UTC day, unless the account has its own.
export const DEFAULT_FREE_TEXTS = 1_000;

// Counts and balances that are set, and changes of balances: far from the 2^53 beyond which numbers are not exact.
export const MAX_AMOUNT = 1_000_000_000_000;

// Rules 8.1: message parts a second of a sender number.
export const MIN_NUMBER_RATE = 0.01;
export const MAX_NUMBER_RATE = 10_000;

// Rules E4.6: what marketing sent is counted for 30 days, so that no cap has a longer window.
export const MARKETING_COUNTED_HOURS = 30 * 24;
export const MAX_MARKETING_CAP_HOURS = MARKETING_COUNTED_HOURS;
export const MAX_MARKETING_CAP_MESSAGES = 1_000;

// Rules E2: days that messages, results of recipients, inbound texts and clicks are kept, unless the account has its own.
export const DEFAULT_RETENTION_DAYS = 90;
export const MAX_RETENTION_DAYS = 3_650;
// A job that is paced can run for days: what its workers read is there for at least as long.
export const MIN_JOB_RETENTION_DAYS = 7;

// Rules E6: a session of the console ends so long after its last request, and so long after its sign-in whatever happens.
export const SESSION_IDLE_MS = 8 * 60 * 60 * 1000;
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
// How exactly the last request of a session is known: it is written at most so often.
export const SESSION_SEEN_INTERVAL_MS = 5 * 60 * 1000;
// Rules E6: hours after which an API key can be set to end, and for which a secret can stay valid beside the one that takes its place.
export const MAX_KEY_LIFETIME_HOURS = 10 * 366 * 24;
export const MAX_KEY_OVERLAP_HOURS = 30 * 24;
export const DEFAULT_KEY_OVERLAP_HOURS = 24;
// How long an invitation to an account can be accepted.
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
// How long a sign-in at the issuer may take.
export const SIGN_IN_TIMEOUT_MS = 10 * 60 * 1000;
// Sign-ins from one address in this time; a company may have one address for all of its users.
export const SIGN_IN_WINDOW_MS = 10 * 60 * 1000;
export const SIGN_INS_OF_ADDRESS = 100;
