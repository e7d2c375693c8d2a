import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { LocalCredentials } from '../credentials';

type PresignedVerdict = 'valid' | 'expired' | 'wrongSignature' | 'notPresigned';

/**
 * Checks a presigned URL as S3 does: its signature over method, path, query and signed headers, and its expiry.
 *
 * **Source:** Amazon S3 API Reference, "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)".
 */
export function verifyPresigned(
  request: { method: string; url: URL; headers: IncomingHttpHeaders },
  options: { credentials: LocalCredentials; now: Date },
): PresignedVerdict {
  const { url, headers } = request;
  const query = url.searchParams;
  const scope = query.get('X-Amz-Credential')?.split('/') ?? [];
  const [accessKeyId, day, region, service] = scope;
  const signedAt = query.get('X-Amz-Date');
  if (accessKeyId !== options.credentials.accessKeyId || signedAt === null) return 'notPresigned';

  const signedHeaders = query.get('X-Amz-SignedHeaders')?.split(';') ?? [];
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders.join(';'),
    query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', signedAt, scope.slice(1).join('/'), sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    (parent, part) => hmac(parent, part ?? ''),
    `AWS4${options.credentials.secretAccessKey}`,
  );
  const expected = hmac(key, text);
  const given = Buffer.from(query.get('X-Amz-Signature') ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrongSignature';
  const expiresAtMs = readTimeMs(signedAt) + Number(query.get('X-Amz-Expires')) * 1000;
  return options.now.getTime() < expiresAtMs ? 'valid' : 'expired';
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Reads a time such as `20261122T073000Z`. */
function readTimeMs(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
