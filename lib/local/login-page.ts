import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { readBody } from './loopback-server';

const MAX_FORM_BYTES = 4_096;

/** Person whom the local issuer knows. All of them have the same password. */
export interface IssuedPerson {
  email: string;
  name: string;
}

/** Creates the page of the local issuer on which people sign in. */
export function createLoginPage(options: {
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
