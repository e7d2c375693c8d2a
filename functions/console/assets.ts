import { ServiceError } from '../../shared/errors/service-error';
import type { Event, Result } from '../../shared/http/http-event';
import { httpHandler } from '../../shared/http/http-handler';
import { type ConsoleFile, readConsoleFile } from './console-files';
import { showPage } from './page';
import { pageHeaders } from './page-headers';

const PREFIX = '/console/';
const INDEX = 'index.html';

/**
 * Handles GET /console and all paths below it: the files of the console, compressed at build time. Files in `assets/`
 * have a hash of their content in their names; every other path is a page of the console, whose own router shows it.
 */
export const handler = httpHandler('consoleAssets', async (event) => answerFile(event));

function answerFile({ rawPath, headers }: Event): Result {
  const name = rawPath.slice(PREFIX.length);
  // Browsers send no such path.
  if (name.split('/').some((segment) => segment === '.' || segment === '..')) {
    throw new ServiceError('NoSuchRoute');
  }
  const accepted = headers['accept-encoding'] ?? '';
  const file = readConsoleFile(name === '' ? INDEX : name, accepted);
  if (file && name !== INDEX && name !== '') {
    const isHashed = name.startsWith('assets/');
    return toResult(file, isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  }
  if (name.startsWith('assets/')) throw new ServiceError('NoSuchRoute');
  const index = readConsoleFile(INDEX, accepted);
  // Only in the local service, which builds the console after its start.
  if (!index) return showPage('notBuilt');
  return toResult(index, 'no-cache');
}

function toResult(file: ConsoleFile, cacheControl: string): Result {
  return {
    statusCode: 200,
    headers: {
      ...pageHeaders(),
      'content-type': file.mediaType,
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
      ...(file.encoding !== undefined && { 'content-encoding': file.encoding }),
    },
    body: file.content.toString('base64'),
    isBase64Encoded: true,
  };
}
