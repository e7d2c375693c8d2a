import { request } from 'node:http';
import type { DemoDescription } from '../data-dir';

const POLL_MS = 250;
const TIMEOUT_MS = 300_000;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

/** Client of the service's own API, with the requests that the demo account's program would send. */
export interface ApiClient {
  post<T>(path: string, body?: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** Waits until a campaign or an import has a status. */
  until(path: string, status: string): Promise<void>;
}

export function createApiClient({ baseUrl, apiKeyId, apiKeySecret }: DemoDescription): ApiClient {
  const authorization = `Basic ${Buffer.from(`${apiKeyId}:${apiKeySecret}`).toString('base64')}`;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const get = <T>(path: string) => call<T>('GET', path);
  return {
    get,
    post: (path, body) => call('POST', path, body),
    until: async (path, status) => {
      const startedMs = performance.now();
      while ((await get<{ status: string }>(path)).status !== status) {
        if (performance.now() - startedMs > TIMEOUT_MS) throw new Error(`${path} did not become ${status}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
  };
}

/** Opens the short link in a text, as a phone does. */
export function followLink(baseUrl: string, text: string): Promise<void> {
  const link = /https:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) return Promise.resolve();
  const { host, pathname, search } = new URL(link);
  return new Promise((resolve, reject) => {
    request(`${baseUrl}${pathname}${search}`, { headers: { host, 'user-agent': PHONE } }, (answer) =>
      answer.resume().on('end', resolve),
    )
      .on('error', reject)
      .end();
  });
}
