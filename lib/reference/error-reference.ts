import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { ERROR_ADVICE } from './error-advice';

/** Styles, readable on a phone and in the dark, as the page of routes is. */
const STYLE = `
:root { color-scheme: light dark; --line: #d8dee4; --text: #1f2328; --quiet: #59636e; --link: #0a58ca; --page: #fff; --target: #fff3c4; }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --text: #e6edf3; --quiet: #9198a1; --link: #74b0ff; --page: #0d1117; --target: #453a12; } }
html { scroll-padding-top: 1rem; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 68rem; padding: 0 1rem; color: var(--text); background: var(--page); }
a { color: var(--link); }
table { border-collapse: collapse; width: 100%; }
td, th { padding: .5rem .8rem .5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td p { margin: .2rem 0 0; color: var(--quiet); }
tr:target { background: var(--target); }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { display: inline; padding: 0 .4rem 0 0; border: 0; }
  td:last-child { display: block; }
}`;

/** Renders the error-code reference as a page with an anchor for each code. **Source:** rules 7, `moreInfo`. */
export function renderErrorReference(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, name, message }]) =>
      `<tr id="${code}"><td><a href="#${code}">${code}</a></td><td>${status}</td><td>${escapeHtml(name)}</td><td>${escapeHtml(message)}<p>${escapeHtml(adviceOn(code))}</p></td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes</title>
<style>${STYLE}
</style>
</head>
<body>
<p><a href="/docs">API reference</a></p>
<h1>Error codes</h1>
<table>
<thead><tr><th>Code</th><th>HTTP</th><th>Name</th><th>Meaning, and what to do</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

const adviceOn = (code: string) => ERROR_ADVICE[Number(code) as ErrorCode];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
