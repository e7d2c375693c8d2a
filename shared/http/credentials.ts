interface Credentials {
  keyId: string;
  secret: string;
}

const LONGEST_KEY_ID = 128;

/**
 * Reads HTTP Basic credentials.
 *
 * @returns `undefined` for anything but a well-formed `Basic` header
 *
 * **Source:** rules 5.1; RFC 7617.
 */
export function readBasicCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || colon > LONGEST_KEY_ID) return undefined;
  return { keyId: text.slice(0, colon), secret: text.slice(colon + 1) };
}
