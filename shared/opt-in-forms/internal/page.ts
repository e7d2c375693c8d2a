import { escapeHtml } from './html';
import type { Language } from './languages';

/** Builds a whole page. It loads nothing, and has no script. */
export function buildPage(options: {
  language: Language;
  title: string;
  /** HTML of the page's content. */
  main: string;
}): string {
  const { language, title, main } = options;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

const STYLE = `:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: #f6f6f9; color: #16191f; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem; border-radius: .75rem; background: #fff; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
label { font-weight: 600; }
.consent label { font-weight: 400; }
.hint { margin: 0; color: #4b5563; }
input[type=tel] { width: 100%; font: inherit; padding: .625rem; margin: .25rem 0 0; border: 1px solid #6b7280; border-radius: .375rem; }
input[aria-invalid=true] { border: 2px solid #b00020; outline-color: #b00020; }
.consent { display: flex; gap: .75rem; align-items: flex-start; margin: 1.25rem 0 0; }
.consent input { width: 1.5rem; height: 1.5rem; margin: 0; flex: none; }
.error { margin: .25rem 0 0; color: #b00020; font-weight: 600; }
.errors { border: 2px solid #b00020; border-radius: .375rem; padding: .75rem; margin: 0 0 1rem; }
.errors h2 { font-size: 1rem; margin: 0; }
.errors ul { margin: 0; padding-left: 1.25rem; }
button { width: 100%; min-height: 3rem; margin: 1.25rem 0 0; font: inherit; font-weight: 600; color: #fff; background: #0b5cad; border: 0; border-radius: .375rem; }
:focus-visible { outline: 3px solid #0b5cad; outline-offset: 2px; }
a { color: #0b5cad; }
.links { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.empty { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden; }`;
