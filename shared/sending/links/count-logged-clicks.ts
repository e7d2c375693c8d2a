import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Link } from '../../content/link';
import { forEachAtOnce } from '../../platform/at-once';
import { FileUnavailableError, type Files } from '../../platform/files/files';
import type { Platform } from '../../platform/platform';
import { findLink } from './find-link';
import { findClickedMessage, linkTokenIn } from './internal/find-clicked-message';
import type { Click } from './internal/record-click';
import { recordClicks } from './internal/record-clicks';
import { classifyUserAgent } from './internal/user-agent-class';
import { type LoggedRequest, readAccessLine } from './read-access-line';

type Deps = Pick<Platform, 'table' | 'ids' | 'log'> & { linkLogs: Pick<Files, 'read' | 'delete'> };

/** Lines of a file that are in memory at once. */
const LINES_AT_ONCE = 5_000;
/** Links, and messages, that are looked for at once. */
const READS_AT_ONCE = 16;

/**
 * Counts the clicks in a file of CloudFront's access logs and deletes it. The same file can be counted again after a
 * crash: each line is the same click as before.
 *
 * @param key of the file, compressed with gzip
 *
 * **Source:** rules 2.7.
 */
export async function countLoggedClicks(deps: Deps, key: string): Promise<void> {
  const { linkLogs, log } = deps;
  const file = await readIfAny(linkLogs, key);
  // It was counted, or the bucket has dropped it.
  if (!file) return;
  let unreadable = 0;
  let number = 0;
  let followed: LoggedClick[] = [];
  for await (const line of linesOf(file)) {
    const request = readAccessLine(line);
    if (request === 'unreadable') unreadable += 1;
    else if (request) followed.push({ ...request, id: idOfLine(key, number) });
    number += 1;
    if (followed.length < LINES_AT_ONCE) continue;
    await countFollowed(deps, followed);
    followed = [];
  }
  await countFollowed(deps, followed);
  if (unreadable > 0) log.error('Lines of an access log are not readable', undefined, { count: unreadable });
  await linkLogs.delete(key);
}

type LoggedClick = LoggedRequest & { id: string };

async function countFollowed(deps: Deps, requests: readonly LoggedClick[]): Promise<void> {
  const { table } = deps;
  const links = await findEach(requests.map(nameOf), async (name) => {
    const slash = name.indexOf('/');
    return findLink(table, { host: name.slice(0, slash), path: name.slice(slash) });
  });
  const ofLinks = requests.flatMap((request) => {
    const link = links.get(nameOf(request));
    return link ? [{ request, link, token: linkTokenIn(request.token) }] : [];
  });
  const messages = await findEach(
    ofLinks.flatMap(({ link, token }) => (token === undefined ? [] : [placeOf(link, token)])),
    async (place) => {
      const [accountId = '', token = ''] = place.split('/');
      return (await findClickedMessage(table, { accountId, token })).message;
    },
  );
  const clicks = ofLinks.map(({ request: { at, id, isAutomatic, userAgent }, link, token }): Click => ({
    ...link,
    ...{ at, id },
    message: token === undefined ? undefined : messages.get(placeOf(link, token)),
    userAgentClass: isAutomatic ? 'bot' : classifyUserAgent(userAgent),
  }));
  await recordClicks(deps, clicks);
}

const nameOf = ({ host, path }: LoggedRequest) => `${host}${path}`;
const placeOf = ({ accountId }: Link, token: string) => `${accountId}/${token}`;

/** Finds something for each different key. */
async function findEach<Found>(
  keys: readonly string[],
  find: (key: string) => Promise<Found | undefined>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  await forEachAtOnce([...new Set(keys)], READS_AT_ONCE, async (key) => {
    const one = await find(key);
    if (one !== undefined) found.set(key, one);
  });
  return found;
}

async function readIfAny(files: Pick<Files, 'read'>, key: string): Promise<Readable | undefined> {
  try {
    return await files.read(key);
  } catch (error) {
    if (error instanceof FileUnavailableError) return undefined;
    throw error;
  }
}

async function* linesOf(file: Readable): AsyncGenerator<string> {
  // An error of either reaches the loop.
  const text = pipeline(file, createGunzip().setEncoding('utf8'), () => undefined);
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

/** Returns an id that the line has each time that its file is read. */
const idOfLine = (key: string, number: number): string =>
  `clk_${createHash('sha256').update(`${key}#${number}`).digest('hex').slice(0, 26)}`;
