import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoDescription } from '../../../lib/local/data-dir';
import { SERVICE_DATA_DIR } from '../service/start-service';

/**
 * Browser with the parts that a sign-in needs: it keeps cookies, by host and port, and follows no redirect by itself.
 */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async request(
    url: string,
    init: { method?: string; form?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const answer = await fetch(url, {
      method: init.method ?? (init.form ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), ...init.headers },
      ...(init.form && { body: new URLSearchParams(init.form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      headers: answer.headers,
      next: location === null ? undefined : new URL(location, url).href,
      text: await answer.text(),
    };
  }

  cookie(url: string, name: string): string | undefined {
    return this.#cookies.get(new URL(url).host)?.get(name);
  }
}

/** Reads the demo account and its users, by default those of the service that all API tests share. */
export function readDemo(dataDir = process.env[SERVICE_DATA_DIR] ?? ''): DemoDescription {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoDescription;
}

/**
 * Goes from the console to the issuer, signs in there and stops before the callback, whose URL it returns.
 *
 * @param options.hasCode true: as if with a code of an authenticator app, besides the password
 */
export async function signInAtIssuer(
  browser: Browser,
  options: { baseUrl: string; email: string; password: string; query?: string; hasCode?: boolean },
): Promise<string> {
  const { baseUrl, email, password, query = '', hasCode = false } = options;
  const started = await browser.request(`${baseUrl}/console/auth/sign-in${query}`);
  let next = started.next ?? '';
  while (!next.includes('/sign-in/')) next = await follow(browser, next);
  let { next: after = '' } = await browser.request(next, {
    form: { email, password, ...(hasCode && { code: 'on' }) },
  });
  while (after !== '' && !after.startsWith(`${baseUrl}/console/auth/callback`))
    after = await follow(browser, after);
  return after;
}

/**
 * Ends the session at the issuer, whose page sends its form by itself. @returns the address to which the issuer
 * redirects
 */
export async function endAtIssuer(browser: Browser, url: string): Promise<string | undefined> {
  const { text, next } = await browser.request(url);
  return next ?? submitForm(browser, text);
}

async function follow(browser: Browser, url: string): Promise<string> {
  const { next, status, text } = await browser.request(url);
  const after = next ?? (await submitForm(browser, text));
  if (after === undefined) throw new Error(`${url} leads nowhere (${status}): ${text.slice(0, 300)}`);
  return after;
}

/** Submits the form of a page, as its script does. */
async function submitForm(browser: Browser, page: string): Promise<string | undefined> {
  const action = /<form [^>]*method="post" action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) return undefined;
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
  return (await browser.request(action, { form })).next;
}
