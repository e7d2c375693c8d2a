import { request } from 'node:http';
import type { MovableClock } from '../clock';
import type { DemoDescription } from '../data-dir';
import type { LocalControls } from '../local-routes';
import type { Person } from './people';

/** Sender without a slow rate, so that the campaigns of the past end soon. */
export const SHORT_CODE = '72627';
/** Sender of one text a second: a campaign from it is under way for as long as a person looks around. */
export const SLOW_NUMBER = '+15555550101';
export const LINK = 'go.example.com/autumn';
export const REWARDS_LINK = 'go.example.com/rewards';

/** Parts of the service through which the demo data are made. */
export interface DemoParts {
  demo: DemoDescription;
  controls: Pick<LocalControls, 'sent' | 'inbound'>;
  clock: MovableClock;
}

/** Parts and data that the steps of the demo share. */
export interface DemoStage extends DemoParts {
  api: ApiClient;
  people: Person[];
}

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
