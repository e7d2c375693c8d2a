import type { MediaFile } from '../../../../../shared/platform/provider/media';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../../../shared/platform/clock';
import { createIds } from '../../../../../shared/platform/ids';
import { fetchMedia, type FetchedMedia } from '../../../../../shared/sending/media/internal/fetch-media';
import type { MediaBucket } from '../../../../../shared/platform/files/media-bucket';
import { createMediaLibrary } from '../../../../../shared/sending/media/media-library';
import { useEngine } from '../../../../support/engines/engine';
import { waitFor } from '../../../../support/run/wait-for';

const FILE: FetchedMedia = { contentType: 'image/png', body: Buffer.from('png') };
const NOT_YET = { state: 'notYet', retryAfterSeconds: 2 };
const HOUR_MS = 60 * 60 * 1000;

const engine = useEngine();
let scopes = 0;

/** Creates a few workers with one bucket between them, and a scope of their own. */
function workshop(
  answers: { fetch?: (signal?: AbortSignal) => Promise<FetchedMedia>; put?: MediaBucket['put'] } = {},
) {
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  const clock: Clock = { now: () => new Date(nowMs) };
  const fetched: string[] = [];
  const stored: string[] = [];
  const media = { scope: `brc_${(scopes += 1)}`, mediaUrl: 'https://example.com/a.png' };
  /** Creates the library of a worker. `timeoutMs`: of its caller. */
  const newLibrary = (timeoutMs = 30_000) => {
    const library = createMediaLibrary({
      table: engine.table,
      clock,
      ids: createIds(clock),
      bucket: {
        put: async (file) => {
          const uri = await (answers.put?.(file) ?? Promise.resolve(`s3://media/${file.key}`));
          stored.push(file.contentType);
          return uri;
        },
      },
      fetch: async (mediaUrl, options) => {
        fetched.push(mediaUrl);
        return answers.fetch?.(options?.signal) ?? FILE;
      },
    });
    return {
      locate: (file: MediaFile & { timeoutMs?: number }) => library.locate({ timeoutMs, ...file }),
    };
  };
  return { newLibrary, media, fetched, stored, advance: (ms: number) => (nowMs += ms) };
}

describe('a media file', () => {
  it('is fetched once for all who ask in one process', async () => {
    const { newLibrary, media, fetched, stored } = workshop();
    const library = newLibrary();
    const places = await Promise.all(Array.from({ length: 25 }, () => library.locate(media)));
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
    expect(places[0]).toEqual({
      state: 'stored',
      uri: expect.stringMatching(new RegExp(`^s3://media/${media.scope}/[0-9a-f]{64}$`)) as string,
    });
    expect([fetched, stored]).toEqual([['https://example.com/a.png'], ['image/png']]);
  });

  it('is fetched once by many processes: those that ask during the download try again later', async () => {
    const { newLibrary, media, fetched } = workshop();
    const places = await Promise.all(Array.from({ length: 8 }, () => newLibrary().locate(media)));
    expect(places.filter(({ state }) => state === 'stored').length).toBeGreaterThanOrEqual(1);
    expect(places.every(({ state }) => state === 'stored' || state === 'notYet')).toBe(true);
    const later = await Promise.all(Array.from({ length: 8 }, () => newLibrary().locate(media)));
    expect(later.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'stored'));
    expect(fetched).toHaveLength(1);
  });

  it('is fetched again for another job, and another address', async () => {
    const { newLibrary, media, fetched } = workshop();
    const library = newLibrary();
    await library.locate(media);
    await library.locate({ ...media, scope: `${media.scope}other` });
    await library.locate({ ...media, mediaUrl: 'https://example.com/b.png' });
    expect(fetched).toHaveLength(3);
  });

  it('that cannot be used is asked for once', async () => {
    const { newLibrary, media, fetched } = workshop({ fetch: async () => ({ unusable: 'status404' }) });
    expect(await newLibrary().locate(media)).toEqual({ state: 'unusable' });
    expect(await newLibrary().locate(media)).toEqual({ state: 'unusable' });
    expect(fetched).toHaveLength(1);
  });

  it('that our bucket does not take is tried again', async () => {
    const puts: string[] = [];
    const { newLibrary, media, fetched } = workshop({
      put: async ({ key }) => {
        puts.push(key);
        if (puts.length === 1) throw new Error('S3 is away');
        return `s3://media/${key}`;
      },
    });
    const library = newLibrary();
    expect(await library.locate(media)).toEqual(NOT_YET);
    expect((await library.locate(media)).state).toBe('stored');
    expect(fetched).toHaveLength(2);
  });

  /** Fetches a file that arrives, or fails, when the test says so. */
  function slowFetch() {
    const waiting: Array<(file: FetchedMedia) => void> = [];
    const fetch = (signal?: AbortSignal) =>
      new Promise<FetchedMedia>((resolve) => {
        const giveUp = () => resolve({ unusable: 'timeout' });
        // On a busy machine the caller's time is over before the fetch begins.
        if (signal?.aborted) return giveUp();
        waiting.push(resolve);
        signal?.addEventListener('abort', giveUp);
      });
    return { fetch, come: () => waiting.splice(0).forEach((resolve) => resolve(FILE)) };
  }

  it('that takes longer than all timeouts is given up, and fetched by the next caller', async () => {
    const slow = slowFetch();
    const { newLibrary, media, fetched } = workshop({
      fetch: async (signal) => (fetched.length === 1 ? slow.fetch(signal) : FILE),
    });
    expect(await newLibrary(50).locate(media)).toEqual(NOT_YET);
    await waitFor(async () => (await newLibrary().locate(media)).state === 'stored' || undefined);
    expect(fetched).toHaveLength(2);
  });

  it('is still fetched while a caller waits', async () => {
    const slow = slowFetch();
    const { newLibrary, media, fetched } = workshop({ fetch: slow.fetch });
    const library = newLibrary();
    const patient = library.locate(media);
    expect(await library.locate({ ...media, timeoutMs: 50 })).toEqual(NOT_YET);
    slow.come();
    expect((await patient).state).toBe('stored');
    expect(fetched).toHaveLength(1);
  });

  it('whose worker died is fetched by another one when the claim is over', async () => {
    const { newLibrary, media, fetched, advance } = workshop({
      // It ignores the signal.
      fetch: () => (fetched.length === 1 ? new Promise(() => undefined) : Promise.resolve(FILE)),
    });
    expect(await newLibrary(50).locate(media)).toEqual(NOT_YET);
    expect(await newLibrary().locate(media)).toEqual(NOT_YET);
    advance(30_000);
    expect((await newLibrary().locate(media)).state).toBe('stored');
  });

  it('is fetched anew when the stored one is about to be removed', async () => {
    const { newLibrary, media, fetched, advance } = workshop();
    await newLibrary().locate(media);
    advance(72 * HOUR_MS - 1);
    await newLibrary().locate(media);
    expect(fetched).toHaveLength(1);
    advance(1);
    await newLibrary().locate(media);
    expect(fetched).toHaveLength(2);
  });
});

describe('fetching', () => {
  const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
  const LOCAL = { policy: { allowsLoopback: true } };
  let server: Server;
  let base: string;
  const requests: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      requests.push(path);
      if (path === '/to-metadata')
        response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
      else if (path === '/to-png') response.writeHead(302, { location: '/png' }).end();
      else if (path === '/png') response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
      else if (path === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      else if (path === '/slow') setTimeout(() => response.writeHead(200).end(PNG), 60_000).unref();
      else if (path === '/503') response.writeHead(503).end();
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => void requests.splice(0));

  it.each([['/png'], ['/to-png']])('takes %s', async (path) => {
    expect(await fetchMedia(base + path, LOCAL)).toEqual({ contentType: 'image/png', body: PNG });
  });

  it.each([
    ['/nothing', 'status404', 1],
    ['/html', 'typeNotSupported', 1],
    ['/to-metadata', 'addressNotAllowed', 1],
    ['/503', 'status503', 2],
  ])('gives %s up as %s', async (path, unusable, tries) => {
    expect(await fetchMedia(base + path, LOCAL)).toEqual({ unusable });
    expect(requests).toHaveLength(tries);
  });

  it('ends when it is told to', async () => {
    const signal = AbortSignal.timeout(100);
    expect(await fetchMedia(`${base}/slow`, { ...LOCAL, signal })).toEqual({ unusable: 'timeout' });
    expect(requests).toEqual(['/slow']);
  });

  it('reaches nothing of ours when deployed', async () => {
    expect(
      await fetchMedia(`${base}/png`, { policy: { allowsLoopback: false, allowsPlainHttp: true } }),
    ).toEqual({
      unusable: 'addressNotAllowed',
    });
    expect(requests).toEqual([]);
  });
});
