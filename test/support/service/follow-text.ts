import { request } from 'node:http';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

/** Follows the short link that a text consists of, as a phone does. */
export function followText(
  { baseUrl }: { baseUrl: string },
  text: string,
  { userAgent = PHONE, method = 'GET' }: { userAgent?: string; method?: string } = {},
): Promise<{ status: number; location: string | undefined }> {
  const { host, pathname, search } = new URL(text);
  return new Promise((resolve, reject) => {
    request(
      {
        ...{ port: new URL(baseUrl).port, method, host: '127.0.0.1', path: pathname + search },
        headers: { host, 'user-agent': userAgent },
      },
      (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
      },
    )
      .on('error', reject)
      .end();
  });
}
