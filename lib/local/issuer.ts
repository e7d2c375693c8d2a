import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isForLoopback, readBody, type RequestHandler, startLoopbackServer } from './loopback-server';

/** Issuer of OpenID Connect, and the client that the console is there. */
export interface ConsoleIssuer {
  url: string;
  clientId: string;
  /** Absent: a public client. */
  clientSecret?: string;
}

interface LocalIssuer extends ConsoleIssuer {
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

const MAX_FORM_BYTES = 4_096;

/** Person whom the local issuer knows. All of them have the same password. */
export interface IssuedPerson {
  email: string;
  name: string;
}

/** Creates the page of the local issuer on which people sign in. */
function createLoginPage(options: {
  provider: Provider;
  people: readonly IssuedPerson[];
  password: () => string;
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { provider, people, password } = options;
  return async (request, response) => {
    try {
      await provider.interactionDetails(request, response);
    } catch {
      return show(response, {
        status: 400,
        people: [],
        problem: 'This sign-in is over. Go back to the console and begin again.',
      });
    }
    if (request.method !== 'POST') return show(response, { status: 200, people });
    const form = new URLSearchParams((await readBody(request, MAX_FORM_BYTES)) ?? '');
    const email = (form.get('email') ?? '').trim().toLowerCase();
    const isKnown = people.some((person) => person.email === email) && form.get('password') === password();
    if (!isKnown) {
      return show(response, {
        status: 200,
        people,
        email,
        problem: 'The e-mail address or the password is wrong.',
      });
    }
    const amr = form.get('code') === null ? ['pwd'] : ['pwd', 'otp'];
    await provider.interactionFinished(request, response, { login: { accountId: email, amr } });
  };
}

function show(
  response: ServerResponse,
  page: { status: number; people: readonly IssuedPerson[]; email?: string; problem?: string },
): void {
  const { status, people, email = '', problem } = page;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sign in</h1>
<p>Demo users of the local service. The password stands where you ran <code>npm start</code>.</p>
${problem === undefined ? '' : `<p role="alert">${problem}</p>`}
${people.length === 0 ? '' : form(people, email)}
</main>
</body>
</html>
`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    'x-frame-options': 'DENY',
  });
  response.end(body);
}

const form = (people: readonly IssuedPerson[], email: string) => `<form method="post">
<label>E-mail address <input name="email" type="email" list="people" autocomplete="username" required autofocus value="${escape(email)}"></label>
<datalist id="people">${people.map((person) => `<option value="${escape(person.email)}">${escape(person.name)}</option>`).join('')}</datalist>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<label class="choice"><input name="code" type="checkbox"> As if with a code of an authenticator app, too</label>
<button>Sign in</button>
</form>`;

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: light-dark(#f6f6f9, #161d26); }
main { width: min(22rem, 100% - 5rem); padding: 1.5rem 2rem 2rem; border-radius: 1rem; background: light-dark(#fff, #1b232d); }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; border: 1px solid light-dark(#8c8c94, #8c8c94); border-radius: 0.5rem; }
input[type=checkbox] { width: auto; }
.choice { font-weight: 400; }
button { margin-top: 1.5rem; width: 100%; padding: 0.5rem; font: inherit; font-weight: 600; border: 0; border-radius: 2rem; background: #006ce0; color: #fff; }
[role=alert] { color: light-dark(#db0000, #ff7a7a); }`;
