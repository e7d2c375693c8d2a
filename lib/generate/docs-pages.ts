import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { errorPage } from './error-page';
import { renderTextPage } from './text-page';

/** Page of text that is served at `/docs/<name>`, and at `/docs/<name>.md`. */
interface Guide {
  name: string;
  title: string;
  /** One line of `llms.txt`. */
  summary: string;
  /** File of the page, from the root of the project; absent: it is generated. */
  source?: string;
}

const ofFile = (source: string, title: string, summary: string): Guide => ({
  name: basename(source, '.md'),
  ...{ title, summary, source },
});

/** Pages of text that the service serves besides its reference, in the order of their lists. */
export const GUIDES: readonly Guide[] = [
  {
    name: 'errors',
    title: 'Error codes',
    summary: 'Each error code: its cause, what to do, an example of a request and its answer',
  },
  ofFile(
    'docs/examples.md',
    'Examples',
    'Each task with curl, in TypeScript and in Python, with the clients',
  ),
  ofFile('docs/api-examples.md', 'Examples without a client', 'More tasks, with curl and in TypeScript'),
  ofFile('docs/retrying.md', 'Retrying', 'What to send again, when, and what a repeated request gets'),
  ofFile(
    'docs/quick-start-python.md',
    'Quick start in Python',
    'Send a text, read it back, receive webhooks',
  ),
  ofFile('docs/webhook-receivers.md', 'Receiving webhooks', 'Receivers in TypeScript, Python, Java and Go'),
  ofFile('docs/events.md', 'Events', 'The types of events, their fields, and an example of each'),
  ofFile(
    'docs/recipes/supabase-send-sms.md',
    'Supabase Auth',
    'Sign-in codes of Supabase Auth, by its Send SMS hook',
  ),
  ofFile(
    'docs/recipes/cognito-custom-sms.md',
    'Amazon Cognito',
    'Sign-in codes of Amazon Cognito, by its custom SMS sender',
  ),
];

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
