import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { gzipSync } from 'node:zlib';

export interface ApiKey {
  id: string;
  secret: string;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/**
 * Calls a route of the deployed HTTP API. The API's host name does not resolve: MiniStack distinguishes its APIs by the
 * `Host` header, on its one port.
 */
export function callApi(options: {
  baseUrl: string;
  key: ApiKey | null;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Fields of a form, in place of a body. */
  form?: Record<string, string>;
  /**
   * Compresses the body, and sends it with another media type: under `application/json` MiniStack passes every body on
   * as text, which breaks a compressed one.
   */
  isPacked?: true;
  headers?: OutgoingHttpHeaders;
}): Promise<ApiAnswer> {
  const { baseUrl, key, path } = options;
  const text = encodeBody(options);
  const body = text && options.isPacked ? gzipSync(text) : text;
  const endpoint = new URL(process.env.AWS_ENDPOINT_URL ?? '');
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, endpoint),
      {
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          host: new URL(baseUrl).host,
          ...(key && { authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}` }),
          ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
          ...(options.form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(options.isPacked && {
            'content-type': 'application/vnd.messaging+json',
            'content-encoding': 'gzip',
          }),
          ...options.headers,
        },
        servername: 'localhost',
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          // A gateway sets this media type for an answer without a body, too.
          const isJson = answer !== '' && response.headers['content-type']?.includes('json') === true;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? (JSON.parse(answer) as unknown) : answer,
          });
        });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

function encodeBody({ body, form }: { body?: unknown; form?: Record<string, string> }): Buffer | undefined {
  if (form) return Buffer.from(new URLSearchParams(form).toString());
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}
