import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { isLinkIdentifier } from '../../../shared/content/link';
import { isPrefetch } from '../../../shared/sending/links/is-prefetch';

interface EdgeRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
}
type Answer = EdgeRequest | { statusCode: number; headers: Record<string, { value: string }> };

const HOST = 'go.example.com';
const context = createContext({});
runInContext(readFileSync('functions/edge/judge-request.js', 'utf8'), context);

/** Runs the function as CloudFront does. */
function judge(request: { method?: string; uri?: string; headers?: Record<string, string> }): Answer {
  const { method = 'GET', uri = '/sale', headers = {} } = request;
  const all = { host: HOST, ...headers };
  const values = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }]));
  const event = { request: { method, uri, headers: values } };
  // Values of the other context have other prototypes.
  return JSON.parse(
    runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, context) as string,
  ) as Answer;
}

const statusOf = (answer: Answer) => ('statusCode' in answer ? answer.statusCode : 'forwarded');

it('forwards a request that can be for a link, unchanged', () => {
  expect(judge({ uri: '/a/b-1.~_' })).toEqual({
    method: 'GET',
    uri: '/a/b-1.~_',
    headers: { host: { value: HOST } },
  });
  expect(statusOf(judge({ method: 'HEAD' }))).toBe('forwarded');
});

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s', (method) => {
  expect(judge({ method })).toEqual({
    statusCode: 405,
    statusDescription: 'Method Not Allowed',
    headers: { allow: { value: 'GET, HEAD' }, 'cache-control': { value: 'no-store' } },
  });
});

it.each([
  '/',
  '/wp-admin/',
  '//a',
  '/a//b',
  '/a/../b',
  '/.',
  '/..',
  '/%2e%2e',
  '/a b',
  '/ä',
  '/a?b',
  '/.env/..',
])('refuses %s, which can be no link', (uri) => {
  expect(judge({ uri })).toEqual({
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: { 'cache-control': { value: 'no-store' } },
  });
});

it('takes a link of 200 characters with its domain, and no longer one', () => {
  const longest = `/${'a'.repeat(200 - HOST.length - 1)}`;
  expect(statusOf(judge({ uri: longest }))).toBe('forwarded');
  expect(statusOf(judge({ uri: `${longest}a` }))).toBe(404);
});

it('forwards exactly the paths that can be links', () => {
  const character = fc.constantFrom('a', 'Z', '0', '.', '-', '_', '~', '/', '%', ' ', '+', 'é');
  const path = fc.array(character, { maxLength: 12 }).map((characters) => `/${characters.join('')}`);
  fc.assert(
    fc.property(path, (uri) => {
      expect(statusOf(judge({ uri }))).toBe(isLinkIdentifier(`${HOST}${uri}`) ? 'forwarded' : 404);
    }),
  );
});

it.each([
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'Prefetch' },
])('answers 503 to %j, so that a browser asks again when the person follows the link', (headers) => {
  expect(isPrefetch(headers as Record<string, string>)).toBe(true);
  expect(judge({ headers })).toEqual({
    statusCode: 503,
    statusDescription: 'Service Unavailable',
    headers: { 'cache-control': { value: 'no-store' } },
  });
});

it('goes by the same headers as the API', () => {
  const name = fc.constantFrom('sec-purpose', 'purpose', 'x-purpose', 'x-moz', 'x-other', 'sec-fetch-mode');
  const value = fc.constantFrom('prefetch', 'PREVIEW', 'prerender', 'navigate', '', 'anonymous-client-ip');
  fc.assert(
    fc.property(fc.dictionary(name, value), (headers) => {
      expect(statusOf(judge({ headers }))).toBe(isPrefetch(headers) ? 503 : 'forwarded');
    }),
  );
});
