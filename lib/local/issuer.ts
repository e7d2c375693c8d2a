import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isForLoopback } from './callers';
import { createLoginPage, type IssuedPerson } from './login-page';
import { type RequestHandler, startLoopbackServer } from './loopback-server';

export interface LocalIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  stop(): Promise<void>;
}

const CLIENT_ID = 'console';
const SESSION_SECONDS = 60 * 60;

/**
 * Starts an issuer of OpenID Connect for the local service, in place of Cognito or a company's own. It stores nothing:
 * after a restart users sign in again.
 */
export async function startIssuer(options: {
  people: readonly IssuedPerson[];
  /** Password of all people. */
  password: () => string;
  redirectUri: string;
  /** Address to which it leads after signing out. */
  signedOutUri: string;
  onError: (error: unknown) => void;
}): Promise<LocalIssuer> {
  const { people, password, onError } = options;
  const { default: OidcProvider } = await import('oidc-provider');
  let answer: RequestHandler = () => Promise.reject(new Error('The issuer is starting'));
  // Under another name, the owner of a name that points to this machine (DNS rebinding) could serve a page as the
  // issuer's.
  const server = await startLoopbackServer((request, response) => answer(request, response), {
    admits: isForLoopback,
    onError,
  });
  const url = `http://localhost:${new URL(server.url).port}`;
  const clientSecret = randomBytes(32).toString('base64url');
  const provider = new OidcProvider(url, configure({ ...options, clientSecret }));
  provider.on('server_error', (_context: unknown, error: unknown) => onError(error));
  const answerProtocol = provider.callback();
  const answerLogin = createLoginPage({ provider, people, password });
  answer = async (request, response) =>
    request.url?.startsWith('/sign-in/') === true
      ? answerLogin(request, response)
      : answerProtocol(request, response);
  return { url, clientId: CLIENT_ID, clientSecret, stop: () => server.stop() };
}

function configure(options: {
  people: readonly IssuedPerson[];
  clientSecret: string;
  redirectUri: string;
  signedOutUri: string;
}): Configuration {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        post_logout_redirect_uris: [options.signedOutUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, kty: 'EC', use: 'sig', alg: 'ES256', kid: 'local' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    // The local issuer switches from one user to another by ending the session.
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutAtOnce },
    },
    pkce: { required: () => true },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: {
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
      Interaction: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    loadExistingGrant: grantToConsole,
    findAccount: (_context, id) => {
      const person = options.people.find(({ email }) => email === id);
      if (!person) return undefined;
      const { email, name } = person;
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: true, name }) };
    },
  };
}

/** Signs out without a question: the console has asked already, so the page of the issuer sends its form by itself. */
function signOutAtOnce(context: KoaContextWithOIDC, form: string) {
  context.body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signing out</title></head>
<body>
${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<script>document.forms[0].submit()</script>
</body>
</html>`;
}

/** Grants access to the console, which belongs to the service: users need not allow it to know their e-mail address. */
async function grantToConsole({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc as KoaContextWithOIDC['oidc'] & { provider: Provider };
  if (!client || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  const grant = found ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}
