import { createHash } from 'node:crypto';
import type { Result } from './http-event';

/**
 * Builds the response that shows a page of the reference. The page loads only its own style sheet, and no site may show
 * it in a frame.
 */
export function referencePageAnswer(page: string): Result {
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
    },
    body: page,
  };
}
