import { Marked } from 'marked';
import { PAGE_STYLE } from './reference-style';
import { escapeHtml } from './reference-text';

interface LinkedPage {
  name: string;
  title: string;
}

/** Renders a page of Markdown as HTML that needs no script, font or picture. */
export function renderTextPage(
  options: LinkedPage & { text: string; guides: readonly LinkedPage[] },
): string {
  const { name, title, text, guides } = options;
  const links = guides.map((guide) => `<a href="/docs/${guide.name}">${escapeHtml(guide.title)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<nav aria-label="Pages">
<a href="/docs">API reference</a>
${links.join('\n')}
<a href="/docs/${name}.md">This page as Markdown</a>
</nav>
<main>
${MARKDOWN.parse(text, { async: false })}</main>
</body>
</html>
`;
}

/** Languages whose names stand above their code, as the same is often said in several of them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  java: 'Java',
  go: 'Go',
};

const MARKDOWN = new Marked({
  gfm: true,
  renderer: {
    code({ text, lang = '' }) {
      const language = LANGUAGES[lang];
      const label = language === undefined ? '' : `<p class="language">${language}</p>\n`;
      return `${label}<pre><code>${escapeHtml(text)}</code></pre>\n`;
    },
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escapeHtml(pageOf(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

/** Returns the anchor that GitHub makes of a heading; of an error code, the code alone. */
function anchorOf(heading: string): string {
  const code = /^\d{5}(?= )/.exec(heading)?.[0];
  return (
    code ??
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
  );
}

/** Returns the address of the HTML of a page of Markdown. */
function pageOf(href: string): string {
  return href.replace(/^\/docs\/([\w-]+)\.md/, (_, name: string) =>
    name === 'reference' ? '/docs' : `/docs/${name}`,
  );
}
