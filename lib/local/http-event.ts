import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from './template';

/** Request as it was received. */
interface WireRequest {
  method: string;
  /** Request target, such as `/path?query`. */
  target: string;
  /** Protocol, such as `HTTP/1.1`. */
  protocol: string;
  /** Names and values in turn, as `IncomingMessage.rawHeaders`. */
  rawHeaders: readonly string[];
  sourceIp: string;
  localPort: number;
  body: Buffer;
}

const TEXT_MEDIA_TYPE =
  /^(text\/[\w.+-]+|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.-]+\+(json|xml)))$/;
const API_ID = 'local';

/** Splits a request target into path and query, as they were sent. The absolute form of a target loses its origin. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  const path = mark === -1 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : local.slice(mark + 1) };
}

/** Builds the event of an HTTP API with payload format 2.0. */
export function toHttpEvent(options: {
  request: WireRequest;
  routeKey: string;
  pathParameters: Record<string, string>;
  requestId: string;
  now: Date;
}): APIGatewayProxyEventV2 {
  const { request, routeKey, pathParameters, requestId, now } = options;
  const { path, query } = splitTarget(request.target);
  const { headers, cookies } = collectHeaders(request);
  const queryParameters = joinByName(new URLSearchParams(query));
  const isText = isTextBody(headers, request.body);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(Object.keys(queryParameters).length > 0 && { queryStringParameters: queryParameters }),
    requestContext: {
      accountId: LOCAL_ACCOUNT_ID,
      apiId: API_ID,
      domainName: headers.host ?? `${API_ID}.execute-api.${LOCAL_REGION}.amazonaws.com`,
      domainPrefix: (headers.host ?? API_ID).split('.')[0] ?? API_ID,
      http: {
        method: request.method,
        path,
        protocol: request.protocol,
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: formatLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(request.body.length > 0 && { body: request.body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
}

function collectHeaders(request: WireRequest): { headers: Record<string, string>; cookies: string[] } {
  const lines = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [[name.toLowerCase(), all[index + 1] ?? ''] as const] : [],
  );
  const {
    cookie = '',
    'x-forwarded-for': forwardedFor,
    ...headers
  } = joinByName(lines, (name) => (name === 'cookie' ? ';' : ','));
  return {
    headers: {
      ...headers,
      'x-forwarded-for': [...(forwardedFor === undefined ? [] : [forwardedFor]), request.sourceIp].join(', '),
      'x-forwarded-port': String(request.localPort),
      'x-forwarded-proto': 'http',
    },
    cookies: cookie.split(/;\s*/).filter(Boolean),
  };
}

/** Joins the values of names that come more than once, as API Gateway does. */
function joinByName(
  pairs: Iterable<readonly [name: string, value: string]>,
  separatorOf: (name: string) => string = () => ',',
): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairs) {
    const earlier = joined.get(name);
    joined.set(name, earlier === undefined ? value : `${earlier}${separatorOf(name)}${value}`);
  }
  return Object.fromEntries(joined);
}

/**
 * Returns true for a body that is passed as text. Others are encoded as base64, as are compressed bodies of any type,
 * and bodies that are not UTF-8.
 */
function isTextBody(headers: Record<string, string>, body: Buffer): boolean {
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return headers['content-encoding'] === undefined && TEXT_MEDIA_TYPE.test(mediaType) && isUtf8(body);
}

/** Formats a time as `20/Nov/2026:19:03:58 +0000`. */
const formatLogTime = (date: Date) =>
  date.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1/$2/$3:$4 +0000');
