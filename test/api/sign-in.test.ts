import { get, type IncomingHttpHeaders } from 'node:http';
import { removeUser } from '../../shared/users/change-members';
import { createInvitation } from '../../shared/users/invitation';
import { findUserByEmail, listMembershipsOf } from '../../shared/users/user-store';
import { Browser, endAtIssuer, readDemo, signInAtIssuer } from '../support/console/sign-in';
import { useSendingService } from '../support/service/sending-service';

const fixture = useSendingService({}, { account: 'ofFile' });
const demo = readDemo();
const baseUrl = () => fixture.service.baseUrl;
const at = (path: string) => baseUrl() + path;
const person = (email: string) => ({ baseUrl: baseUrl(), email, password: demo.consolePassword });

const signedInBrowser = async (email: string, query = '') => {
  const browser = new Browser();
  const callback = await signInAtIssuer(browser, { ...person(email), query });
  const answer = await browser.request(callback);
  return { browser, callback, answer };
};
const sessionOf = async (browser: Browser) => {
  const answer = await browser.request(at('/console/api/session'));
  return {
    status: answer.status,
    body: JSON.parse(answer.text) as { user?: { email: string }; invitations?: Array<{ id: string }> },
  };
};

describe('E6: signing in at the issuer', () => {
  it('leads back to the page that was asked for, with a session', async () => {
    const { browser, answer } = await signedInBrowser(
      'viewer@demo.example',
      '?returnTo=/console/contacts%3Fq%3D1',
    );
    expect([answer.status, answer.next]).toEqual([303, at('/console/contacts?q=1')]);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('__Host-session='))).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    );
    expect(await sessionOf(browser)).toMatchObject({
      status: 200,
      body: { user: { email: 'viewer@demo.example' }, accounts: [{ id: demo.accountId, role: 'viewer' }] },
    });
  });

  it('asks the issuer with PKCE, state and nonce', async () => {
    const { next = '' } = await new Browser().request(at('/console/auth/sign-in'));
    const query = Object.fromEntries(new URL(next).searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: at('/console/auth/callback'),
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
  });

  it.each([
    'https://evil.example/console/',
    '//evil.example/console/',
    '/\\evil.example',
    '/console/../docs',
    '/console/auth/sign-in',
    '/console/api/session',
    '/consolee',
    'javascript:alert(1)',
    '/console/%0d%0aset-cookie:x',
  ])('leads nowhere else: %s', async (returnTo) => {
    const { answer } = await signedInBrowser(
      'viewer@demo.example',
      `?returnTo=${encodeURIComponent(returnTo)}`,
    );
    expect(answer.status).toBe(303);
    expect(answer.next).toMatch(new RegExp(`^${at('/console')}(/|$)`));
    expect(answer.next).not.toMatch(/auth|api|docs|evil/);
    expect(answer.headers.get('set-cookie')).not.toContain('x=');
  });

  it('refuses a wrong password, and an unknown address', async () => {
    const browser = new Browser();
    const wrong = { ...person('viewer@demo.example'), password: 'wrong' };
    expect(await signInAtIssuer(browser, wrong)).toBe('');
    expect(await signInAtIssuer(browser, person('stranger@demo.example'))).toBe('');
  });
});

describe('E6: the callback', () => {
  it('takes a code once', async () => {
    const { browser, callback } = await signedInBrowser('editor@demo.example');
    const again = await browser.request(callback);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('Please sign in again')]);
  });

  it('takes only the sign-in that this browser began', async () => {
    const callback = await signInAtIssuer(new Browser(), person('editor@demo.example'));
    const other = new Browser();
    expect((await other.request(callback)).status).toBe(400);
    await other.request(at('/console/auth/sign-in'));
    const answer = await other.request(callback);
    expect([answer.status, other.cookie(baseUrl(), '__Host-session')]).toEqual([400, undefined]);
  });

  it.each(['', '?state=x&code=y', '?error=access_denied'])(
    'refuses what it did not ask for: %s',
    async (query) => {
      const answer = await new Browser().request(at(`/console/auth/callback${query}`));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(answer.text).not.toMatch(/at .*\.ts|Error:/);
    },
  );

  it('refuses a code that the issuer did not give', async () => {
    const browser = new Browser();
    const callback = new URL(await signInAtIssuer(browser, person('editor@demo.example')));
    callback.searchParams.set('code', 'forged');
    expect((await browser.request(callback.href)).status).toBe(400);
    expect((await sessionOf(browser)).status).toBe(401);
  });

  it('tells a person without an invitation so', async () => {
    const { deps } = fixture.service;
    const user = await findUserByEmail(deps.table, 'sender@demo.example');
    const [membership] = await listMembershipsOf(deps.table, user?.id ?? '');
    await removeUser(deps, user?.id ?? '');
    try {
      const { answer, browser } = await signedInBrowser('sender@demo.example');
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('You are not invited yet')]);
      expect((await sessionOf(browser)).status).toBe(401);
    } finally {
      const invitedBy = 'admin@demo.example';
      await createInvitation(deps, {
        accountId: membership?.accountId ?? '',
        email: 'sender@demo.example',
        role: 'sender',
        invitedBy,
        inviterId: (await findUserByEmail(deps.table, invitedBy))?.id ?? '',
      });
    }
    const { browser } = await signedInBrowser('sender@demo.example');
    const { body } = await sessionOf(browser);
    expect(body).toMatchObject({ accounts: [], invitations: [{ account: { id: demo.accountId } }] });
    const accepted = await browser.request(
      at(`/console/api/session/invitations/${body.invitations?.[0]?.id}/accept`),
      { method: 'POST', headers: { 'x-requested-with': 'console' } },
    );
    expect(accepted.status).toBe(204);
    expect((await sessionOf(browser)).body).toMatchObject({
      accounts: [{ id: demo.accountId, role: 'sender' }],
    });
  });
});

describe('E6: sign-ins from one address', () => {
  /** Sends a request as a browser at another address of the loopback network does. */
  const requestFrom = (localAddress: string, path: string, cookie = '') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const request = get(at(path), { localAddress, headers: { cookie }, agent: false }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      });
      request.on('error', reject);
    });

  it('are limited, and none of another address with them', async () => {
    const [busy, other] = ['127.0.9.1', '127.0.9.2'];
    const begun = await requestFrom(busy, '/console/auth/sign-in');
    const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0];
    const state = new URL(begun.headers.location ?? '').searchParams.get('state');
    const callback = `/console/auth/callback?code=forged&state=${state}`;
    const statuses = [];
    for (let attempt = 0; attempt < 101; attempt++) {
      statuses.push((await requestFrom(busy, callback, cookie)).status);
    }
    // The ten minutes may have ended meanwhile.
    expect(statuses.slice(0, 100).every((status) => status === 400)).toBe(true);
    const refused = await requestFrom(busy, callback, cookie);
    expect([statuses[100], refused.status]).toContain(429);
    expect((await requestFrom(other, callback, cookie)).status).toBe(400);
  });
});

describe('E6: signing out', () => {
  it('ends the session, asked for by the console alone', async () => {
    const { browser } = await signedInBrowser('admin@demo.example');
    const { origin } = new URL(baseUrl());
    const signOut = (headers: Record<string, string>) =>
      browser.request(at('/console/auth/sign-out'), { method: 'POST', headers });
    const refused = await signOut({});
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'no-store']);
    expect((await signOut({ 'x-requested-with': 'console', origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await sessionOf(browser)).status).toBe(200);
    const answer = await signOut({ 'x-requested-with': 'console', origin });
    const { next } = JSON.parse(answer.text) as { next: string };
    expect(answer.status).toBe(200);
    expect(new URL(next).searchParams.get('post_logout_redirect_uri')).toBe(at('/console/auth/signed-out'));
    expect((await sessionOf(browser)).status).toBe(401);
    const page = await browser.request(at('/console/auth/signed-out'));
    expect(page.text).toContain('/console/auth/sign-in?prompt=login');
  });

  it('ends the session at the issuer, too: it asks for the password again', async () => {
    const { browser } = await signedInBrowser('admin@demo.example');
    const startAgain = async () => (await browser.request(at('/console/auth/sign-in'))).next ?? '';
    // While the issuer has its session, it asks for nothing.
    expect((await browser.request(await startAgain())).next).toMatch(/^http.*\/console\/auth\/callback/);
    const signedOut = await browser.request(at('/console/auth/sign-out'), {
      method: 'POST',
      headers: { 'x-requested-with': 'console' },
    });
    const { next } = JSON.parse(signedOut.text) as { next: string };
    expect(await endAtIssuer(browser, next)).toMatch(/\/console\/auth\/signed-out(\?|$)/);
    expect((await browser.request(await startAgain())).next).toContain('/sign-in/');
  });

  it('ends the older session of a browser that signs in again', async () => {
    const { browser } = await signedInBrowser('admin@demo.example');
    const older = browser.cookie(baseUrl(), '__Host-session') ?? '';
    const callback = await signInAtIssuer(browser, {
      ...person('viewer@demo.example'),
      query: '?prompt=login',
    });
    await browser.request(callback);
    const headers = { cookie: `__Host-session=${older}` };
    expect((await new Browser().request(at('/console/api/session'), { headers })).status).toBe(401);
    expect((await sessionOf(browser)).body.user?.email).toBe('viewer@demo.example');
  });

  it('lets another user sign in afterwards', async () => {
    const { browser } = await signedInBrowser('admin@demo.example');
    const callback = await signInAtIssuer(browser, {
      ...person('viewer@demo.example'),
      query: '?prompt=login',
    });
    await browser.request(callback);
    expect((await sessionOf(browser)).body.user?.email).toBe('viewer@demo.example');
  });
});

describe('the addresses of signing in', () => {
  it.each([
    ['GET', '/console/auth/nothing', 404],
    ['POST', '/console/auth/sign-in', 405],
    ['GET', '/console/auth/sign-out', 405],
  ])('%s %s is answered with %s', async (method, path, status) => {
    const answer = await new Browser().request(at(path), { method });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });
});
