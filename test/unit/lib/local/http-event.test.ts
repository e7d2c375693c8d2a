import { splitTarget, toHttpEvent } from '../../../../lib/local/http-event';

const eventOf = (request: { target?: string; rawHeaders?: string[]; body?: Buffer }) =>
  toHttpEvent({
    request: {
      method: 'POST',
      target: '/a',
      protocol: 'HTTP/1.1',
      rawHeaders: [],
      sourceIp: '127.0.0.1',
      localPort: 3000,
      body: Buffer.alloc(0),
      ...request,
    },
    routeKey: 'POST /a',
    pathParameters: {},
    requestId: 'id-1',
    now: new Date('2026-01-02T03:04:05.678Z'),
  });

test('a request becomes an event of payload format 2.0', () => {
  const event = toHttpEvent({
    request: {
      method: 'POST',
      target: '/contacts/%2B1555?page=1&tag=a&tag=b&empty',
      protocol: 'HTTP/1.1',
      rawHeaders: [
        'Host',
        'api.local:3000',
        'X-One',
        'a',
        'x-one',
        'b',
        'User-Agent',
        'test',
        'Content-Type',
        'application/json',
      ],
      sourceIp: '127.0.0.1',
      localPort: 3000,
      body: Buffer.from('{"ä":1}'),
    },
    routeKey: 'POST /contacts/{phoneNumber}',
    pathParameters: { phoneNumber: '+1555' },
    requestId: 'id-1',
    now: new Date('2026-01-02T03:04:05.678Z'),
  });

  expect(event).toEqual({
    version: '2.0',
    routeKey: 'POST /contacts/{phoneNumber}',
    rawPath: '/contacts/%2B1555',
    rawQueryString: 'page=1&tag=a&tag=b&empty',
    headers: {
      host: 'api.local:3000',
      'x-one': 'a,b',
      'user-agent': 'test',
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: { page: '1', tag: 'a,b', empty: '' },
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'api.local:3000',
      domainPrefix: 'api',
      http: {
        method: 'POST',
        path: '/contacts/%2B1555',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'test',
      },
      requestId: 'id-1',
      routeKey: 'POST /contacts/{phoneNumber}',
      stage: '$default',
      time: '02/Jan/2026:03:04:05 +0000',
      timeEpoch: 1767323045678,
    },
    pathParameters: { phoneNumber: '+1555' },
    body: '{"ä":1}',
    isBase64Encoded: false,
  });
});

test('a request without body, query, cookies and parameters has none of them in its event', () => {
  const event = eventOf({});

  expect(Object.keys(event).sort()).toEqual([
    'headers',
    'isBase64Encoded',
    'rawPath',
    'rawQueryString',
    'requestContext',
    'routeKey',
    'version',
  ]);
  expect(event.isBase64Encoded).toBe(false);
});

test('cookies are a list of their own and no header', () => {
  const event = eventOf({ rawHeaders: ['Cookie', 'a=1; b=2', 'Cookie', 'c=3'] });

  expect([event.cookies, event.headers.cookie]).toEqual([['a=1', 'b=2', 'c=3'], undefined]);
});

test.each([
  ['text/plain', undefined, false],
  ['text/csv; charset=utf-8', undefined, false],
  ['application/json', undefined, false],
  ['APPLICATION/JSON; charset=utf-8', undefined, false],
  ['application/merge-patch+json', undefined, false],
  ['application/xml', undefined, false],
  ['application/javascript', undefined, false],
  ['application/x-www-form-urlencoded', undefined, false],
  ['application/octet-stream', undefined, true],
  ['application/jsonish', undefined, true],
  ['image/png', undefined, true],
  [undefined, undefined, true],
  ['application/json', 'gzip', true],
  ['application/json', 'identity', true],
])('a body of type %s and encoding %s goes through base64: %s', (type, encoding, isBase64Encoded) => {
  const rawHeaders = [
    ...(type ? ['Content-Type', type] : []),
    ...(encoding ? ['Content-Encoding', encoding] : []),
  ];

  const event = eventOf({ rawHeaders, body: Buffer.from('{"a":1}') });

  expect([event.body, event.isBase64Encoded]).toEqual([
    isBase64Encoded ? 'eyJhIjoxfQ==' : '{"a":1}',
    isBase64Encoded,
  ]);
});

test.each([
  ['a%20b=c%2Bd', { 'a b': 'c+d' }],
  ['a=b+c', { a: 'b c' }],
  ['a=%zz', { a: '%zz' }],
  ['a=1,2&a=3', { a: '1,2,3' }],
])('the query %s is decoded', (query, expected) => {
  expect(eventOf({ target: `/a?${query}` }).queryStringParameters).toEqual(expected);
});

test.each([
  ['/a?b?c', { path: '/a', query: 'b?c' }],
  ['?a', { path: '/', query: 'a' }],
  ['http://host:1/a?b', { path: '/a', query: 'b' }],
  ['http://host', { path: '/', query: '' }],
  ['//a', { path: '//a', query: '' }],
])('the target %s is split', (target, expected) => {
  expect(splitTarget(target)).toEqual(expected);
});
