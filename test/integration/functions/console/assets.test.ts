import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler } from '../../../../functions/console/assets';
import { useEngine } from '../../../support/engines/engine';

const FILES_ORIGIN = 'https://files.s3.us-east-1.amazonaws.com';
const FILES: Record<string, string> = {
  'index.html': '<!doctype html>',
  'index.html.br': 'index in br',
  'index.html.gz': 'index in gzip',
  'icon.svg': '<svg/>',
  'assets/app-a1b2.js': 'let app',
  'assets/app-a1b2.js.br': 'app in br',
  'assets/app-a1b2.js.gz': 'app in gzip',
  'assets/font-c3d4.woff2': 'font',
  'secret.txt': 'no file of the console',
};

useEngine({ setsEnvironment: true });

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-files-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  process.env.CONSOLE_FILES = folder;
  process.env.FILES_ORIGIN = FILES_ORIGIN;
  delete process.env.AWS_ENDPOINT_URL_S3;
});

interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

async function get(rawPath: string, acceptEncoding?: string) {
  const event = {
    version: '2.0',
    rawPath,
    headers: acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding },
    requestContext: { requestId: 'request-1', http: { method: 'GET', path: rawPath } },
    isBase64Encoded: false,
  };
  const context = { awsRequestId: 'invocation-1', functionName: 'test' };
  const call = handler as (event: unknown, context: unknown) => Promise<unknown>;
  const { statusCode, headers, body, isBase64Encoded } = (await call(event, context)) as Answer;
  const text = isBase64Encoded === true ? Buffer.from(body, 'base64').toString() : body;
  return { status: statusCode, headers, text };
}

describe('files of the console', () => {
  it('with a hash in their names are kept for a year', async () => {
    const { status, headers, text } = await get('/console/assets/app-a1b2.js');
    expect([status, text]).toEqual([200, 'let app']);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['gzip, deflate, br', 'app in br', 'br'],
    ['gzip', 'app in gzip', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'app in gzip', 'gzip'],
    ['br;q=0, gzip;q=0.000', 'let app', undefined],
    ['identity', 'let app', undefined],
    ['', 'let app', undefined],
  ])('are compressed as `Accept-Encoding: %s` says', async (accepted, content, encoding) => {
    const { headers, text } = await get('/console/assets/app-a1b2.js', accepted);
    expect(text).toBe(content);
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('that have no compressed form are sent as they are', async () => {
    const { headers, text } = await get('/console/assets/font-c3d4.woff2', 'br, gzip');
    expect([text, headers['content-type'], headers['content-encoding']]).toEqual([
      'font',
      'font/woff2',
      undefined,
    ]);
  });

  it('without a hash are asked for again after five minutes', async () => {
    const { headers } = await get('/console/icon.svg');
    expect(headers['cache-control']).toBe('public, max-age=300');
  });

  it('that are gone are 404, so that no page is kept as a script', async () => {
    const { status, text } = await get('/console/assets/app-0000.js');
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ status: 404, code: expect.any(Number) as number });
  });
});

describe('pages of the console', () => {
  it.each([
    '/console',
    '/console/',
    '/console/acc_1/campaigns/cmp_2',
    '/console/index.html',
    '/console/secret.txt',
  ])('%s is the first page, which browsers ask for each time', async (path) => {
    const { status, headers, text } = await get(path, 'br');
    expect([status, text]).toEqual([200, 'index in br']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each(['/console/../secret.txt', '/console/assets/../../etc/passwd', '/console/./index.html'])(
    '%s leads to no file',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('allow scripts and styles of their own alone, uploads to the bucket, and no frame', async () => {
    const { headers } = await get('/console/');
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      `connect-src 'self' ${FILES_ORIGIN}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
  });
});

it('a page that stands alone names its one style sheet by its hash', async () => {
  process.env.CONSOLE_FILES = mkdtempSync(join(tmpdir(), 'console-not-built-'));
  const { status, headers, text } = await get('/console/');
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(status).toBe(503);
  expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
});
