import { createHash } from 'node:crypto';

/**
 * Returns the headers of every page of the console: scripts and styles only from the service itself and never inline,
 * no request to another site, in no frame. React sets styles on elements by script, which is no inline style.
 *
 * @param inlineStyle the only style sheet that the page itself may contain
 */
export const pageHeaders = (inlineStyle?: string) => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${inlineStyle === undefined ? '' : ` '${hashOf(inlineStyle)}'`}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    // Files of imports are uploaded directly to their bucket, by a URL that is signed for one file.
    `connect-src 'self' ${filesOrigin()}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
});

/** Returns the address of the file bucket; the local S3 has an address of its own. */
const filesOrigin = () => process.env.AWS_ENDPOINT_URL_S3 ?? process.env.FILES_ORIGIN ?? '';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
