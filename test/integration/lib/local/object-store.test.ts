import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newLocalCredentials } from '../../../../lib/local/credentials';
import { type ObjectStore, startObjectStore } from '../../../../lib/local/object-store';
import { createFiles, type Files } from '../../../../shared/platform/files/files';

const PAGE = 'http://localhost:3000';

let folder: string;
let store: ObjectStore;
let files: Files;
const former = { ...process.env };

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'object-store-')), 'files');
  const credentials = newLocalCredentials();
  store = await startObjectStore({
    ...{ folder, credentials, isInMemory: true, pageOrigin: PAGE },
    onError: (error) => {
      throw error;
    },
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  files = createFiles('bucket');
});
afterAll(async () => {
  process.env = former;
  await store.stop();
  rmSync(join(folder, '..'), { recursive: true });
});

const upload = async (url: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { method: 'PUT', body, headers });
  const [, code] = /<Code>(\w+)</.exec(await answer.text()) ?? [];
  return [answer.status, code];
};
const presign = (now: Date, content = {}) =>
  files.presignUpload('a b/c.csv', { now, expiresInSeconds: 60, content });

describe('a presigned upload', () => {
  it('is taken as it was announced, and no other one', async () => {
    const { url } = await presign(new Date(), { bytes: 5 });
    expect([
      await upload(url, 'Hello'),
      await upload(url, 'Hello!'),
      await upload(url.replace('c.csv', 'd.csv'), 'Hello'),
      await upload(url.replace(/Signature=.{6}/, 'Signature=000000'), 'Hello'),
      await upload(url.replace('X-Amz-Credential=', 'X-Amz-Credential=other'), 'Hello'),
    ]).toEqual([
      [200, undefined],
      [403, 'SignatureDoesNotMatch'],
      [403, 'SignatureDoesNotMatch'],
      [403, 'SignatureDoesNotMatch'],
      [403, 'AccessDenied'],
    ]);
  });

  it('is kept for the owner of the data only', async () => {
    const { url } = await presign(new Date());
    await upload(url, 'Hello');
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const modes = readdirSync(folder).map((name) => modeOf(join(folder, name)));
    expect([modeOf(folder), [...new Set(modes)]]).toEqual(['700', ['600']]);
  });

  it('is refused when its time is over', async () => {
    const { url } = await presign(new Date(Date.now() - 61_000));
    expect(await upload(url, 'Hello')).toEqual([403, 'AccessDenied']);
  });

  it('is read back, and downloaded under a name', async () => {
    const { url } = await presign(new Date());
    await upload(url, 'Grüße', { 'content-type': 'text/csv' });
    const found = await files.find('a b/c.csv');
    expect(found).toMatchObject({ bytes: 7 });
    expect(await text(await files.read('a b/c.csv', { tag: found?.tag }))).toBe('Grüße');
    await expect(files.read('a b/c.csv', { tag: '"other"' })).rejects.toMatchObject({ reason: 'replaced' });
    const download = await files.presignDownload('a b/c.csv', {
      ...{ now: new Date(), expiresInSeconds: 60, fileName: 'people.csv' },
    });
    const { headers } = await fetch(download.url);
    expect(['content-disposition', 'cache-control', 'content-type'].map((name) => headers.get(name))).toEqual(
      ['attachment; filename="people.csv"', 'no-store', 'text/csv'],
    );
  });
});

it('lets the pages of the console read and upload, and those of no other site', async () => {
  await files.put('a/page', { body: 'text', contentType: 'text/plain' });
  const { url } = await files.presignDownload('a/page', {
    ...{ now: new Date(), expiresInSeconds: 60, fileName: 'a.txt' },
  });
  const allowed = async (origin: string, init: RequestInit = {}) =>
    (await fetch(url, { ...init, headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await allowed(PAGE)).toBe(PAGE);
  expect(await allowed('https://other.example')).toBeNull();
  expect(await allowed(PAGE, { method: 'DELETE' })).toBeNull();
});

it('joins the parts of an upload', async () => {
  const started = await files.startUpload('parts', { contentType: 'text/csv' });
  const tags = [];
  for (const [index, body] of ['one,', 'two'].entries()) {
    tags.push(await files.putPart(started, { number: index + 1, body: Buffer.from(body) }));
  }
  await files.completeUpload(started, tags);
  expect(await text(await files.read('parts'))).toBe('one,two');
  await files.delete('parts');
  expect(await files.find('parts')).toBeUndefined();
});

it('is empty after it was cleared', async () => {
  await files.put('kept', { body: 'Hello', contentType: 'text/plain' });
  await store.clear();
  expect([await files.find('kept'), existsSync(folder)]).toEqual([undefined, false]);
  await files.put('kept', { body: 'Hello', contentType: 'text/plain' });
  expect(await files.find('kept')).toMatchObject({ bytes: 5 });
});
