import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parseJsonBody } from '../../../../shared/http/internal/json-body';

const MAX_BYTES = 1_000;

interface Sent {
  body: string | Buffer;
  contentType?: string;
  contentEncoding?: string;
}

/** Parses a body as API Gateway passes it on: bytes in base64, text unchanged. */
async function parse({ body, contentType = 'application/json', contentEncoding }: Sent) {
  const isBase64Encoded = typeof body !== 'string';
  const event = {
    headers: {
      'content-type': contentType,
      ...(contentEncoding !== undefined && { 'content-encoding': contentEncoding }),
    },
    body: isBase64Encoded ? body.toString('base64') : body,
    isBase64Encoded,
  } as unknown as APIGatewayProxyEventV2;
  const { value, error } = await parseJsonBody(event, { maxBytes: MAX_BYTES });
  return error ? error.code : value;
}

const gzip = (body: string | Buffer) => parse({ body: gzipSync(body), contentEncoding: 'gzip' });
/** Returns a JSON text of this many bytes. */
const textOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

describe('the size of a body', () => {
  it.each<[string, (text: string) => Promise<unknown>]>([
    ['plain', (body) => parse({ body })],
    ['plain in base64', (body) => parse({ body: Buffer.from(body) })],
    ['gzip', gzip],
  ])('may be the limit and no byte more: %s', async (_, send) => {
    expect(await send(textOf(MAX_BYTES))).toHaveLength(MAX_BYTES - 2);
    expect(await send(textOf(MAX_BYTES + 1))).toBe(33103);
  });

  it('is counted in bytes', async () => {
    expect(await parse({ body: JSON.stringify('😀'.repeat(249)) })).toBe('😀'.repeat(249));
    expect(await parse({ body: JSON.stringify('😀'.repeat(250)) })).toBe(33103);
  });

  it('ends the unpacking of several members at the limit', async () => {
    const member = gzipSync(' '.repeat(600));
    expect(await parse({ body: Buffer.concat([member, member]), contentEncoding: 'gzip' })).toBe(33103);
  });
});

describe('gzip', () => {
  it('is taken in several members', async () => {
    const body = Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]);
    expect(await parse({ body, contentEncoding: 'x-gzip' })).toEqual({ a: 1 });
  });

  it.each([
    ['cut off', gzipSync(textOf(900)).subarray(0, -8)],
    ['none', Buffer.from('{}')],
  ])('that is %s is no JSON', async (_, body) => {
    expect(await parse({ body, contentEncoding: 'gzip' })).toBe(33101);
  });

  it('may be padded with zeros, and with nothing else', async () => {
    const padded = (padding: string) => Buffer.concat([gzipSync('{}'), Buffer.from(padding)]);
    expect(await parse({ body: padded('\0\0\0'), contentEncoding: 'gzip' })).toEqual({});
    expect(await parse({ body: padded('garbage'), contentEncoding: 'gzip' })).toBe(33101);
  });

  it.each(['br', 'deflate', 'gzip, gzip', 'zstd'])(
    'is the only encoding: not %s',
    async (contentEncoding) => {
      expect(await parse({ body: gzipSync('{}'), contentEncoding })).toBe(33102);
    },
  );
});

describe('the text of a body', () => {
  it('may begin with a byte order mark', async () => {
    expect(await parse({ body: '\ufeff{"a":1}' })).toEqual({ a: 1 });
    expect(await gzip('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['half a character', Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22])],
    ['nothing but a byte order mark behind another one', Buffer.from('\ufeff\ufeff')],
    ['an end that is missing', Buffer.from('{"a":1')],
  ])('is refused as no JSON: %s', async (_, body) => {
    expect(await parse({ body })).toBe(33101);
  });

  it('is refused when it is nested deeper, or has more values, than any request', async () => {
    expect(await parse({ body: '['.repeat(33) + ']'.repeat(33) })).toBe(33100);
    expect(await parse({ body: '['.repeat(500) })).toBe(33100);
  });
});

describe('the media type', () => {
  it.each([
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; charset=US-ASCII',
    'application/merge-patch+json',
    'application/json; version=1',
    'APPLICATION/JSON ; x="y"',
  ])('is taken: %s', async (contentType) => {
    expect(await parse({ body: '{}', contentType })).toEqual({});
  });

  it.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/jsonp',
    'application/json2; a',
    'text/json',
    'multipart/form-data; boundary=application/json',
    '',
  ])('is refused: %s', async (contentType) => {
    expect(await parse({ body: '{}', contentType })).toBe(33102);
  });
});
