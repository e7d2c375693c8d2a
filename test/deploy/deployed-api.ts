import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';

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
 * Calls a route of the deployed HTTP API. The name of the API leads nowhere: MiniStack tells its APIs apart by the
 * `Host` header, on its one port.
 */
export function callApi(options: {
  baseUrl: string;
  key: ApiKey | null;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: OutgoingHttpHeaders;
}): Promise<ApiAnswer> {
  const { baseUrl, key, path } = options;
  const text = options.body === undefined ? undefined : JSON.stringify(options.body);
  const endpoint = new URL(process.env.AWS_ENDPOINT_URL ?? '');
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, endpoint),
      {
        method: options.method ?? (text === undefined ? 'GET' : 'POST'),
        headers: {
          host: new URL(baseUrl).host,
          ...(key && { authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}` }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
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
          const isJson = response.headers['content-type']?.includes('json') === true;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? (JSON.parse(answer) as unknown) : answer,
          });
        });
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}
