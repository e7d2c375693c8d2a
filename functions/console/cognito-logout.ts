import { signedOutUrl } from './addresses';

/**
 * Returns the address at which a user pool of Cognito ends the session of a browser. Its metadata has no
 * `end_session_endpoint`, and its own endpoint takes other parameters than OpenID Connect.
 *
 * @returns `undefined` for another issuer, and for a pool without a domain
 *
 * **Source:** Amazon Cognito Developer Guide, "The managed login sign-out endpoint: /logout".
 */
export function cognitoLogoutUrl(
  metadata: { issuer: string; authorization_endpoint?: string | undefined },
  { clientId, baseUrl }: { clientId: string; baseUrl: string },
): string | undefined {
  if (!isCognito(metadata.issuer) || metadata.authorization_endpoint === undefined) return undefined;
  const url = new URL('/logout', metadata.authorization_endpoint);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('logout_uri', signedOutUrl(baseUrl));
  return url.href;
}

const isCognito = (issuer: string) =>
  /^cognito-idp\.[\w-]+\.amazonaws\.com(\.cn)?$/.test(new URL(issuer).hostname);
