import { allowInsecureRequests, ClientSecretPost, type Configuration, discovery, None } from 'openid-client';
import { getPlatform } from '../../shared/platform/platform';
import { readKeyMaterial } from '../../shared/platform/secrets/key-material';

const TIMEOUT_SECONDS = 8;
const LONGEST_USE_MS = 60 * 60 * 1000;

let found: { configuration: Promise<Configuration>; atMs: number } | undefined;

/** Returns the issuer's metadata with this service as its client; read once an hour. */
export function findIssuer(): Promise<Configuration> {
  const nowMs = performance.now();
  if (!found || nowMs - found.atMs > LONGEST_USE_MS) {
    const configuration = discoverIssuer();
    found = { configuration, atMs: nowMs };
    // The next request tries again.
    configuration.catch(() => (found = undefined));
  }
  return found.configuration;
}

async function discoverIssuer(): Promise<Configuration> {
  const { issuer, clientId, hasSecret } = getPlatform().config.signIn();
  const url = new URL(issuer);
  const secret = hasSecret ? await readKeyMaterial('OIDC_CLIENT_SECRET', process.env) : undefined;
  return discovery(url, clientId, undefined, secret === undefined ? None() : ClientSecretPost(secret), {
    timeout: TIMEOUT_SECONDS,
    // Issuer of the local service. The issuer of a deployed service has https: the stack accepts no other.
    ...(url.hostname === 'localhost' && { execute: [allowInsecureRequests] }),
  });
}
