import fc from 'fast-check';
import type { RawRequest } from './fuzz-request';
import type { World } from './world';

const CRLF = '\r\n';

/** Generates bytes that no HTTP client would send: broken framing, smuggled requests, half requests, and slow ones. */
export function rawRequest(world: World): fc.Arbitrary<RawRequest> {
  const authorization = `Authorization: ${world.own.authorization}`;
  const send = '/api/v1/messaging/message';
  const post = (lines: string[], body: string) =>
    [
      `POST ${send} HTTP/1.1`,
      'Host: localhost',
      authorization,
      'Content-Type: application/json',
      ...lines,
      '',
      body,
    ].join(CRLF);
  const get = (line: string, ...lines: string[]) =>
    [line, 'Host: localhost', authorization, ...lines, '', ''].join(CRLF);
  const lineOf = (target: string) => `GET ${target} HTTP/1.1`;

  const framing = [
    post(['Content-Length: -1'], '{}'),
    post(['Content-Length: 1e3'], '{}'),
    post(['Content-Length: 0x10'], '{}'),
    post(['Content-Length: 99999999999999999999'], '{}'),
    post(['Content-Length: 2', 'Content-Length: 3'], '{} '),
    post(['Content-Length: 2', 'Content-Length: 2'], '{}'),
    post(['Content-Length: 2, 2'], '{}'),
    post(['Content-Length: '], '{}'),
    post(['Content-Length: +2'], '{}'),
    post(['Content-Length: 2', 'Transfer-Encoding: chunked'], `0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `2${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: xchunked'], `2${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: chunked, identity'], `2${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: chunked'], `zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: chunked'], `-1${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: chunked'], `ffffffffffffffff${CRLF}{}`),
    post(['Transfer-Encoding: chunked'], `2;${'x'.repeat(20_000)}${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
    post(['Transfer-Encoding: chunked'], `2${CRLF}{}${CRLF}0${CRLF}Authorization: x${CRLF}${CRLF}`),
    post(['Transfer-Encoding : chunked'], `0${CRLF}${CRLF}`),
    post(['Expect: 100-continue', 'Content-Length: 99999999'], ''),
    post(['Expect: nothing', 'Content-Length: 2'], '{}'),
    post(['Content-Length: 2'], '{}GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  ];
  const heads = [
    `GET /docs/errors HTTP/1.1${CRLF}${CRLF}`,
    `GET /docs/errors HTTP/1.0${CRLF}${CRLF}`,
    `GET /docs/errors${CRLF}`,
    `GET  /docs/errors  HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    `GET /docs/errors HTTP/9.9${CRLF}Host: x${CRLF}${CRLF}`,
    `GET /docs/errors HTTP/2.0${CRLF}Host: x${CRLF}${CRLF}`,
    `PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`,
    `get /docs/errors HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    `FOO /docs/errors HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    `${'A'.repeat(5_000)} / HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    `OPTIONS * HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    `CONNECT example.com:443 HTTP/1.1${CRLF}Host: example.com${CRLF}${CRLF}`,
    get(lineOf('http://example.com/api/v1/groups')),
    get(lineOf('https://example.com:99999999/api/v1/groups')),
    get(lineOf('//example.com/api/v1/groups')),
    get(lineOf('http://')),
    get(lineOf('api/v1/groups')),
    get(lineOf('')),
    get(lineOf('/api/v1/groups\x00')),
    get(lineOf('/api/v1/groups?name=\xff\xfe')),
    get(lineOf('/\x80\x81')),
    get(lineOf(`/${'a'.repeat(20_000)}`)),
    get(lineOf(`/api/v1/groups?name=${'a'.repeat(15_000)}`)),
    get(lineOf('/api/v1/groups'), 'Host: second'),
    get(lineOf('/api/v1/groups'), authorization),
    get(lineOf('/api/v1/groups'), `X: ${'y'.repeat(70_000)}`),
    get(lineOf('/api/v1/groups'), ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`)),
    get(lineOf('/api/v1/groups'), 'No colon here'),
    get(lineOf('/api/v1/groups'), ': empty name'),
    get(lineOf('/api/v1/groups'), 'X\x00Y: z'),
    get(lineOf('/api/v1/groups'), 'X: a\x00b'),
    get(lineOf('/api/v1/groups'), 'X: a\x7f\x01'),
    get(lineOf('/api/v1/groups'), ' folded: line'),
    get(lineOf('/api/v1/groups'), 'X: a', '\tfolded'),
    get(lineOf('/api/v1/groups'), 'X: a\nX-Injected: b'),
    get(lineOf('/api/v1/groups'), 'X: a\rX-Injected: b'),
    get(lineOf('/api/v1/groups'), 'Connection: close, X-Request-Id, Authorization'),
    get(
      lineOf('/api/v1/groups'),
      'Upgrade: h2c',
      'Connection: Upgrade, HTTP2-Settings',
      'HTTP2-Settings: AA',
    ),
    get(lineOf('/api/v1/groups')).repeat(20),
    `${CRLF.repeat(500)}${get(lineOf('/api/v1/groups'))}`,
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\x00'.repeat(2_000),
    CRLF,
  ];
  const whole = (kind: string, texts: string[]) =>
    fc.constantFrom(...texts).map((text) => ({ kind, pieces: [Buffer.from(text, 'latin1')], pauseMs: 0 }));
  const noise = fc
    .uint8Array({ minLength: 1, maxLength: 600 })
    .map((bytes) => ({ kind: 'raw noise', pieces: [Buffer.from(bytes)], pauseMs: 0 }));
  const cut = fc.tuple(fc.constantFrom(...framing, ...heads), fc.nat(400)).map(([text, length]) => ({
    kind: 'raw cut',
    pieces: [Buffer.from(text.slice(0, length), 'latin1')],
    pauseMs: 0,
  }));
  const flipped = fc
    .tuple(fc.constantFrom(...heads, ...framing), fc.nat(300), fc.nat(255))
    .map(([text, position, byte]) => {
      const bytes = Buffer.from(text, 'latin1');
      bytes[position % bytes.length] = byte;
      return { kind: 'raw flip', pieces: [bytes], pauseMs: 0 };
    });
  return fc.oneof(
    { weight: 4, arbitrary: whole('raw framing', framing) },
    { weight: 5, arbitrary: whole('raw head', heads) },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: cut },
    { weight: 3, arbitrary: flipped },
  );
}

/** Returns requests of which a piece is sent now and then, and never the last. */
export function slowRequests(world: World): RawRequest[] {
  const head = `POST /api/v1/messaging/message HTTP/1.1${CRLF}Host: localhost${CRLF}Authorization: ${world.own.authorization}${CRLF}`;
  const pieces = (text: string) => [...text].map((character) => Buffer.from(character));
  return [
    { kind: 'slow head', pieces: [Buffer.from(head), ...pieces('X-Slow: aaaaaaaaaa')], pauseMs: 100 },
    {
      kind: 'slow body',
      pieces: [
        Buffer.from(`${head}Content-Type: application/json${CRLF}Content-Length: 1000${CRLF}${CRLF}`),
        ...pieces('{"to":"+1212555'),
      ],
      pauseMs: 100,
    },
    {
      kind: 'slow chunks',
      pieces: [
        Buffer.from(`${head}Content-Type: application/json${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}`),
        ...Array.from({ length: 15 }, () => Buffer.from(`1${CRLF} ${CRLF}`)),
      ],
      pauseMs: 100,
    },
  ];
}
