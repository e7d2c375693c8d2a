/**
 * Every error code that the service answers with: the single place that fixes its HTTP status, its name and its text.
 *
 * Codes below 33100 are fixed since the first release; those from 33100 on were added by this project.
 *
 * **Source:** rules 7.
 */
export const ERROR_CODES = {
  33001: { status: 401, name: 'AuthenticationFailed', message: 'Authentication failed.' },
  33002: { status: 429, name: 'RateLimitExceeded', message: 'Rate limit exceeded.' },
  33003: {
    status: 400,
    name: 'InvalidPhoneNumber',
    message: 'Invalid phone number: not E.164, such as +12125550123, or of a country that is not enabled.',
  },
  33004: {
    status: 400,
    name: 'SenderNotAssigned',
    message: 'The from number is not assigned to the account.',
  },
  33009: { status: 400, name: 'SenderNotActive', message: 'The from number is not in the Active state.' },
  33012: { status: 429, name: 'DailyQuotaReached', message: 'The daily messaging quota is reached.' },
  33016: {
    status: 400,
    name: 'InvalidCharacters',
    message: 'The message body contains unsupported or invalid characters.',
  },
  33019: { status: 400, name: 'ContentViolation', message: 'The content violates the compliance rules.' },
  33023: { status: 402, name: 'InsufficientCredits', message: 'Insufficient credits.' },
  33024: {
    status: 400,
    name: 'InvalidRecipients',
    message: 'Duplicate phone numbers in recipients, or a recipient without body and mediaUrl.',
  },
  33028: { status: 400, name: 'NotOptedIn', message: 'Not opted in to any group of the account.' },
  33029: { status: 400, name: 'HardOptedOut', message: 'The recipient is hard-opted-out.' },
  33030: { status: 404, name: 'ContactNotFound', message: 'Contact not found.' },
  33031: { status: 404, name: 'GroupNotFound', message: 'Group not found.' },
  33033: { status: 400, name: 'InvalidCustomField', message: 'Invalid custom field.' },
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
  33101: { status: 400, name: 'MalformedJson', message: 'The request body is not valid JSON.' },
  33102: {
    status: 415,
    name: 'UnsupportedMediaType',
    message: 'Unsupported media type: send application/json, plain or with Content-Encoding gzip.',
  },
  33103: { status: 413, name: 'RequestTooLarge', message: 'The request body is too large.' },
  33104: {
    status: 409,
    name: 'IdempotencyKeyInUse',
    message: 'A request with this idempotency key is still running.',
  },
  33105: { status: 404, name: 'NoSuchRoute', message: 'There is no such route.' },
  33106: { status: 405, name: 'MethodNotAllowed', message: 'The method is not allowed on this path.' },
  33107: { status: 404, name: 'NoSuchMessageOrJob', message: 'There is no such message or job.' },
  33108: {
    status: 409,
    name: 'IdempotencyKeyReused',
    message: 'A message to another recipient was sent under this idempotency key.',
  },
  33109: {
    status: 429,
    name: 'OptInRequestLimit',
    message: 'The contact has been asked to confirm this group too often.',
  },
  33110: {
    status: 404,
    name: 'NoSuchResource',
    message: 'It does not exist, or it belongs to another account.',
  },
  33111: {
    status: 409,
    name: 'InvalidState',
    message: 'The state of the resource does not allow this.',
  },
  33112: { status: 403, name: 'Forbidden', message: 'The key or user lacks the right to do this.' },
  33113: {
    status: 503,
    name: 'ServiceUnavailable',
    message: 'The service is not available at the moment. Retry later.',
  },
  33114: {
    status: 431,
    name: 'HeadersTooLarge',
    message: 'The request line and the headers are too large.',
  },
  33115: { status: 414, name: 'PathTooLong', message: 'The path and the query are too long.' },
  33116: { status: 408, name: 'RequestTimeout', message: 'The request did not arrive in time.' },
  33199: {
    status: 500,
    name: 'InternalError',
    message: 'Internal error. Retry later; quote the request id if it lasts.',
  },
} as const satisfies Record<number, { status: number; name: string; message: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
export type ErrorName = (typeof ERROR_CODES)[ErrorCode]['name'];

/** Codes by their names, as code throws them. */
export const CODE_OF = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, { name }]) => [name, Number(code)]),
) as Record<ErrorName, ErrorCode>;
