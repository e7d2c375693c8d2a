import { number, object, optional, pipe, safeParse, string, transform, union } from 'valibot';

/** Request that followed a link, as far as CloudFront logs it. */
export interface LoggedRequest {
  /** ISO, to the second. */
  at: string;
  /** In lower case. */
  host: string;
  path: string;
  /** Value of `r` in the query. */
  token: string | null;
  userAgent: string | undefined;
  /** True when no person has followed the link. */
  isAutomatic: boolean;
}

/** Value of a field that a request does not have. */
const ABSENT = '-';
const field = pipe(union([string(), number()]), transform(String));

/**
 * Fields of CloudFront's access logs that clicks are counted from. An address, a cookie or a referrer is not among
 * them, and so is not logged.
 */
const ACCESS_LINE = object({
  date: field,
  time: field,
  'x-host-header': field,
  'cs-uri-stem': field,
  'cs-uri-query': optional(field, ABSENT),
  'cs-method': field,
  'sc-status': field,
  'cs(User-Agent)': optional(field, ABSENT),
});
export const ACCESS_LOG_FIELDS = Object.keys(ACCESS_LINE.entries);

/** Status of a redirect; prefetches are answered with another one, and so are blocked requests. */
const REDIRECTED = '302';

/**
 * Reads a line of an access log, in JSON.
 *
 * @returns `undefined` for a request that followed no link
 */
export function readAccessLine(line: string): LoggedRequest | 'unreadable' | undefined {
  const { success, output } = safeParse(ACCESS_LINE, parseJson(line));
  if (!success) return 'unreadable';
  const method = output['cs-method'];
  if (output['sc-status'] !== REDIRECTED || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const at = new Date(`${output.date}T${output.time}Z`);
  if (Number.isNaN(at.getTime())) return 'unreadable';
  const userAgent = output['cs(User-Agent)'];
  return {
    at: at.toISOString(),
    host: output['x-host-header'].toLowerCase(),
    path: output['cs-uri-stem'],
    token: new URLSearchParams(output['cs-uri-query']).get('r'),
    userAgent: userAgent === ABSENT ? undefined : unescaped(userAgent),
    isAutomatic: method === 'HEAD',
  };
}

/** CloudFront logs spaces and other characters of a user agent as `%20`. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
