import { createHash, createHmac } from 'node:crypto';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

export interface SignedHeaders {
  host: string;
  'content-type': string;
  'x-amz-date': string;
  'x-amz-target': string;
  'x-amz-security-token'?: string;
  authorization: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 'dynamodb';
const CONTENT_TYPE = 'application/x-amz-json-1.0';

/**
 * Creates the signer of requests to DynamoDB, which are always `POST /` without a query.
 *
 * **Source:** IAM User Guide, "Create a signed AWS API request" (Signature Version 4).
 */
export function createSigner(
  region: string,
): (request: {
  host: string;
  target: string;
  body: string;
  credentials: Credentials;
  now: Date;
}) => SignedHeaders {
  // The signing key changes once a day, and with the credentials.
  let signing: { of: string; key: Buffer } | undefined;
  const signingKey = (secret: string, day: string): Buffer => {
    const of = `${day} ${secret}`;
    if (signing?.of !== of) {
      const key = [day, region, SERVICE, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
      signing = { of, key: key as Buffer };
    }
    return signing.key;
  };

  return ({ host, target, body, credentials, now }) => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = time.slice(0, 8);
    const headers = {
      'content-type': CONTENT_TYPE,
      host,
      'x-amz-date': time,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
      'x-amz-target': target,
    };
    const names = Object.keys(headers).join(';');
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
    const scope = `${day}/${region}/${SERVICE}/aws4_request`;
    const text = `${ALGORITHM}\n${time}\n${scope}\n${sha256(canonical)}`;
    const signature = createHmac('sha256', signingKey(secretAccessKey, day)).update(text).digest('hex');
    return {
      ...headers,
      authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
