import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

/** Storing a file, in milliseconds. */
export const PUT_WITHIN_MS = 4_000;

export interface MediaBucket {
  /** @returns the file's `s3://` address. @throws Error when S3 does not take it */
  put(file: { key: string; contentType: string; body: Buffer; signal?: AbortSignal }): Promise<string>;
}

type Environment = Record<string, string | undefined>;

/**
 * The bucket that End User Messaging reads the files of MMS from. It is all that is wanted of S3: one signed request in
 * place of a client that is as large as everything else in a function.
 */
export function createMediaBucket(bucket: string, environment: Environment = process.env): MediaBucket {
  const region = environment.AWS_REGION ?? 'us-east-1';
  const base = bucketUrl({ bucket, region, endpoint: environment.AWS_ENDPOINT_URL_S3 });
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: async () => readCredentials(environment),
    sha256: Sha256,
    uriEscapePath: false,
  });
  return {
    put: async ({ key, contentType, body, signal }) => {
      const url = new URL(`${base}/${key}`);
      const { headers } = await signer.sign({
        method: 'PUT',
        protocol: url.protocol,
        hostname: url.hostname,
        ...(url.port !== '' && { port: Number(url.port) }),
        path: url.pathname,
        query: {},
        headers: { host: url.host, 'content-type': contentType },
        body,
      });
      const { host: _host, ...sent } = headers;
      const timeout = AbortSignal.timeout(PUT_WITHIN_MS);
      const answer = await fetch(url, {
        method: 'PUT',
        headers: sent,
        body: new Uint8Array(body),
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The media bucket answered ${answer.status}`);
      return `s3://${bucket}/${key}`;
    },
  };
}

function bucketUrl(options: { bucket: string; region: string; endpoint: string | undefined }): string {
  const { bucket, region, endpoint } = options;
  return endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** Lambda puts its role's credentials there, and keeps them fresh for each instance. */
function readCredentials(environment: Environment) {
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

/** SHA-256 in the form that the signer asks for: keyed when it is given a secret. */
class Sha256 {
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
