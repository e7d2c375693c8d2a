import type { ErrorCode } from '../../shared/errors/error-codes';
import type { HttpMethod } from '../../shared/http/route';

/** Cause of an error in words, and a request that it answers. */
export interface ErrorCase {
  /** CommonMark. */
  cause: string;
  request: {
    /** A method that no route has, only for the error that says so. */
    method: HttpMethod | 'PUT';
    path: string;
    headers?: Readonly<Record<string, string>>;
    /** A text is sent as it is. */
    body?: object | string;
  };
  /** Header fields of the answer besides those of every answer. */
  answerHeaders?: Readonly<Record<string, string>>;
}

const TO = '+12125550123';
const FROM = '+12065550100';
const GROUP = 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN';
const MESSAGE_PATH = '/api/v1/messaging/message';
const CONTACT_PATH = `/api/v1/contacts/by-phone/${TO}`;
const MEMBERSHIP_PATH = `${CONTACT_PATH}/groups/${GROUP}`;
const LATER = { 'Retry-After': '30' };

const send = (change: object = {}): ErrorCase['request'] => ({
  method: 'POST',
  path: MESSAGE_PATH,
  body: { to: TO, from: FROM, body: 'Your order is ready.', ...change },
});
const enrol = (optInMode: 'DIRECT' | 'CONFIRM' | 'SILENT'): ErrorCase['request'] => ({
  method: 'POST',
  path: MEMBERSHIP_PATH,
  body: { optInMode },
});
/** Batch of ten recipients, the smallest that there is, with a change of its recipients. */
const batch = (change: (recipients: object[]) => object[] = (recipients) => recipients) => ({
  method: 'POST' as const,
  path: '/api/v1/messaging/batch',
  body: {
    from: FROM,
    recipients: change(
      Array.from({ length: 10 }, (_, index) => ({
        to: `+1212555012${index}`,
        body: `Your number is ${index + 1}.`,
      })),
    ),
  },
});

/** Cause and example of each error code, for its page. A code without one does not compile. */
export const ERROR_CASES: Record<ErrorCode, ErrorCase> = {
  33001: {
    cause:
      'The request has no credentials, or the service does not know them: the id or the secret of the key is mistyped, the key was revoked or has expired, or the account was closed.',
    request: { method: 'GET', path: '/api/v1/groups', headers: { Authorization: 'Basic a2V5X3g6d3Jvbmc=' } },
    answerHeaders: { 'WWW-Authenticate': 'Basic realm="messaging", charset="UTF-8"' },
  },
  33002: {
    cause:
      'The account has made as many requests in the current window as the bucket of the route allows. Each route of the reference names its bucket. The request changed nothing and was not counted.',
    request: send(),
    answerHeaders: LATER,
  },
  33003: {
    cause:
      'A phone number in the body or in the path is not E.164, or it belongs to a country to which the account may not send. Texts that ask for or confirm an opt-in go to the countries of the account’s own numbers as long as the operator has enabled none.',
    request: send({ to: '(212) 555-0123' }),
  },
  33004: {
    cause:
      'No number, and no sender (`snd_…`), with the value of `from` belongs to the account of the API key.',
    request: send({ from: '+12065550199' }),
  },
  33009: {
    cause:
      'The account has the number, but it is not Active: it is still being set up, or the operator has disabled it. For a sender, no Active member serves the country of the recipient.',
    request: send(),
  },
  33012: {
    cause:
      'The account may send to a number of recipients in a UTC day, and has used them up, or the job has more recipients than are left. Or a text goes to a country whose budget of the day is used up.',
    request: batch(),
    answerHeaders: { 'Retry-After': '18000' },
  },
  33016: {
    cause: 'The body has a control character, such as U+0007, or half of a surrogate pair.',
    request: send({ body: 'Hello\u0007' }),
  },
  33019: {
    cause:
      'The body has content that carriers refuse: sex, hate, alcohol, firearms, tobacco, or a link that looks like phishing.',
    request: send({ body: 'We have whiskey at half price.' }),
  },
  33023: {
    cause: 'The balance of the account is lower than what the send costs. Nothing was sent or charged.',
    request: send(),
  },
  33024: {
    cause:
      'Two recipients of the job have the same phone number, or a recipient of a batch has neither `body` nor `mediaUrl`.',
    request: batch((recipients) =>
      recipients.map((one, index) => (index === 7 ? { ...recipients[3] } : one)),
    ),
  },
  33028: {
    cause:
      'The recipient is in no group of the account. A broadcast or batch drops such recipients, and is refused when it has no other recipients.',
    request: send(),
  },
  33029: {
    cause: 'The recipient has texted STOP, or was opted out in another way that only the recipient can undo.',
    request: send(),
  },
  33030: {
    cause: 'The account has no contact with the phone number in the path.',
    request: { method: 'GET', path: CONTACT_PATH },
  },
  33031: {
    cause: 'The account has no group with this id: it was deleted, or it belongs to another account.',
    request: { method: 'GET', path: `/api/v1/groups/${GROUP}` },
  },
  33033: {
    cause:
      '`customFields` has a label that the account does not define, or a value that its field does not take. `details.reason` says which of the messages below applies.',
    request: { method: 'PATCH', path: CONTACT_PATH, body: { customFields: { Topic: ['News'] } } },
  },
  33034: {
    cause:
      'A group id does not begin with `grp_`, or has another length: often the name of a group in place of its id.',
    request: { method: 'GET', path: '/api/v1/groups/Customers' },
  },
  33035: {
    cause:
      'The contact has texted STOP, or was opted out in another way that only the contact can undo. No `optInMode` changes that.',
    request: enrol('DIRECT'),
  },
  33036: {
    cause:
      'The contact was asked to confirm another group and has not answered. A YES could not be told apart if two groups waited for it.',
    request: enrol('CONFIRM'),
  },
  33037: {
    cause: 'The account already has a contact with the phone number in the path.',
    request: { method: 'POST', path: CONTACT_PATH, body: { firstName: 'Ada' } },
  },
  33038: {
    cause:
      'Only accounts to which the operator has given this capability may enrol without a text to the contact.',
    request: enrol('SILENT'),
  },
  33100: {
    cause:
      'The body or the query does not have the form that the reference shows: a field is missing or unknown, or a value has another type, length or form.',
    request: { ...send(), body: { from: FROM, body: 'Your order is ready.' } },
  },
  33101: {
    cause:
      'The body is not JSON in UTF-8, or it is compressed and the content type says `application/json`, so that API Gateway changes it on the way.',
    request: { ...send(), body: `{"to": "${TO}", "from": "${FROM}", "body": "Your order` },
  },
  33102: {
    cause:
      'The content type is not JSON, the charset is not UTF-8, or the body has another encoding than gzip.',
    request: {
      ...send(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'to=%2B12125550123&from=%2B12065550100&body=Hello',
    },
  },
  33103: {
    cause: 'The body is larger than the route takes, as it was sent or when it is unpacked.',
    request: { ...send(), headers: { 'Content-Length': '70000' }, body: '…' },
  },
  33104: {
    cause:
      'Two requests with the same `idempotencyKey` arrived together, and the first has not ended after a few seconds.',
    request: send({ idempotencyKey: 'order:4711' }),
    answerHeaders: { 'Retry-After': '1' },
  },
  33105: {
    cause:
      'No route has this path. A slash at the end, a missing `/api/v1` and a misspelled segment are usual reasons.',
    request: { method: 'POST', path: '/api/v1/messaging/messages', body: {} },
  },
  33106: {
    cause: 'The path exists, but not with this method.',
    request: { method: 'PUT', path: CONTACT_PATH, body: { firstName: 'Ada' } },
    answerHeaders: { Allow: 'POST, GET, PATCH, DELETE' },
  },
  33107: {
    cause:
      'The account has no message, broadcast or batch with this id: it is of another account, its time of retention is over, or a broadcast was looked up as a batch.',
    request: { method: 'GET', path: `${MESSAGE_PATH}/msg_01KJMNEX00P9G5NV1S6B8DHYQE` },
  },
  33108: {
    cause:
      'A recipient of a broadcast or batch with another phone number has used the key of this single send.',
    request: send({ idempotencyKey: 'ticket:1' }),
  },
  33109: {
    cause:
      'The contact was asked to confirm the group three times within 24 hours, or the account has sent as many free texts (opt-ins, confirmations, answers to keywords) as it may in a UTC day.',
    request: enrol('CONFIRM'),
    answerHeaders: { 'Retry-After': '3600' },
  },
  33110: {
    cause:
      'The account has no resource with this id: it was deleted, its time of retention is over, or it belongs to another account.',
    request: { method: 'GET', path: '/api/v1/segments/seg_01KJMNEX00B6T1H3W9KQ4ZC8YD' },
  },
  33111: {
    cause:
      'The resource has a status in which this cannot be done: a campaign that is sending cannot be changed, one that is completed cannot be paused.',
    request: {
      method: 'PATCH',
      path: '/api/v1/campaigns/cmp_01KJMNEX00A5DWRV8QZ9RT5BGP',
      body: { name: 'Spring sale' },
    },
  },
  33112: {
    cause: 'The API key is limited to scopes, and the one that the route needs is not among them.',
    request: { method: 'POST', path: CONTACT_PATH, body: { firstName: 'Ada' } },
  },
  33113: {
    cause:
      'AWS did not answer in time, or many requests changed the same record at once. A send may have happened: without an `idempotencyKey`, repeating it can send twice.',
    request: send({ idempotencyKey: 'order:4711' }),
    answerHeaders: { 'Retry-After': '1' },
  },
  33114: {
    cause:
      'The request line and the headers are larger than API Gateway takes. Cookies of a browser are the usual reason.',
    request: { method: 'GET', path: '/api/v1/groups', headers: { Cookie: '…' } },
  },
  33115: {
    cause: 'The path and the query are larger than API Gateway takes.',
    request: { method: 'GET', path: '/api/v1/contacts?search=…' },
  },
  33116: {
    cause: 'The connection was open, but the whole request had not arrived when the time for it was over.',
    request: { ...send(), headers: { 'Content-Length': '70' }, body: '{"to":' },
  },
  33117: {
    cause: 'The operator has paused sending for all accounts, for this account, or for the number in `from`.',
    request: send(),
    answerHeaders: LATER,
  },
  33118: {
    cause:
      'What the request changes is not for the account to change: the domain of the link was not given to it, or only operators may do this. Only the console has such routes.',
    request: {
      method: 'POST',
      path: '/console/api/links',
      body: { link: 'go.example.com/spring', url: 'https://example.com/spring' },
    },
  },
  33119: {
    cause:
      'Another preview of a segment, campaign or automation of the account is running, or many imports and exports of it wait.',
    request: { method: 'POST', path: '/api/v1/segments/preview', body: { audience: { groups: [GROUP] } } },
    answerHeaders: { 'Retry-After': '5' },
  },
  33120: {
    cause:
      'AWS does not answer, takes no more requests, or the service may not read what is asked for. Only routes of the console for operators ask AWS.',
    request: { method: 'GET', path: '/console/api/operator/registrations' },
  },
  33199: {
    cause: 'The service has an error that it does not expect. Its log has the cause, under the request id.',
    request: send({ idempotencyKey: 'order:4711' }),
  },
};
