import { GUIDES } from '../reference/guides';
import { renderOperation, type ShownOperation } from './reference-operation';
import { renderSchema, type ShownSchema } from './reference-schema';
import { REFERENCE_STYLE } from './reference-style';
import { escapeHtml, inlineMarkdown, markdown } from './reference-text';

type Paths = Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;

export interface ShownDocument {
  info: { title: string; version: string; description: string };
  tags: ReadonlyArray<{ name: string; description: string }>;
  paths: Paths;
  webhooks: Paths;
  components: { schemas: Readonly<Record<string, ShownSchema>> };
}

/** Renders the OpenAPI document as one page that needs no script, font or picture. */
export function renderReference(source: object): string {
  const document = source as ShownDocument;
  const { info, tags } = document;
  const groups = tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<style>${REFERENCE_STYLE}</style>
</head>
<body>
<header><a href="#introduction">${escapeHtml(info.title)} API</a> <a class="menu" href="#menu">Menu</a></header>
<nav id="menu" aria-label="Routes">
<a class="close" href="#introduction">Close</a>
<p class="title">${escapeHtml(info.title)} <small>${escapeHtml(info.version)}</small></p>
<p><a href="#introduction">Introduction</a></p>
${groups.map(({ name, operations }) => `<h2>${escapeHtml(name)}</h2><ul>${operations.map(navigationItem).join('')}</ul>`).join('\n')}
<p><a href="#schemas">Schemas</a></p>
${GUIDES.map(({ name, title }) => `<p><a href="/docs/${name}">${escapeHtml(title)}</a></p>`).join('\n')}
<p><a href="/docs/openapi.json">OpenAPI document</a></p>
<p><a href="/docs/console-openapi.json">OpenAPI document of the console</a></p>
<p><a href="/docs/reference.md">This page as Markdown</a>, <a href="/docs/llms.txt">all pages</a></p>
</nav>
<main>
<section id="introduction"><h1>${escapeHtml(info.title)} API</h1>
${markdown(info.description)}
</section>
${groups.map((group) => renderGroup(group, document)).join('\n')}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components.schemas).filter(isShown).map(renderNamedSchema).join('\n')}
</section>
</main>
</body>
</html>
`;
}

export interface PlacedOperation {
  method: string;
  path: string;
  operation: ShownOperation;
}

export function operationsOf({ paths, webhooks }: ShownDocument, tag: string): PlacedOperation[] {
  return [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function navigationItem({ method, operation }: PlacedOperation): string {
  return `<li><a href="#${escapeHtml(operation.operationId)}"><b class="${method}">${method.toUpperCase()}</b> ${escapeHtml(operation.summary)}</a></li>`;
}

function renderGroup(
  group: { name: string; description: string; operations: PlacedOperation[] },
  { components }: ShownDocument,
): string {
  const operations = group.operations.map((placed) =>
    renderOperation({ ...placed, schemas: components.schemas }),
  );
  return `<section><h2>${escapeHtml(group.name)}</h2>${markdown(group.description)}${operations.join('\n')}</section>`;
}

/** Leaves out errors, which have a page of their own, and bodies of requests, which stand beside their routes. */
export function isShown([name]: [string, ShownSchema]): boolean {
  return !/^Error\d+$|Request$/.test(name);
}

function renderNamedSchema([name, schema]: [string, ShownSchema]): string {
  const description = schema.description === undefined ? '' : `<p>${inlineMarkdown(schema.description)}</p>`;
  return `<section class="schema" id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${description}${renderSchema(schema)}</section>`;
}
