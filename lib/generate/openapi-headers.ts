import { RATE_LIMIT_WINDOW_SECONDS } from '../../shared/limits';

const REQUEST_ID = {
  description: 'Names the request in the logs; quote it when something is wrong.',
  schema: { type: 'string', maxLength: 128 },
  example: '4c1f3a52-9f9b-4f5e-8a55-0b7c4b0c2f0e',
};
const POLICY = {
  description: `The limit: bucket, \`q\` requests in \`w\` seconds (${RATE_LIMIT_WINDOW_SECONDS}). Absent only when the request was refused before it was counted.`,
  schema: { type: 'string', pattern: '^"\\w{1,32}";q=\\d{1,16};w=\\d{1,16}$' },
  example: '"message";q=60;w=60',
};
const STATE = {
  description: 'The window: `r` requests are left for the next `t` seconds.',
  schema: { type: 'string', pattern: '^"\\w{1,32}";r=\\d{1,16};t=\\d{1,16}$' },
  example: '"message";r=59;t=60',
};

const NO_STORE = {
  description: 'Caches keep no answer with credentials.',
  schema: { type: 'string', const: 'no-store' },
  example: 'no-store',
};

/** Headers of answers. Some have two entries, because they are certain on one status and not on another. */
export const HEADERS = {
  'X-Request-Id': { ...REQUEST_ID, required: true },
  'X-Request-Id-If-Served': REQUEST_ID,
  'No-Store': { ...NO_STORE, required: true },
  'No-Store-If-Served': NO_STORE,
  'RateLimit-Policy': { ...POLICY, required: true },
  'RateLimit-Policy-If-Counted': POLICY,
  RateLimit: { ...STATE, required: true },
  'RateLimit-If-Counted': STATE,
  'Retry-After': {
    description: 'Seconds to wait, at least 1.',
    schema: { type: 'string', pattern: '^[1-9]\\d{0,9}$' },
    example: '12',
  },
  'WWW-Authenticate': {
    description: "Asks for Basic credentials; of the console's own pages, for a session.",
    required: true,
    schema: { type: 'string', pattern: '^(Basic|Session) realm=[ -~]{1,100}$' },
    example: 'Basic realm="messaging", charset="UTF-8"',
  },
  Location: {
    description: 'Path of what was made.',
    required: true,
    schema: { type: 'string', pattern: '^/api/v1/[a-z/]{1,100}/[a-z]{3}_\\w{1,64}$' },
    example: '/api/v1/messaging/broadcast/brc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  },
  'Idempotent-Replayed': {
    description: 'The answer of an earlier request with the same key; nothing was sent now.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Access-Control-Allow-Origin': {
    description: 'Tools in browsers may read it from anywhere.',
    required: true,
    schema: { type: 'string', const: '*' },
    example: '*',
  },
  'Cache-Control': {
    description: 'How long the page may be kept.',
    required: true,
    schema: { type: 'string', pattern: '^public, max-age=\\d{1,10}$' },
    example: 'public, max-age=300',
  },
  'Cache-Control-Of-Page': { ...NO_STORE, description: 'Caches keep no page of a form.' },
};
