import { pageHeaders } from './page-headers';

const AGAIN = { text: 'Sign in', path: '/console/auth/sign-in' };
const ANOTHER = { text: 'Sign in as another user', path: '/console/auth/sign-in?prompt=login' };

/** Pages that are shown without the console: they say what happened, and what to do next. */
const PAGES = {
  signedOut: {
    status: 200,
    title: 'You are signed out',
    text: 'Your session in this browser has ended.',
    next: { text: 'Sign in', path: '/console/auth/sign-in?prompt=login' },
  },
  notBuilt: {
    status: 503,
    title: 'The console is being built',
    text: 'It is ready in about half a minute. This page loads again by itself.',
    next: { text: 'Load again', path: '/console' },
  },
  startAgain: {
    status: 400,
    title: 'Please sign in again',
    text: 'This sign-in took too long, was begun in another window, or was used before.',
    next: AGAIN,
  },
  tooMany: {
    status: 429,
    title: 'Too many sign-ins',
    text: 'Too many people signed in from your network at once. Try again in ten minutes.',
    next: AGAIN,
  },
  refusedByIssuer: {
    status: 403,
    title: 'You were not signed in',
    text: 'The sign-in was cancelled or refused.',
    next: AGAIN,
  },
  issuerUnavailable: {
    status: 503,
    title: 'Signing in does not work at the moment',
    text: 'The service that signs users in does not answer. Try again in a few minutes.',
    next: AGAIN,
  },
  notInvited: {
    status: 403,
    title: 'You are not invited yet',
    text: 'No user of this console has your e-mail address. Ask an administrator to invite you with exactly this address.',
    next: ANOTHER,
  },
  emailNotVerified: {
    status: 403,
    title: 'Your e-mail address is not verified',
    text: 'You are invited, but your address has to be verified where you sign in. Verify it there, then sign in again.',
    next: ANOTHER,
  },
  secondFactorMissing: {
    status: 403,
    title: 'A second factor is missing',
    text: 'This console needs two factors, such as a password and a code of an app. Set up the second one where you sign in, then sign in again with both.',
    next: { text: 'Sign in again', path: '/console/auth/sign-in?prompt=login' },
  },
  invitationUsed: {
    status: 403,
    title: 'The invitation was used before',
    text: 'Another sign-in has taken up the invitation of this e-mail address. Ask an administrator to remove the user and to invite you again.',
    next: ANOTHER,
  },
  noAccount: {
    status: 403,
    title: 'You have no account',
    text: 'You are a user of this console, but no longer of any account. Ask an administrator to invite you.',
    next: ANOTHER,
  },
} as const;
export type PageName = keyof typeof PAGES;

export function showPage(name: PageName) {
  const { status, title, text, next } = PAGES[name];
  return {
    statusCode: status,
    headers: {
      ...pageHeaders(STYLE),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(name === 'notBuilt' && { refresh: '3' }),
    },
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${next.path}">${next.text}</a></p>
</main>
</body>
</html>
`,
  };
}

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 "Open Sans", system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: light-dark(#f6f6f9, #161d26); }
main { max-width: 28rem; margin: 1rem; padding: 1.5rem 2rem; border-radius: 1rem; background: light-dark(#fff, #1b232d); }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; }
a { color: light-dark(#006ce0, #42b4ff); }`;
