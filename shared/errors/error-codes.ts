export interface ErrorRow {
  status: number;
  name: string;
  /** Message of the code, for every cause. */
  message: string;
  /** Replaces `message` where the error has details; `{name}` stands for one of them. */
  detailed?: string;
  /**
   * Messages that replace `message`, by cause. Code that throws an error with causes, and without `detailed`, has to
   * name one.
   */
  causes?: Readonly<Record<string, string>>;
  /** Values that messages of causes mention besides details; the code that throws the error provides them. */
  mentions?: readonly string[];
}

// Messages of a code that are also those of one of its causes: each bundle has them once.
const NOT_ACTIVE = 'The from number is not in the Active state.';
const QUOTA_REACHED = 'The daily messaging quota is reached.';
const HARD_OPTED_OUT = 'The recipient is hard-opted-out.';
const NOT_JSON = 'The request body is not valid JSON.';
const BODY_TOO_LARGE = 'The request body is too large.';
const KEY_IN_USE = 'A request with this idempotency key is still running.';
const UNAVAILABLE = 'The service is not available at the moment. Retry later.';
const AWS_SILENT = 'AWS does not answer at the moment. Try again.';
const LIMIT_EXCEEDED = 'Rate limit exceeded.';

/**
 * All error codes that the service answers with. This is the only place that sets their HTTP status, name and text.
 * Codes below 33100 are fixed since the first release; those from 33100 on were added by this project.
 *
 * **Source:** rules 7.
 */
export const ERROR_CODES = {
  33001: { status: 401, name: 'AuthenticationFailed', message: 'Authentication failed.' },
  33002: {
    status: 429,
    name: 'RateLimitExceeded',
    message: LIMIT_EXCEEDED,
    causes: {
      requests: LIMIT_EXCEEDED,
      replays: 'Rate limit exceeded for repeats of an idempotency key.',
    },
  },
  33003: {
    status: 400,
    name: 'InvalidPhoneNumber',
    message: 'Invalid phone number: not E.164, such as +12125550123, or of a country that is not enabled.',
    causes: {
      notE164: 'Invalid phone number: not E.164, such as +12125550123.',
      notASender: 'Invalid from: neither E.164, such as +12125550123, nor a short code of 5 or 6 digits.',
      countryNotEnabled: 'The account may not text the country of this phone number.',
    },
  },
  33004: {
    status: 400,
    name: 'SenderNotAssigned',
    message: 'The from number is not assigned to the account.',
  },
  33009: {
    status: 400,
    name: 'SenderNotActive',
    message: NOT_ACTIVE,
    causes: {
      from: NOT_ACTIVE,
      ofGroup: 'The number that sends the texts of the group is not in the Active state.',
      noMember: 'No member of the sender is in the Active state.',
      noMemberForCountry: 'No Active member of the sender serves the country of the recipient.',
    },
  },
  33012: {
    status: 429,
    name: 'DailyQuotaReached',
    message: QUOTA_REACHED,
    causes: {
      reached: QUOTA_REACHED,
      tooMany: 'The daily messaging quota has no room for so many recipients today.',
      countryBudget: 'The texts that the account may send to this country in a UTC day are used up.',
    },
  },
  33016: {
    status: 400,
    name: 'InvalidCharacters',
    message: 'The message body contains unsupported or invalid characters.',
    detailed: 'The message body contains an unsupported or invalid character: {character}.',
  },
  33019: {
    status: 400,
    name: 'ContentViolation',
    message: 'The content violates the compliance rules.',
    detailed: 'The content violates the compliance rules: {category}.',
  },
  33023: {
    status: 402,
    name: 'InsufficientCredits',
    message: 'Insufficient credits.',
    causes: {
      sms: 'Insufficient SMS credits.',
      mms: 'Insufficient MMS credits.',
      smsAndMms: 'Insufficient SMS and MMS credits.',
      spentMeanwhile: 'Insufficient credits: another request has spent them meanwhile.',
      belowZero: 'The account has fewer credits than are to be taken.',
    },
  },
  33024: {
    status: 400,
    name: 'InvalidRecipients',
    message: 'Duplicate phone numbers in recipients, or a recipient without body and mediaUrl.',
    causes: {
      duplicate: 'A phone number occurs twice in recipients.',
      empty: 'A recipient has neither body nor mediaUrl.',
    },
  },
  33028: {
    status: 400,
    name: 'NotOptedIn',
    message: 'Not opted in to any group of the account.',
    causes: {
      recipient: 'The recipient is not opted in to any group of the account.',
      everyRecipient: 'No recipient is opted in to a group of the account.',
      orHardOptedOut:
        'No recipient can be sent to: some are not opted in to any group of the account, the others are hard-opted-out.',
    },
  },
  33029: {
    status: 400,
    name: 'HardOptedOut',
    message: HARD_OPTED_OUT,
    causes: {
      recipient: HARD_OPTED_OUT,
      everyRecipient: 'Every recipient is hard-opted-out.',
    },
  },
  33030: {
    status: 404,
    name: 'ContactNotFound',
    message: 'Contact not found.',
    causes: {
      addressed: 'Contact not found.',
      asContact: 'The contact in asContact is not found.',
      double: 'There is no contact at the number of the double.',
    },
  },
  33031: { status: 404, name: 'GroupNotFound', message: 'Group not found.' },
  33033: {
    status: 400,
    name: 'InvalidCustomField',
    message: 'Invalid custom field.',
    causes: {
      unknown_label: 'Invalid custom field "{label}": there is no field with this label.',
      duplicate_label_input: 'Invalid custom field "{label}": another spelling of it is there too.',
      type_mismatch: 'Invalid custom field "{label}": the value does not have the type of the field.',
      unknown_option: 'Invalid custom field "{label}": "{value}" is not one of its options.',
      duplicate_option: 'Invalid custom field "{label}": an option occurs twice.',
      invalid_date_format: 'Invalid custom field "{label}": the value is not written as YYYY-MM-DD.',
      invalid_calendar_date: 'Invalid custom field "{label}": the value is no day of the calendar.',
      length_exceeded: 'Invalid custom field "{label}": the text is too long.',
    },
    mentions: ['value'],
  },
  33034: { status: 400, name: 'InvalidGroupId', message: 'Invalid group id: expected the form grp_*.' },
  33035: {
    status: 409,
    name: 'ContactHardOptedOut',
    message: 'The contact is hard-opted-out; only the contact can opt in again.',
  },
  33036: {
    status: 409,
    name: 'PendingElsewhere',
    message: 'The contact has pending memberships in other groups.',
  },
  33037: {
    status: 409,
    name: 'ContactAlreadyExists',
    message: 'A contact already exists at this phone number.',
  },
  33038: {
    status: 403,
    name: 'SilentOptInNotAvailable',
    message: 'The SILENT opt-in mode is not available for the account.',
  },
  33100: { status: 400, name: 'InvalidRequest', message: 'The request is invalid.' },
  33101: {
    status: 400,
    name: 'MalformedJson',
    message: NOT_JSON,
    causes: {
      json: NOT_JSON,
      utf8: 'The request body is not valid JSON: it is not in UTF-8.',
      gzip: 'The request body is not valid JSON: it cannot be unpacked with gzip, which Content-Encoding says.',
    },
  },
  33102: {
    status: 415,
    name: 'UnsupportedMediaType',
    message: 'Unsupported media type: send application/json, plain or with Content-Encoding gzip.',
    causes: {
      mediaType: 'Unsupported media type: send application/json or application/…+json.',
      charset: 'Unsupported charset: send UTF-8.',
      encoding: 'Unsupported Content-Encoding: send the body plain or with gzip.',
    },
  },
  33103: {
    status: 413,
    name: 'RequestTooLarge',
    message: BODY_TOO_LARGE,
    causes: {
      body: BODY_TOO_LARGE,
      unpacked: 'The request body is too large when it is unpacked.',
      file: 'The uploaded file is too large.',
    },
  },
  33104: {
    status: 409,
    name: 'IdempotencyKeyInUse',
    message: KEY_IN_USE,
    causes: {
      request: KEY_IN_USE,
      recipient: 'A recipient of a broadcast or batch with this idempotency key is being sent to.',
      restored:
        'A request with this idempotency key was carried out before the service was restored from a backup, and its answer is lost. Nothing is sent under this key again.',
      elsewhere:
        'A request with this idempotency key was carried out in another region, and its message has not arrived in this one.',
    },
  },
  33105: { status: 404, name: 'NoSuchRoute', message: 'There is no such route.' },
  33106: { status: 405, name: 'MethodNotAllowed', message: 'The method is not allowed on this path.' },
  33107: {
    status: 404,
    name: 'NoSuchMessageOrJob',
    message: 'There is no such message or job.',
    causes: {
      message: 'There is no such message.',
      broadcast: 'There is no such broadcast.',
      batch: 'There is no such batch.',
    },
  },
  33108: {
    status: 409,
    name: 'IdempotencyKeyReused',
    message: 'A message to another recipient was sent under this idempotency key.',
  },
  33109: {
    status: 429,
    name: 'OptInRequestLimit',
    message: 'The contact, or the account on this day, has been sent too many opt-in texts.',
    causes: {
      contact: 'The contact has been asked to confirm this group too often.',
      freeTexts:
        'The account has sent all of the opt-in, confirmation and keyword texts that it may in a UTC day.',
    },
  },
  33110: {
    status: 404,
    name: 'NoSuchResource',
    message: 'It does not exist, or it belongs to another account.',
    causes: {
      segment: 'There is no such segment.',
      campaign: 'There is no such campaign.',
      automation: 'There is no such automation.',
      import: 'There is no such import.',
      export: 'There is no such export.',
      erasure: 'There is no such erasure.',
      account: 'There is no such account.',
      user: 'There is no such user.',
      invitation: 'There is no such invitation, or it has ended.',
      key: 'There is no such API key.',
      number: 'There is no such number.',
      sender: 'There is no such sender.',
      field: 'There is no such custom field.',
      link: 'There is no such link.',
      keyword: 'There is no such keyword.',
      form: 'There is no such opt-in form.',
      linkDomain: 'There is no such link domain.',
      endpoint: 'There is no such webhook endpoint.',
      delivery: 'There is no such delivery.',
      conversation: 'There is no such conversation.',
      savedReply: 'There is no such saved reply.',
      review: 'No text of this phone waits for a decision.',
      queue: 'There is no such queue.',
      registration: 'AWS has no such registration.',
    },
  },
  33111: {
    status: 409,
    name: 'InvalidState',
    message: 'The state of the resource does not allow this.',
    detailed: 'The state of the resource does not allow this: its status is {status}.',
    causes: {
      withoutFile: 'The import has no file: upload it first.',
      fileGone: 'The file of the dry run is gone: upload it to a new import.',
      fileReplaced: 'The file was replaced after the dry run: upload it to a new import.',
      contactChanged: 'One of the contacts has changed: look at both again before you merge them.',
      underReview: 'A text of the double may be an opt-out: decide about it before you merge the contacts.',
    },
  },
  33112: {
    status: 403,
    name: 'Forbidden',
    message: 'The key or user lacks the right to do this.',
    causes: {
      scope: 'The key or user lacks the right to do this: {scope}.',
      testList: 'The user sends tests to phones of the test list alone.',
      account: 'The user does not have the account that X-Account names.',
      approvalAbove: 'Only operators raise or clear approvalAbove: administrators set and lower it.',
      origin: 'A page of another site asks.',
      requestedWith: 'X-Requested-With must be console.',
      apiKey: 'An API key cannot approve or reject: a user has to.',
      launcher: 'Who asked for it cannot approve or reject: another user has to.',
      notLauncher: 'Only who asked for the approval writes the note.',
    },
  },
  33113: {
    status: 503,
    name: 'ServiceUnavailable',
    message: UNAVAILABLE,
    causes: {
      unavailable: UNAVAILABLE,
      busy: 'Many requests change the same record at once. Retry later.',
      standby: 'This region is not active. Retry at the address of the service.',
    },
  },
  33114: {
    status: 431,
    name: 'HeadersTooLarge',
    message: 'The request line and the headers are too large.',
  },
  33115: { status: 414, name: 'PathTooLong', message: 'The path and the query are too long.' },
  33116: { status: 408, name: 'RequestTimeout', message: 'The request did not arrive in time.' },
  33117: {
    status: 503,
    name: 'SendingPaused',
    message: 'Sending is paused.',
    causes: {
      service: 'Sending is paused for all accounts.',
      account: 'Sending is paused for the account.',
      number: 'Sending is paused for the from number.',
    },
  },
  33118: {
    status: 403,
    name: 'NotOwned',
    message: 'The account has no right to this.',
    causes: {
      linkDomain:
        'The domain of the link is not one of the link domains of the account: an operator gives it.',
      operator: 'An operator stands above accounts: administrators of an account cannot change one.',
      pause: 'An operator has paused this: only an operator ends it.',
    },
  },
  33119: {
    status: 429,
    name: 'TooManyAtOnce',
    message: 'Too many of these requests are running at once.',
    causes: {
      preview: 'Another preview of a segment or campaign of the account is running.',
      exports: 'Many imports and exports of the account wait for their turn.',
    },
  },
  33120: {
    status: 424,
    name: 'AwsNotReadable',
    message: AWS_SILENT,
    causes: {
      silent: AWS_SILENT,
      throttled: 'AWS takes no more requests at the moment. Try again in a minute.',
      denied: 'The service may not read this from AWS: it lacks {right}.',
      failed: 'AWS answers with {exception}. Try again later.',
    },
    mentions: ['right', 'exception'],
  },
  33199: {
    status: 500,
    name: 'InternalError',
    message: 'Internal error. Retry later; quote the request id if it lasts.',
  },
} as const satisfies Record<number, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_CODES;
type Row = (typeof ERROR_CODES)[ErrorCode];
export type ErrorName = Row['name'];
type RowOf<Name extends ErrorName> = Extract<Row, { name: Name }>;
/** Causes of a code; `never` for a code without causes. */
export type ErrorCause<Name extends ErrorName> =
  RowOf<Name> extends { causes: infer Causes } ? keyof Causes & string : never;
/** True when an error has to name its cause. */
export type IsCauseRequired<Name extends ErrorName> =
  RowOf<Name> extends { causes: unknown } ? (RowOf<Name> extends { detailed: string } ? false : true) : false;

/** Codes by their names, as they are thrown. */
export const CODE_OF = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, { name }]) => [name, Number(code)]),
) as Record<ErrorName, ErrorCode>;
