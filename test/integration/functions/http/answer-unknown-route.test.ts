import { handler } from '../../../../functions/http/answer-unknown-route';
import { handler as send } from '../../../../functions/http/send-message';
import { linkDomainOwnerItem } from '../../../../shared/content/link-domain';
import { addLink, removeLink } from '../../../../shared/content/link-store';
import { addLinkDomain, removeLinkDomain } from '../../../../shared/operations/link-domains';
import { systemClock } from '../../../../shared/platform/clock';
import { linkClickKey, messageClickKey } from '../../../../shared/platform/store/keys';
import { getPlatform } from '../../../../shared/platform/platform';
import { readLinkClicks } from '../../../../shared/sending/clicks/click-counters';
import { readMessageClicks } from '../../../../shared/sending/clicks/message-clicks';
import { callHandler } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import { linkDomainOf, registerLink } from '../../../support/service/own-links';
import { createScriptedProvider, type ScriptedProvider } from '../../../support/sending/scripted-provider';
import {
  callDefaultRoute,
  createSendingAccount,
  type SendingAccount,
} from '../../../support/sending/sending-account';

const URL = 'https://shop.example.com/sale?from=sms';
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const IMESSAGE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

const engine = useEngine({ setsEnvironment: true });
let provider: ScriptedProvider;
let account: SendingAccount;
let host: string;
let path: string;
let links = 0;

beforeEach(async () => {
  provider = createScriptedProvider();
  Object.assign(getPlatform(), { provider });
  account = await createSendingAccount(engine);
  host = linkDomainOf(account.accountId);
  path = `/sale${(links += 1)}`;
  await register(account.accountId);
});

const NOW = { at: '2026-03-01T12:00', id: 'clk_1' };
const keyOfClicks = (messageId: string | undefined) =>
  messageId === undefined
    ? linkClickKey(host + path, NOW)
    : messageClickKey(messageId, { minute: NOW.at, link: host + path });
const register = (accountId: string, url = URL) =>
  registerLink({ table: engine.table, clock: systemClock }, { accountId, link: host + path, url });
const follow = (request: Partial<Parameters<typeof callDefaultRoute>[1]> = {}) =>
  callDefaultRoute(handler, { host, path, ...request });

/** @param messageId absent: clicks that count for the link alone */
async function clicks(messageId?: string) {
  const items = await engine.table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'entity = :click',
    ExpressionAttributeValues: { ':pk': keyOfClicks(messageId).pk, ':click': 'click' },
  });
  return items.map(({ pk: _pk, sk: _sk, expiresAtEpochSeconds: _ttl, ...click }) => click);
}
const aClick = (fields: object) => ({
  entity: 'click',
  at: TIMESTAMP,
  link: host + path,
  accountId: account.accountId,
  userAgentClass: 'unknown',
  ...fields,
});

/** Sends a message with the link. @returns its id and token */
async function sendLink(): Promise<{ id: string; token: string }> {
  const { authorization, to, from } = account;
  const body = { to, from, body: `{{trackingLink "${host}${path}"}}` };
  const answer = await callHandler(send, { authorization, body });
  const token = /\?r=(.*)$/.exec(provider.taken[0]?.body ?? '')?.[1] ?? '';
  return { id: (answer.body as { id: string }).id, token };
}

const NOT_FOUND = {
  status: 404,
  body: {
    code: 33105,
    status: 404,
    message: 'There is no such route.',
    moreInfo: 'http://localhost:3000/docs/errors#33105',
  },
};

describe('following a tracking link', () => {
  it('leads to the registered target', async () => {
    expect(await follow()).toMatchObject({
      status: 302,
      headers: { location: URL, 'cache-control': 'no-store' },
      body: undefined,
    });
  });

  it('records time, message and the kind of program, and nothing else of the person', async () => {
    const { id, token } = await sendLink();
    await follow({ query: { r: token }, userAgent: PHONE });
    expect(await clicks(id)).toEqual([aClick({ messageId: id, userAgentClass: 'mobile' })]);
    expect(await clicks()).toEqual([]);
  });

  it.each([
    ['no token', undefined],
    ['an unknown token', { r: 'AAAAAAAAAA' }],
    ['what is no token', { r: '../../x' }],
    ['a target of its own', { r: 'https://evil.example.com', url: 'https://evil.example.com' }],
  ])('with %s leads to the registered target and counts for no message', async (_title, query) => {
    expect(await follow({ ...(query && { query }) })).toMatchObject({
      status: 302,
      headers: { location: URL },
    });
    expect(await clicks()).toEqual([aClick({})]);
  });

  it.each([
    ['a HEAD request', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;anonymous-client-ip' } }],
    ['a page loaded in advance by an older browser', { headers: { purpose: 'prefetch' } }],
    ['a preview of Safari', { headers: { 'x-purpose': 'preview' } }],
    ['the preview of iMessage', { userAgent: IMESSAGE }],
  ])(
    'leads %s to the target, and counts it for nothing but the robots of the link',
    async (_title, request) => {
      const { id, token } = await sendLink();
      const query = { r: token };
      expect(await follow({ userAgent: PHONE, ...request, query })).toMatchObject({
        status: 302,
        headers: { location: URL },
      });
      expect(await clicks(id)).toEqual([aClick({ messageId: id, userAgentClass: 'bot' })]);
      const { table } = engine;
      expect(await readMessageClicks(table, [id])).toEqual([undefined]);
      expect(await readLinkClicks(table, { accountId: account.accountId, link: host + path })).toEqual({
        ...{ messages: 0, clicks: 0, unattributed: 0, bots: 1 },
      });
      await follow({ userAgent: PHONE, query });
      expect(await readMessageClicks(table, [id])).toMatchObject([{ count: 1 }]);
    },
  );

  it('with a token of another account counts for no message', async () => {
    const { token } = await sendLink();
    const other = await createSendingAccount(engine);
    host = linkDomainOf(other.accountId);
    await register(other.accountId);
    await follow({ query: { r: token } });
    expect(await clicks()).toEqual([aClick({ accountId: other.accountId })]);
  });

  it.each([
    ['a port', (name: string) => `${name}:3000`],
    ['upper case', (name: string) => name.toUpperCase()],
  ])('works with %s in Host', async (_title, written) => {
    expect(await follow({ host: written(host) })).toMatchObject({ status: 302, headers: { location: URL } });
  });

  it('works when the click cannot be recorded', async () => {
    const error = jest.spyOn(getPlatform().log, 'error').mockReturnValue(undefined);
    const write = jest.spyOn(getPlatform().table, 'transact').mockRejectedValueOnce(new Error('down'));
    expect(await follow()).toMatchObject({ status: 302, headers: { location: URL } });
    expect(error).toHaveBeenCalledTimes(1);
    write.mockRestore();
    error.mockRestore();
  });
});

describe('whatever no route takes', () => {
  it.each([
    ['an unknown path', { path: '/nothing' }],
    ['the link’s path on another host', { host: 'evil.example.com' }],
    ['a path that goes on', { path: '/sale/more' }],
    ['a slash at the end', { path: '/sale1/' }],
    ['the root', { path: '/' }],
    ['a path that names a host', { path: '//evil.example.com/sale1' }],
    ['another method', { method: 'POST' }],
  ])('is answered with 404 and 33105: %s', async (_title, request) => {
    expect(await follow(request)).toMatchObject(NOT_FOUND);
    expect((await follow(request)).headers).not.toHaveProperty('location');
  });

  it('is answered with 404 once the link is removed', async () => {
    const { accountId } = account;
    expect(await removeLink(engine.table, { accountId, link: host + path })).toBe(true);
    expect(await follow()).toMatchObject(NOT_FOUND);
  });

  it('is answered with 404 once the domain is another account’s, until that has the link too', async () => {
    const { accountId } = account;
    const domain = { Key: linkDomainOwnerItem.key(host) };
    await engine.table.delete(domain);
    expect(await follow()).toMatchObject(NOT_FOUND);
    const other = await createSendingAccount(engine);
    await addLinkDomain(
      { table: engine.table, clock: systemClock },
      { accountId: other.accountId, domain: host },
    );
    expect(await follow()).toMatchObject(NOT_FOUND);
    await register(other.accountId, 'https://example.org/');
    expect(await follow()).toMatchObject({ headers: { location: 'https://example.org/' } });
    expect(await removeLinkDomain(engine.table, { accountId, domain: host })).toEqual([host + path]);
    expect(await removeLinkDomain(engine.table, { accountId, domain: host })).toBeUndefined();
    expect(await follow()).toMatchObject({ headers: { location: 'https://example.org/' } });
  });

  it('is answered with 404 under the service’s own name, whatever is registered there', async () => {
    const own = new globalThis.URL(getPlatform().config.baseUrl).hostname;
    const { accountId } = account;
    for (const domain of [own, `go.${own}`]) {
      await registerLink({ table: engine.table, clock: systemClock }, { accountId, link: domain + path });
      expect(await follow({ host: domain })).toMatchObject(NOT_FOUND);
    }
  });
});

describe('registering a link', () => {
  /** Adds a link. `from` is its former target in the audit log. */
  const add = async (options: { accountId: string; link: string; url?: string; mayTurn?: boolean }) => {
    const told: { from?: string | undefined } = {};
    const result = await addLink(
      { table: engine.table, clock: systemClock },
      { url: 'https://example.org/', ...options, beforeWrite: (from) => (told.from = from) },
    );
    return { ...result, ...told };
  };

  it('is refused under a domain of another account, of no account, above the own one or below it', async () => {
    const { accountId } = await createSendingAccount(engine);
    for (const domain of [host, 'go.example.com', 'tk', 'localhost']) {
      expect(await add({ accountId, link: `${domain}${path}` })).toEqual({ refused: 'notOwned' });
    }
    for (const domain of [`x.${host}`, 'example.com']) {
      expect(await add({ accountId: account.accountId, link: `${domain}${path}` })).toEqual({
        refused: 'notOwned',
      });
    }
    expect(await follow()).toMatchObject({ headers: { location: URL } });
  });

  it('tells every one of several changes at once where the link led before', async () => {
    const link = { accountId: account.accountId, link: host + path, mayTurn: true };
    const urls = ['https://example.org/a', 'https://example.org/b', 'https://example.org/c'];
    const results = await Promise.all(urls.map((url) => add({ ...link, url })));
    const { headers } = await follow();
    const left = results.map(({ from }) => from);
    expect([...left, headers.location].sort()).toEqual([...urls, URL].sort());
  });

  it('can be taken back by its own account only', async () => {
    const other = await createSendingAccount(engine);
    expect(await removeLink(engine.table, { accountId: other.accountId, link: host + path })).toBe(false);
    expect(await follow()).toMatchObject({ status: 302 });
  });
});
