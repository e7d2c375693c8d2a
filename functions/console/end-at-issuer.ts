import { buildEndSessionUrl, type Configuration } from 'openid-client';
import { seal, unseal } from '../../shared/platform/secrets/seal';
import { signedOutUrl } from './addresses';
import { cognitoLogoutUrl } from './cognito-logout';

const CONTEXT = 'id token';
/** Limit of a cookie: a longer ID token is not stored, and the issuer may ask before it ends its session. */
const LONGEST_ID_TOKEN = 8_192;

/** Seals an ID token in the form in which a session stores it. */
export const sealIdToken = (idToken: string | undefined, key: Buffer): string | undefined =>
  idToken === undefined || idToken.length > LONGEST_ID_TOKEN
    ? undefined
    : seal(idToken, { key, context: CONTEXT });

/**
 * Returns the address at which a browser ends its session at the issuer, which then redirects back.
 *
 * @returns `undefined` for an issuer without such an address, or another one than the user signed in at
 *
 * **Source:** OpenID Connect RP-Initiated Logout 1.0.
 */
export function urlOfEnd(
  issuer: Configuration,
  options: { sealedIdToken: string | undefined; key: Buffer; baseUrl: string },
): string | undefined {
  const { sealedIdToken, key, baseUrl } = options;
  const metadata = issuer.serverMetadata();
  const atCognito = cognitoLogoutUrl(metadata, { clientId: issuer.clientMetadata().client_id, baseUrl });
  if (atCognito !== undefined) return atCognito;
  if (metadata.end_session_endpoint === undefined) return undefined;
  const idToken = sealedIdToken === undefined ? undefined : unseal(sealedIdToken, { key, context: CONTEXT });
  if (idToken !== undefined && issuerOf(idToken) !== metadata.issuer) return undefined;
  return buildEndSessionUrl(issuer, {
    post_logout_redirect_uri: signedOutUrl(baseUrl),
    ...(idToken !== undefined && { id_token_hint: idToken }),
  }).href;
}

function issuerOf(idToken: string): unknown {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8');
  return (JSON.parse(payload) as { iss?: unknown }).iss;
}
