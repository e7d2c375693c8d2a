import { ERROR_CODES } from '../../errors/error-codes';
import type { InvalidField } from '../../errors/error-details';
import { describePlace } from '../../errors/error-message';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Body of an error of the service. */
export interface ServiceErrorBody {
  code: number;
  message: string;
  status: number;
  details?: { field?: unknown; errors?: InvalidField[] };
}

/** Request in Twilio's words, as far as its errors quote it. */
export interface AskedOf {
  path: string;
  parameters: URLSearchParams;
}

interface TwilioError {
  status: number;
  code: number;
  message: string;
}

/** Returns an error of the service as Twilio's, with the same HTTP status unless Twilio has another one. */
export function toTwilioError(error: ServiceErrorBody, asked: AskedOf): TwilioError & { more_info: string } {
  const translated = translate(error, asked);
  return { ...translated, more_info: `https://www.twilio.com/docs/errors/${translated.code}` };
}

/** Twilio's codes of errors that need no further look, by the codes of the service. */
const CODES: Readonly<Record<number, number>> = {
  33002: 20429,
  33004: 21606,
  33009: 21606,
  33019: 30007,
  33023: 30002,
  33028: 21610,
  33029: 21610,
  33112: 20003,
  33113: 20503,
  33116: 20503,
  33117: 20503,
  33199: 20500,
};
/** Code for requests that Twilio has no code of its own for. */
const INVALID_PARAMETER = 20001;
const NO_SERVICE: TwilioError = {
  status: 404,
  code: 21701,
  message: 'The Messaging Service does not exist.',
};

function translate(error: ServiceErrorBody, asked: AskedOf): TwilioError {
  const { code, status, message } = error;
  switch (code) {
    case 33001:
      return { status, code: 20003, message: 'Authenticate' };
    case 33003:
      return phoneError(error, asked);
    case 33004:
      return isOfService(asked) ? NO_SERVICE : { status, code: CODES[code] ?? INVALID_PARAMETER, message };
    case 33100:
      return invalidRequestError(error);
    case 33102:
      return { status, code: INVALID_PARAMETER, message: `Send the request as ${FORM_TYPE}.` };
    case 33105:
    case 33106:
    case 33107:
      return { status: 404, code: 20404, message: `The requested resource ${asked.path} was not found` };
    default:
      return { status, code: CODES[code] ?? INVALID_PARAMETER, message };
  }
}

/** Returns true for a message from a sender, whichever of its numbers that chooses. */
const isOfService = ({ parameters }: AskedOf) =>
  (parameters.get('From') ?? '') === '' && (parameters.get('MessagingServiceSid') ?? '') !== '';

function phoneError({ status, message, details }: ServiceErrorBody, asked: AskedOf): TwilioError {
  const { parameters } = asked;
  if (message === ERROR_CODES[33003].causes.countryNotEnabled) return { status, code: 21408, message };
  if (details?.field === 'from') {
    if (isOfService(asked)) return NO_SERVICE;
    return { status, code: 21212, message: `Invalid From Number: ${parameters.get('From') ?? ''}` };
  }
  return { status, code: 21211, message: `Invalid 'To' Phone Number: ${parameters.get('To') ?? ''}` };
}

/** Codes of invalid fields, the first that an error has; `when` further limits an entry to reasons. */
const FIELDS: ReadonlyArray<TwilioError & { pointer: string; when?: RegExp }> = [
  {
    ...{ pointer: '/to', when: /^required/, status: 400, code: 21604 },
    message: "A 'To' phone number is required.",
  },
  {
    ...{ pointer: '/from', when: /^required/, status: 400, code: 21603 },
    message: "A 'From' phone number is required.",
  },
  {
    ...{ pointer: '/body', when: /^required/, status: 400, code: 21619 },
    message: 'A text message body or media urls must be specified.',
  },
  {
    ...{ pointer: '/body', status: 400, code: 21617 },
    message: 'The concatenated message body exceeds the limit of 640 characters.',
  },
  {
    ...{ pointer: '/mediaUrl', when: /string/, status: 400, code: 21623 },
    message: 'Number of media files exceeds allowed limit: 1.',
  },
  { pointer: '/mediaUrl', status: 400, code: 21620, message: 'Invalid media URL.' },
  {
    ...{ pointer: '/statusCallback', status: 400, code: 21609 },
    message: 'The StatusCallback URL is not a valid URL.',
  },
];

function invalidRequestError({ status, message, details }: ServiceErrorBody): TwilioError {
  const errors = details?.errors ?? [];
  const known = FIELDS.find(({ pointer, when }) =>
    errors.some((error) => error.pointer === pointer && (when?.test(error.reason) ?? true)),
  );
  if (known) return { status: known.status, code: known.code, message: known.message };
  const [first] = errors;
  return { status, code: INVALID_PARAMETER, message: first ? describeParameter(first) : message };
}

/** Names the parameter of the request instead of the field of the service. */
function describeParameter({ pointer, reason }: InvalidField): string {
  const field = pointer.replace(/^[/?]/, '');
  // A page is named by a token, which the service calls a cursor and explains as such.
  if (field === 'cursor') return 'PageToken is not of this list: follow next_page_uri of the page before.';
  return `${describePlace({ pointer: PARAMETERS[field] ?? field, reason })}.`;
}

/** Names of parameters, by the fields of the service whose name differs from theirs. */
const PARAMETERS: Readonly<Record<string, string>> = {
  to: 'To',
  from: 'From',
  body: 'Body',
  limit: 'PageSize',
  validityPeriod: 'ValidityPeriod',
};
