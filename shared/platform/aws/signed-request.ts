import { createHash, createHmac } from 'node:crypto';
import { outsideClock } from '../clock';

export type Environment = Record<string, string | undefined>;

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

interface UnsignedRequest {
  method: 'GET' | 'PUT' | 'POST';
  /** Without a query. */
  url: URL;
  headers: Record<string, string>;
  body: string | Buffer;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Creates the signer of requests to a service of AWS, which returns the headers to send. It keeps its signing key, and
 * takes a quarter of the CPU time of the SDK's; see the decision "The table has a client of its own".
 *
 * @param scope.service name of the service in signatures, such as `s3`
 *
 * **Source:** IAM User Guide, "Create a signed AWS API request" (Signature Version 4).
 */
export function createSigner({ service, region }: { service: string; region: string }) {
  // The signing key changes once a day, and with the credentials.
  let signing: { of: string; key: Buffer } | undefined;
  const signingKey = (secret: string, day: string): Buffer => {
    const of = `${day} ${secret}`;
    if (signing?.of !== of) {
      const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
      signing = { of, key: key as Buffer };
    }
    return signing.key;
  };

  return (
    { method, url, headers, body }: UnsignedRequest,
    { credentials, now }: { credentials: Credentials; now: Date },
  ): Record<string, string> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = time.slice(0, 8);
    const bodyHash = sha256(body);
    const signed: Record<string, string> = {
      ...headers,
      host: url.host,
      'x-amz-date': time,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
      ...(service === 's3' && { 'x-amz-content-sha256': bodyHash }),
    };
    const names = Object.keys(signed).sort();
    const lines = names.map((name) => `${name}:${signed[name]}\n`).join('');
    // S3 expects paths to be signed as they are sent.
    const path = service === 's3' ? url.pathname : encodePath(url.pathname);
    const canonical = `${method}\n${path}\n\n${lines}\n${names.join(';')}\n${bodyHash}`;
    const scope = `${day}/${region}/${service}/aws4_request`;
    const text = `${ALGORITHM}\n${time}\n${scope}\n${sha256(canonical)}`;
    const signature = createHmac('sha256', signingKey(secretAccessKey, day)).update(text).digest('hex');
    signed.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return signed;
  };
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function encodePath(path: string): string {
  const escape = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, escape);
}

/**
 * Sends one signed request to AWS, where a client of the SDK would be as large as all of a function's other code.
 *
 * @param options.credentials absent: those of the Lambda function, from the environment
 * @throws Error without credentials, and the errors of `fetch`
 */
export async function fetchSigned(
  request: UnsignedRequest & { service: string; region: string; signal?: AbortSignal | undefined },
  options: { environment?: Environment; credentials?: () => Promise<Credentials> },
): Promise<Response> {
  const { url, method, body, signal } = request;
  const credentials = await (options.credentials?.() ?? readCredentials(options.environment));
  const signed = createSigner(request)(request, { credentials, now: outsideClock.now() });
  const { host: _host, ...headers } = signed;
  return fetch(url, {
    method,
    headers,
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    signal: signal ?? null,
  });
}

/**
 * Reads the credentials from the environment, where Lambda puts those of the function's role and keeps them fresh for
 * each instance.
 *
 * @throws Error without credentials
 */
export function readCredentials(environment: Environment = process.env): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('The environment has no credentials: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}
