import type { Result } from './http-event';
import { pageHeaders } from './page-headers';

/** Builds the response that shows a page of the reference. */
export function referencePageAnswer(page: string): Result {
  return {
    statusCode: 200,
    headers: { ...pageHeaders(page), 'cache-control': 'public, max-age=300' },
    body: page,
  };
}
