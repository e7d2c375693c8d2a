import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoDescription } from '../../lib/local/data-dir';
import { Browser, readDemo, signInAtIssuer } from '../support/console/sign-in';
import { type StartedService, startService } from '../support/service/start-service';

let service: StartedService;
let demo: DemoDescription;
let baseUrl: string;

beforeAll(async () => {
  service = await startService(['--in-memory'], { hasOwnTable: true, environment: { MFA: 'required' } });
  demo = readDemo(service.dataDir);
  const description = readFileSync(join(service.dataDir, 'service.json'), 'utf8');
  ({ baseUrl } = JSON.parse(description) as { baseUrl: string });
});
afterAll(() => service.stop());

const signIn = async (browser: Browser, options: { hasCode: boolean; query?: string }) => {
  const person = { baseUrl, email: 'viewer@demo.example', password: demo.consolePassword };
  return browser.request(await signInAtIssuer(browser, { ...person, ...options }));
};
const sessionStatus = async (browser: Browser) =>
  (await browser.request(`${baseUrl}/console/api/session`)).status;

describe('E6: where a second factor is required', () => {
  it('a password alone gives no session, and a page says why', async () => {
    const browser = new Browser();
    const answer = await signIn(browser, { hasCode: false });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'no-store']);
    expect(answer.text).toContain('<h1>A second factor is missing</h1>');
    expect(answer.text).toContain('href="/console/auth/sign-in?prompt=login"');
    expect(browser.cookie(baseUrl, '__Host-session')).toBeUndefined();
    expect(await sessionStatus(browser)).toBe(401);
    expect(readFileSync(join(service.dataDir, 'service.log'), 'utf8')).toContain(
      '"reason":"secondFactorMissing"',
    );
  });

  it('a password and a code do, also after a refusal', async () => {
    const browser = new Browser();
    await signIn(browser, { hasCode: false });
    const answer = await signIn(browser, { hasCode: true, query: '?prompt=login' });
    expect([answer.status, await sessionStatus(browser)]).toEqual([303, 200]);
  });

  it('a session that the issuer still has counts as it began', async () => {
    const browser = new Browser();
    await signIn(browser, { hasCode: false });
    // The issuer asks for nothing, and reports a password alone again.
    let { next = '' } = await browser.request(`${baseUrl}/console/auth/sign-in`);
    while (!next.startsWith(`${baseUrl}/console/auth/callback`)) {
      ({ next = '' } = await browser.request(next));
    }
    expect((await browser.request(next)).status).toBe(403);
  });
});
