import { ERROR_CODES } from '../errors/error-codes';

/** The error-code reference as a page, with an anchor for each code. **Source:** contract 7, `moreInfo`. */
export function renderErrorReference(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, name, message }]) =>
      `<tr id="${code}"><td>${code}</td><td>${status}</td><td>${escapeHtml(name)}</td><td>${escapeHtml(message)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Error codes</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td,th{padding:.4rem .8rem;text-align:left;border-bottom:1px solid #ddd}tr:target{background:#fff3c4}</style>
<h1>Error codes</h1>
<table>
<thead><tr><th>Code</th><th>HTTP</th><th>Name</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
