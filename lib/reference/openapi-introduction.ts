import { type Keyword, KEYWORD_SPELLINGS } from '../../shared/inbound/keyword';
import {
  IDEMPOTENCY_WINDOW_MS,
  MAX_BATCH_RECIPIENTS,
  MAX_BODY_BYTES,
  MAX_BODY_CHARACTERS,
  MAX_BROADCAST_RECIPIENTS,
  MAX_CUSTOM_FIELDS,
  MAX_JOB_BODY_BYTES,
  MIN_BATCH_RECIPIENTS,
  MIN_BROADCAST_RECIPIENTS,
  RATE_LIMIT_WINDOW_SECONDS,
  RATE_LIMITS,
} from '../../shared/limits';

const words = (...keywords: Keyword[]) =>
  keywords.flatMap((keyword) => KEYWORD_SPELLINGS[keyword].map((word) => `\`${word}\``)).join(', ');
const count = (value: number) => value.toLocaleString('en-US');
const rows = Object.entries(RATE_LIMITS).map(([bucket, limit]) => `| \`${bucket}\` | ${limit} |`);

/** Introduction of the reference, before its routes. CommonMark with tables. */
export const INTRODUCTION = `Sends SMS and MMS to people who asked for them: one message, the same one to ${count(MIN_BROADCAST_RECIPIENTS)} to
${count(MAX_BROADCAST_RECIPIENTS)} recipients, or one each of their own to ${count(MIN_BATCH_RECIPIENTS)} to ${count(MAX_BATCH_RECIPIENTS)}. Bodies have up to
${MAX_BODY_CHARACTERS} characters (Unicode code points, before merge tags are resolved). Times are ISO 8601 in UTC with milliseconds.

## Authentication

HTTP Basic: the id of an API key is the user name, its secret the password. The operator makes keys, and a secret is shown
once. Everything else is 401, 33001. A key sees its own account only.

## Errors

Every error has \`code\`, \`message\`, \`status\` and \`moreInfo\`, the address of the code's explanation; some have
\`details\`. Decide by \`code\`: messages may be reworded. What API Gateway refuses by itself, before the service sees the
request (a body too large, a malformed path, too many requests in all), has at least \`message\`.

## Rate limits

Requests of an account and bucket in ${RATE_LIMIT_WINDOW_SECONDS} seconds, unless the account has limits of its own. The window opens with
the first request that is counted. \`RateLimit-Policy\` and \`RateLimit\` tell the state with every answer; 429, 33002 comes
with \`Retry-After\`, and is not counted itself.

- What takes something dangerous away, such as cancelling or pausing, counts in \`stop\`: each API key has a window of its
  own there, which nothing else uses up.
- Users of the console have windows of their own, \`user\` and \`stop\`. Their messages, broadcasts and batches count with those
  of the account.
- Each recipient of a test of a campaign counts in \`message\` as well, which the headers name only when it is used up.
- An account has one preview of a segment or campaign at a time. Another one is refused with 429, 33119, and so is an export while 20
  imports and exports of the account wait for their turn.
- A dry run counts in \`read\`, not with the sends.
- A broadcast or batch that is refused with a 4xx gives its place back: the corrected one can follow at once.
- A replay of an idempotency key does not count with the sends. Replays have a bucket of their own, \`replay\`, which the
  headers name only when it is used up.

| Bucket | Requests |
|---|---|
${rows.join('\n')}

## Idempotency

Sends take an \`idempotencyKey\`. A repeat within ${IDEMPOTENCY_WINDOW_MS / 3_600_000} hours of the successful send gets the first answer again, byte for byte,
with the header \`Idempotent-Replayed: true\`, and sends nothing. Only a success uses up a key. While the first request
is still running the answer is 409, 33104. Without a key every request is a new one.

Single sends and the recipients of broadcasts and batches share their keys. A single send to another number than that of
the recipient who used the key is refused with 409, 33108.

## Bodies

JSON in UTF-8, plain or with \`Content-Encoding: gzip\` as \`application/vnd.messaging+json\`. Unpacked, up to ${MAX_JOB_BODY_BYTES / 1024 / 1024} MB on broadcast and batch and ${MAX_BODY_BYTES / 1024} KB
elsewhere. Unknown properties are refused.

API Gateway takes at most 10 MB and hands at most 6 MB on to the service, so that a plain body over about 5 MB is refused
there (413): send large requests with gzip. Request line and headers together have up to 10 KB.

Every \`application/…+json\` is read as JSON. API Gateway hands a compressed body on as it was sent when it says
\`application/vnd.messaging+json\`; under \`application/json\` AWS does not document that, and it may be refused as no JSON (33101).

## Merge tags

In the \`body\` of every send, resolved for each recipient when its turn comes.

| Tag | Becomes |
|---|---|
| \`{{contact_first_name}}\`, \`{{contact_last_name}}\`, \`{{contact_email}}\`, \`{{contact_gender}}\` | the field |
| \`{{contact_phone_number}}\` | the number with spaces: \`+1 212 555 0123\` |
| \`{{contact_date_of_birth}}\` | \`birthDate\`, \`YYYY-MM-DD\` |
| \`{{contact_zip_code}}\` | \`address.postalCode\` |
| \`{{contact_custom_field_1}}\` to \`{{contact_custom_field_${MAX_CUSTOM_FIELDS}}}\` | the custom field with that \`key\` |
| \`{{current_date}}\` | today where the recipient is, \`MM/DD/YYYY\` |
| \`{{dateOffset "3d"}}\` | today plus days (\`d\`), weeks (\`w\`), months (\`m\`) or years (\`y\`), \`MM/DD/YYYY\` |
| \`{{trackingLink "go.example.com/sale"}}\` | the registered short link, with a token that tells this recipient's clicks |

A field without a value becomes the empty string, and so does every field of a recipient who is not a contact. A name that is
unknown stays as it is. A link that is not registered becomes its own text.

## Texts from phones

A text to one of the account's numbers can be a keyword. The whole text counts, in upper or lower case, whatever spaces and
punctuation it has.

| Keyword | What it does |
|---|---|
| ${words('stop')} | the contact is hard-opted-out, and leaves every group: nothing is sent to it (33029), and it cannot be enrolled (33035). Also from a number that is no contact. \`optedOutAt\` of the contact says since when |
| ${words('yes')} | lifts a hard opt-out, and confirms the membership that is pending |
| ${words('start', 'unstop')} | lift a hard opt-out; the contact is back in no group by that |
| ${words('help')} | are answered with the account's help text, once an hour for a phone |

Whether STOP and HELP are answered is a setting of the account. An account can have keywords of its own, by which a phone joins a
group or gets a reply, and an away message for other texts; the words above, and what is likely an opt-out, always come first. Every text is the event \`messaging.message.received\`.

## Webhooks

Events are sent to the account's endpoints, which the operator registers, signed by the
[Standard Webhooks](https://www.standardwebhooks.com) specification. An endpoint that is tried out gets an event of the
type \`webhooks.test\`, with its own \`endpoint\` (\`id\`, \`url\`).
`;
