import { handler } from '../../../../functions/edge/answer-link';
import { removeLink } from '../../../../shared/content/link-store';
import { removeLinkDomain } from '../../../../shared/operations/link-domains';
import { systemClock } from '../../../../shared/platform/clock';
import { readLinkClicks } from '../../../../shared/sending/clicks/click-counters';
import { useEngine } from '../../../support/engines/engine';
import { callHandler } from '../../../support/routes/call-handler';
import { createScriptedProvider } from '../../../support/sending/scripted-provider';
import { createSendingAccount } from '../../../support/sending/sending-account';
import { linkDomainOf, registerLink } from '../../../support/service/own-links';
import { getPlatform } from '../../../../shared/platform/platform';

const URL = 'https://shop.example.com/sale?from=sms';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

const engine = useEngine({ setsEnvironment: true });
let accountId: string;
let host: string;
let links = 0;
let path: string;

beforeEach(async () => {
  Object.assign(getPlatform(), { provider: createScriptedProvider() });
  ({ accountId } = await createSendingAccount(engine));
  host = linkDomainOf(accountId);
  path = `a/sale${(links += 1)}`;
  await registerLink(
    { table: engine.table, clock: systemClock },
    { accountId, link: `${host}/${path}`, url: URL },
  );
});

const ask = (request: { host?: string; path?: string } = {}) =>
  callHandler(handler, {
    headers: { host: request.host ?? host, 'user-agent': PHONE },
    pathParameters: { path: request.path ?? path },
    query: { r: 'abc' },
  });

it('tells CloudFront where a link leads, to keep it for a minute and longer when the service fails', async () => {
  expect(await ask()).toMatchObject({
    status: 302,
    headers: {
      location: URL,
      'cache-control': 's-maxage=60, stale-while-revalidate=60, stale-if-error=86400',
    },
  });
  expect(await ask({ host: `${host.toUpperCase()}:443` })).toMatchObject({ status: 302 });
});

it('counts no click: those are counted from the access log', async () => {
  await ask();
  expect(await readLinkClicks(engine.table, { accountId, link: `${host}/${path}` })).toEqual({
    ...{ messages: 0, clicks: 0, unattributed: 0, bots: 0 },
  });
});

it.each([
  ['another path', async () => ask({ path: 'other' })],
  ['another domain', async () => ask({ host: 'go.example.com' })],
  ['a path that can be none', async () => ask({ path: `${path}/..` })],
  [
    'a link that was removed',
    async () => {
      await removeLink(engine.table, { accountId, link: `${host}/${path}` });
      return ask();
    },
  ],
  [
    'a domain that its account has no more',
    async () => {
      await removeLinkDomain(engine.table, { accountId, domain: host });
      return ask();
    },
  ],
])('answers 404 for %s', async (_title, request) => {
  expect(await request()).toMatchObject({ status: 404 });
});
