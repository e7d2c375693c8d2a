import type { ErrorCode } from '../../shared/errors/error-codes';

/** Advice to callers for each error code, for the reference. A code without advice does not compile. */
export const ERROR_ADVICE: Record<ErrorCode, string> = {
  33001:
    'Send HTTP Basic credentials: the id of an API key as user name, its secret as password. The key may have been revoked.',
  33002: 'Wait for the seconds that Retry-After says. RateLimit tells with every answer how much is left.',
  33003:
    'Send a plus sign, the country code and the number, without spaces. details names the field of the body, or the recipients; without details it is the number in the path. Only with reason country_not_enabled is the number right: the operator has to enable its country for the account.',
  33004: 'Send from a number that the operator has assigned to this account.',
  33009:
    'The operator has to set the number to Active: the one in from, or the one that sends the texts of the group.',
  33012:
    'Go on after Retry-After, on the next day in UTC, or have the operator raise the quota; with reason country_budget, the budget of the country. When nobody expected so many texts to that country, find out first who caused them.',
  33016:
    'Take out the character that details names: control characters and broken surrogate pairs cannot be sent.',
  33019: 'Change the text: details tells the category. The operator can exempt an account from a category.',
  33023: 'Have the operator add credits. dryRun: true tells beforehand what a send costs.',
  33024:
    'details names the recipients: leave each number in once, and give each recipient of a batch a body or a mediaUrl.',
  33028:
    'Add the contact to a group first. The membership must be active: one that waits for a YES does not count.',
  33029: 'Nothing may be sent. Only the recipient can lift this, by a text with START or YES.',
  33030: 'Create the contact first, with POST on the same path.',
  33031: 'Look the id up with GET /api/v1/groups. Groups of other accounts are not found.',
  33033:
    'details has the label and the reason. GET /api/v1/contacts/custom-fields/schema lists fields, types and options.',
  33034: 'Send the id of a group as the list of groups tells it.',
  33035: 'Only the contact can opt in again, by a text with START or YES.',
  33036: 'Wait for the contact’s YES, or remove the pending memberships with DELETE.',
  33037: 'Change the contact with PATCH instead.',
  33038: 'Use DIRECT or CONFIRM, or have the operator allow SILENT for the account.',
  33100: 'details.errors has a JSON pointer and a reason for each place.',
  33101: 'Send one JSON value in UTF-8; if it is packed with gzip, as application/vnd.messaging+json.',
  33102:
    'Set Content-Type to application/json or application/…+json; of charsets only UTF-8, of encodings only gzip is understood, with application/vnd.messaging+json.',
  33103:
    'Send at most 64 KB, and to broadcast and batch at most 32 MB, counted after unpacking. Large requests have to be packed with gzip.',
  33104: 'Repeat the request after Retry-After: it then gets the answer of the first one.',
  33105: 'Compare the path with the reference.',
  33106: 'Use a method that the header Allow lists.',
  33107: 'Check the id. Messages and jobs of other accounts are not found, and jobs expire.',
  33108:
    'Send a new key. A recipient of a broadcast or batch, with another number, was sent to under this one within the last 48 hours.',
  33109:
    'Wait for the seconds that Retry-After says: a contact is asked at most 3 times in 24 hours to confirm a group. Removing the membership in between does not start over. When the account has no free texts left, go on on the next day in UTC, or have the operator raise the bound with account set --free-texts.',
  33110: 'Check the id. Resources of other accounts are not found.',
  33111: 'Read the resource again: details has its status, and the reference says what each status allows.',
  33112:
    'Use an API key that has the scope in details, or one without scopes; the operator makes it with key create.',
  33113: 'Repeat the request later, with the same idempotencyKey; after Retry-After where there is one.',
  33114: 'Send fewer or shorter headers: request line and headers together have at most 10,240 bytes.',
  33115: 'Send a shorter path and query: together they have at most 8,192 bytes.',
  33116: 'Send the request again, with the same idempotencyKey.',
  33117:
    'Repeat the request, with the same idempotencyKey, once sending goes on; the event messaging.sending.resumed says when.',
  33118:
    'Ask the operator: the account can be given the right, such as a link domain with account link-domain add, or has it by another name.',
  33119: 'Repeat the request after Retry-After: the one before it has ended by then, or soon after.',
  33120:
    'Repeat the request. When the message names a right, deploy the stack again, or give the role of the function the right.',
  33199: 'Repeat the request with the same idempotencyKey. If it lasts, give the operator details.requestId.',
};
