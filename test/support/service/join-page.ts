import { request } from 'node:http';
import { nextUnusedDigits } from '../run/unused-digits';
import { findDeviations } from '../routes/openapi';

/** Answer of the public page of an opt-in form. */
export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
}

/** Returns a loopback address that no other test uses: posts are counted by the address of the caller. */
export function unusedAddress(): string {
  const digits = Number(nextUnusedDigits());
  return `127.${1 + (digits % 250)}.${Math.floor(digits / 250) % 250}.${1 + (Math.floor(digits / 62_500) % 250)}`;
}

/** Calls the page as a browser does, from an address of the computer. The answer is checked against the reference. */
export async function callPage(
  baseUrl: string,
  call: {
    path: string;
    /** Sent as a form; a string is sent as it is. */
    fields?: Record<string, string> | string;
    method?: 'HEAD';
    from?: string;
    headers?: Record<string, string>;
  },
): Promise<PageAnswer> {
  const { path, fields, from, headers } = call;
  const method = call.method ?? (fields === undefined ? 'GET' : 'POST');
  const body = typeof fields === 'object' ? new URLSearchParams(fields).toString() : fields;
  const answer = await new Promise<PageAnswer>((resolve, reject) => {
    const sent = request(
      new URL(path, baseUrl),
      {
        method,
        localAddress: from,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(
              Object.entries(response.headers).map(
                ([name, value]) => [name, String(value)] as [string, string],
              ),
            ),
            html: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
  const { status, headers: received, html } = answer;
  const deviations = findDeviations({ method, path, status, headers: received, body: html });
  if (deviations.length > 0) throw new Error(deviations.join('\n'));
  return answer;
}
