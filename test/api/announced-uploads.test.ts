import { request } from 'node:http';
import { MAX_IMPORT_FILE_BYTES } from '../../shared/limits';
import { apiImports, IMPORTS, upload } from '../support/service/api-imports';
import { useSendingService } from '../support/service/sending-service';
import { randomPhone } from '../support/service/service';

const fixture = useSendingService();
const { call, create, ended } = apiImports(fixture);

/** Sends a file in pieces, without its length. */
const uploadInPieces = (url: string, content: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.write(content.slice(0, 5));
    sent.end(content.slice(5));
  });

const put = async (url: string, content: string, contentType?: string) => {
  const answer = await fetch(url, {
    method: 'PUT',
    body: Buffer.from(content),
    headers: { ...(contentType !== undefined && { 'content-type': contentType }) },
  });
  return { status: answer.status, text: await answer.text() };
};

const REFUSED = { status: 403, text: expect.stringContaining('SignatureDoesNotMatch') as string };

describe('rules E5: an upload that was announced', () => {
  it('has exactly the size that was announced', async () => {
    const file = `phone\n${randomPhone()}\n`;
    const { id, upload: target } = await create({ bytes: file.length });
    expect(new URL(target.url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    expect(await put(target.url, `${file}\n`)).toMatchObject(REFUSED);
    expect(await put(target.url, file.slice(1))).toMatchObject(REFUSED);
    expect(await uploadInPieces(target.url, file)).toBe(403);
    expect((await call('POST', `${IMPORTS}/${id}/start`)).status).toBe(409);
    await upload(target.url, file);
    expect((await call('POST', `${IMPORTS}/${id}/start`)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ status: 'completed', created: 1 });
  });

  it('has exactly the type that was announced', async () => {
    const file = `phone\n${randomPhone()}\n`;
    for (const contentType of ['text/csv', 'text/csv; charset=utf-8', `x/${'x'.repeat(198)}`]) {
      const { upload: target } = await create({ contentType, bytes: file.length });
      expect(await put(target.url, file)).toMatchObject(REFUSED);
      expect(await put(target.url, file, 'text/plain')).toMatchObject(REFUSED);
      expect((await put(target.url, file, contentType)).status).toBe(200);
    }
  });

  it('may be anything when nothing was announced', async () => {
    const { upload: target } = await create();
    expect(new URL(target.url).searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    for (const contentType of [undefined, 'text/csv', 'application/json']) {
      expect((await put(target.url, 'phone\n', contentType)).status).toBe(200);
    }
  });

  it.each<[string, object, string]>([
    ['a file of more than 1 GB', { bytes: MAX_IMPORT_FILE_BYTES + 1 }, '/bytes'],
    ['no file', { bytes: 0 }, '/bytes'],
    ['half a byte', { bytes: 1.5 }, '/bytes'],
    ['no number', { bytes: '100' }, '/bytes'],
    ['no media type', { contentType: 'csv' }, '/contentType'],
    ['an empty media type', { contentType: '' }, '/contentType'],
    ['a second header', { contentType: 'text/csv\r\nx-amz-acl: public-read' }, '/contentType'],
    ['a media type that is too long', { contentType: `text/${'x'.repeat(196)}` }, '/contentType'],
  ])('is refused at once for %s', async (_what, body, pointer) => {
    expect(await call('POST', IMPORTS, { format: 'csv', ...body })).toMatchObject({
      status: 400,
      body: { code: 33100, details: { errors: [{ pointer }] } },
    });
  });

  it('may have 1 GB', async () => {
    const { upload: target } = await create({ bytes: MAX_IMPORT_FILE_BYTES });
    expect(new URL(target.url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
  });
});

describe('rules E5: uploads from pages', () => {
  const ALLOWED = 'access-control-allow-origin';
  /** Sends a browser's preflight request, before a page may send a file. */
  const ask = async (url: string, origin: string, method = 'PUT') => {
    const headers = { origin, 'access-control-request-method': method };
    const { status, headers: answered } = await fetch(url, { method: 'OPTIONS', headers });
    return [status, answered.get(ALLOWED), answered.get('access-control-allow-methods')];
  };

  it('are allowed to the console, and nothing else is', async () => {
    const { upload: target } = await create();
    const { baseUrl } = fixture.service;
    for (const method of ['GET', 'PUT'])
      expect(await ask(target.url, baseUrl, method)).toEqual([204, baseUrl, 'GET, PUT']);
    for (const method of ['POST', 'DELETE'])
      expect(await ask(target.url, baseUrl, method)).toEqual([403, null, null]);
    const { port } = new URL(baseUrl);
    const foreign = ['https://evil.example', 'null', `https://localhost:${port}`, `http://127.0.0.1:${port}`];
    for (const origin of foreign) expect(await ask(target.url, origin)).toEqual([403, null, null]);
  });

  it('are readable to the console only, refusals included', async () => {
    const { upload: target } = await create({ bytes: 6 });
    const { baseUrl } = fixture.service;
    const send = async (body: string, origin: string) => {
      const { status, headers } = await fetch(target.url, { method: 'PUT', body, headers: { origin } });
      return [status, headers.get(ALLOWED)];
    };
    expect(await send('phone\n', baseUrl)).toEqual([200, baseUrl]);
    expect(await send('too long', baseUrl)).toEqual([403, baseUrl]);
    expect(await send('phone\n', 'https://evil.example')).toEqual([200, null]);
    expect(await send('too long', 'https://evil.example')).toEqual([403, null]);
  });
});
