import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { openApi } from '../support/routes/openapi';
import type { FuzzRequest } from './fuzz-request';
import { spoil } from './hostile-json';
import { spoiltPath, spoiltQuery } from './hostile-paths';
import {
  anyOperation,
  fillPath,
  JSON_HEADERS,
  OPERATIONS,
  validBody,
  WITH_BODY,
  WITH_PARAMETER,
  withRefusedBody,
} from './operations';
import type { World } from './world';

/** Generates a request that a hostile client can send. */
export function hostileRequest(world: World): fc.Arbitrary<FuzzRequest> {
  const authorization = world.own.authorization;
  const authorized = (request: FuzzRequest): FuzzRequest => ({
    ...request,
    headers: { authorization, ...request.headers },
  });
  return fc.oneof(
    { weight: 40, arbitrary: spoiltBody(world).map(authorized) },
    { weight: 10, arbitrary: spoiltBytes(world).map(authorized) },
    { weight: 15, arbitrary: spoiltPath(world).map(authorized) },
    { weight: 8, arbitrary: spoiltQuery(world).map(authorized) },
    { weight: 6, arbitrary: spoiltMethod(world).map(authorized) },
    { weight: 6, arbitrary: spoiltHeaders(world).map(authorized) },
    { weight: 8, arbitrary: wrongCredentials(world) },
    { weight: 7, arbitrary: foreignId(world).map(authorized) },
  );
}

function spoiltBody(world: World): fc.Arbitrary<FuzzRequest> {
  return fc.tuple(anyOperation(WITH_BODY), fc.nat(10), fc.nat(99)).chain(([one, example, dice]) =>
    spoil(validBody(one, world, example)).map((text) => {
      const isPacked = dice < 15;
      return {
        kind: 'body',
        method: one.method,
        path: fillPath(one.template, world),
        headers: { ...JSON_HEADERS, ...(isPacked && { 'content-encoding': 'gzip' }) },
        body: isPacked ? gzipSync(text) : Buffer.from(text),
      };
    }),
  );
}

const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const NESTED_BOMB = gzipSync(BOMB);
const LARGE = Buffer.from(`{"body":"${'x'.repeat(11 * 1024 * 1024)}"}`);

const MEDIA_TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/jsonp',
  'application/json, text/plain',
  'application/vnd.api+json',
  'APPLICATION/JSON',
  '/',
  'x'.repeat(4_000),
];
const ENCODINGS = [
  'gzip',
  'GZIP',
  'gzip, gzip',
  'deflate',
  'br',
  'identity',
  '',
  'x-gzip',
  'zstd',
  'gzip;q=0',
  '*',
];

function spoiltBytes(world: World): fc.Arbitrary<FuzzRequest> {
  const bytes = fc.oneof(
    { weight: 20, arbitrary: fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)) },
    {
      weight: 6,
      arbitrary: fc.nat(60).map((length) => gzipSync('{"to":"+12125550123"}').subarray(0, length)),
    },
    { weight: 4, arbitrary: fc.constant(Buffer.concat([gzipSync('{}'), Buffer.from('more')])) },
    { weight: 4, arbitrary: fc.constant(gzipSync(gzipSync('{}'))) },
    { weight: 4, arbitrary: fc.constant(Buffer.from('\ufeff{}')) },
    { weight: 4, arbitrary: fc.constant(Buffer.from('{}', 'utf16le')) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(' ', '\n', '\0', 'null', '[]', '"x"', '{"a":1}{"a":2}')
        .map((text) => Buffer.from(text)),
    },
    { weight: 1, arbitrary: fc.constantFrom(BOMB, NESTED_BOMB) },
    { weight: 1, arbitrary: fc.constantFrom(LARGE, Buffer.alloc(10 * 1024 * 1024, ' ')) },
  );
  return fc
    .record({
      one: anyOperation(WITH_BODY),
      bytes,
      mediaType: fc.oneof(
        { weight: 5, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...MEDIA_TYPES) },
      ),
      encoding: fc.oneof(
        { weight: 2, arbitrary: fc.constant(undefined) },
        { weight: 3, arbitrary: fc.constant('gzip') },
        { weight: 1, arbitrary: fc.constantFrom(...ENCODINGS) },
      ),
    })
    .map(({ one, bytes: body, mediaType, encoding }) => ({
      kind: 'bytes',
      method: one.method,
      path: fillPath(one.template, world),
      headers: {
        'content-type': mediaType,
        ...(encoding !== undefined && { 'content-encoding': encoding }),
      },
      // An empty body would be a valid request for routes that need none.
      body: body.length === 0 ? Buffer.from('{') : body,
    }));
}

function spoiltMethod(world: World): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(
      anyOperation(OPERATIONS),
      fc.constantFrom(
        'PUT',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'PURGE',
        'LINK',
        'M-SEARCH',
        'DELETE',
        'PATCH',
      ),
    )
    .filter(([{ template }, method]) => openApi.paths[template]?.[method.toLowerCase()] === undefined)
    .map(([{ template }, method]) => ({
      kind: 'method',
      method,
      path: fillPath(template, world),
      headers: {},
    }));
}

const HEADERS: ReadonlyArray<Record<string, string | string[]>> = [
  { host: 'example.com' },
  { host: 'localhost:99999' },
  { host: '' },
  { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-for': '127.0.0.1'.repeat(100) },
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/api/v1/groups' },
  { cookie: 'a=b; '.repeat(200) },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip, deflate, br, *;q=0' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { 'content-type': ['application/json', 'text/plain'] },
  { 'x-amzn-trace-id': 'Root=1-x' },
  { te: 'trailers' },
  { 'user-agent': 'x'.repeat(6_000) },
  { expect: '100-continue' },
  { upgrade: 'websocket', connection: 'Upgrade' },
  { __proto__x: 'y', constructor: 'z' },
  { 'x-request-id': 'mine' },
  { origin: 'https://evil.example.com', 'access-control-request-method': 'POST' },
];

function spoiltHeaders(world: World): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(anyOperation(OPERATIONS), fc.constantFrom(...HEADERS))
    .map(([{ method, template }, headers]) =>
      withRefusedBody({
        kind: 'headers',
        // Deleting and cancelling would succeed.
        method: method === 'DELETE' || template.endsWith('/cancel') ? 'GET' : method,
        path: fillPath(template, world),
        headers,
      }),
    );
}

function wrongCredentials(world: World): fc.Arbitrary<FuzzRequest> {
  const { own, other } = world;
  const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const { apiKeyId, apiKeySecret } = own.account;
  const credentials = fc.oneof(
    fc.constantFrom<Record<string, string | string[]>>(
      {},
      { authorization: '' },
      { authorization: 'Basic' },
      { authorization: 'Basic ' },
      { authorization: 'Bearer x' },
      { authorization: encode('') },
      { authorization: encode(':') },
      { authorization: encode(apiKeyId) },
      { authorization: encode(`${apiKeyId}:`) },
      { authorization: encode(`:${apiKeySecret}`) },
      { authorization: encode(`${apiKeyId}:${apiKeySecret} `) },
      { authorization: encode(`${apiKeyId}:${apiKeySecret}\0`) },
      { authorization: encode(`${apiKeyId}:${other.account.apiKeySecret}`) },
      { authorization: encode(`${apiKeyId.toLowerCase()}:${apiKeySecret}`) },
      { authorization: encode(`__proto__:${apiKeySecret}`) },
      { authorization: encode(`${'k'.repeat(5_000)}:x`) },
      { authorization: `Basic ${own.authorization.slice(6).replace(/./, '!')}` },
      { authorization: `${own.authorization}, ${other.authorization}` },
      { authorization: own.authorization.replace('Basic ', 'Basic\t') },
      { authorization: own.authorization.replace('Basic ', 'Digest ') },
    ),
    fc.base64String({ maxLength: 60 }).map((text) => ({ authorization: `Basic ${text}` })),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => ({ authorization: encode(text) })),
  );
  return fc
    .tuple(anyOperation(OPERATIONS), credentials)
    .map(([{ method, template }, headers]) =>
      withRefusedBody({ kind: 'credentials', method, path: fillPath(template, world), headers }),
    );
}

function foreignId({ own, other }: World): fc.Arbitrary<FuzzRequest> {
  const othersWorld = { own: other, other: own };
  return fc.tuple(anyOperation(WITH_PARAMETER), fc.nat(10)).map(([one, index]) => {
    // Both accounts have the same people, so only the last segment distinguishes the owner.
    const isForeign = !one.template.endsWith('/by-phone/{phoneNumber}');
    const hasBody = isForeign && one.operation.requestBody !== undefined;
    return {
      kind: 'foreign',
      method: isForeign ? one.method : 'GET',
      path: fillPath(one.template, othersWorld),
      headers: hasBody ? JSON_HEADERS : {},
      ...(hasBody && { body: Buffer.from(JSON.stringify(validBody(one, othersWorld, index))) }),
    };
  });
}
