import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

export type Environment = Record<string, string | undefined>;

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface SignedRequest {
  /** Name of the service in signatures, such as `s3`. */
  service: string;
  region: string;
  method: 'GET' | 'PUT' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  signal?: AbortSignal | undefined;
  /** Absent: those of the Lambda function, from the environment. */
  credentials?: () => Promise<Credentials>;
}

/**
 * Sends one signed request to AWS with the credentials of the function, where a client of the SDK would be as large as
 * all of its other code.
 *
 * @throws Error without credentials, and the errors of `fetch`
 */
export async function fetchSigned(request: SignedRequest, environment: Environment): Promise<Response> {
  const { service, region, method, url, body, signal } = request;
  const signer = new SignatureV4({
    service,
    region,
    credentials: request.credentials ?? (async () => readCredentials(environment)),
    sha256: Sha256,
    // S3 expects paths to be signed as they are sent.
    uriEscapePath: service !== 's3',
  });
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: url.pathname,
    query: {},
    headers: { ...request.headers, host: url.host },
    body,
  });
  const { host: _host, ...sent } = headers;
  const hasBody = method !== 'GET';
  return fetch(url, {
    method,
    headers: sent,
    ...(hasBody && { body: new Uint8Array(body) }),
    signal: signal ?? null,
  });
}

/**
 * Reads the credentials from the environment, where Lambda puts those of the function's role and keeps them fresh for
 * each instance.
 */
function readCredentials(environment: Environment): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('There are no credentials in the environment');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
}

/** SHA-256 with the interface that the signer needs: keyed when it is given a secret. */
export class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(chunk));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('A signature is computed once');
  }
}

function toBytes(value: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
}
