import { buildEndSessionUrl, type Configuration } from 'openid-client';
import { seal, unseal } from '../../shared/platform/seal';
import { signedOutUrl } from './addresses';
import { cognitoLogoutUrl } from './cognito-logout';

const CONTEXT = 'id token';
/** A cookie's worth: a longer one is not kept, and the issuer may ask before it ends its session. */
const LONGEST_ID_TOKEN = 8_192;

/** The form in which a session keeps the ID token. */
export const sealIdToken = (idToken: string | undefined, key: Buffer): string | undefined =>
  idToken === undefined || idToken.length > LONGEST_ID_TOKEN
    ? undefined
    : seal(idToken, { key, context: CONTEXT });

/**
 * Where a browser ends its session at the issuer, which then leads back.
 *
 * @returns `undefined` for an issuer that has no such address, or is another one than the user signed in at
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
