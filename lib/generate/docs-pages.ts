import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { GUIDES } from '../reference/guides';
import { errorPage } from './error-page';
import { renderTextPage } from './text-page';

const SUMMARY =
  'Sends SMS and MMS to people who asked for them, by an HTTP API with JSON and Basic authentication.';

/**
 * Returns the texts of `/docs/…` by the last part of their addresses: pages as HTML, without an extension; the same as
 * Markdown; and their index for language models, `llms.txt`.
 *
 * @param options.reference the API reference in Markdown
 */
export function docsPages(root: string, options: { reference: string }): Record<string, string> {
  const pages: Record<string, string> = { 'reference.md': options.reference, 'llms.txt': indexText() };
  for (const guide of GUIDES) {
    const text = guide.source === undefined ? errorPage() : withServedLinks(root, guide.source);
    pages[`${guide.name}.md`] = text;
    pages[guide.name] = renderTextPage({ ...guide, text, guides: GUIDES });
  }
  return pages;
}

/** Writes the index in the form of llmstxt.org. */
function indexText(): string {
  const lines = GUIDES.map(({ name, title, summary }) => `- [${title}](/docs/${name}.md): ${summary}`);
  return `# Messaging service

> ${SUMMARY}

## Pages

- [API reference](/docs/reference.md): Every route, with its fields, limits, examples and errors
${lines.join('\n')}

## Documents for programs

- [OpenAPI](/docs/openapi.json): The API as an OpenAPI 3.1 document
- [OpenAPI of the console](/docs/console-openapi.json): The same with the routes of the console
`;
}

/** Reads a page. Links to served pages lead there; of links to other files of the project only the text stays. */
function withServedLinks(root: string, source: string): string {
  const blocks = readFileSync(join(root, source), 'utf8').split(/(^```[^]*?^```$)/m);
  return blocks
    .map((block) =>
      block.startsWith('```') ? block : block.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, servedLink),
    )
    .join('');

  function servedLink(link: string, text: string, target: string): string {
    if (/^(?:https?:|#|\/)/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const file = normalize(join(dirname(source), path));
    const guide = GUIDES.find((other) => other.source === file);
    if (!guide) return text;
    return `[${text}](/docs/${guide.name}.md${anchor === undefined ? '' : `#${anchor}`})`;
  }
}
