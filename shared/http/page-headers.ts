import { createHash } from 'node:crypto';

/**
 * Returns the headers of a page that loads only its own style sheet, and that no site may show in a frame.
 *
 * @param options.formAction where its forms may be sent; absent: it has none
 */
export function pageHeaders(page: string, options: { formAction?: "'self'" } = {}) {
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  const styleHash = createHash('sha256').update(style).digest('base64');
  const { formAction = "'none'" } = options;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
  };
}
