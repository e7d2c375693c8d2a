import { ERROR_CODES } from '../../shared/errors/error-codes';
import { linkTo, renderSchema, renderType, type ShownSchema } from './reference-schema';
import { escapeHtml, inlineMarkdown, markdown } from './reference-text';

export interface ShownContent {
  schema?: ShownSchema;
  examples?: Readonly<Record<string, { summary?: string; value?: unknown; $ref?: string }>>;
}

export interface ShownOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security?: readonly unknown[];
  parameters?: ReadonlyArray<{
    name: string;
    in: string;
    required?: boolean;
    description: string;
    schema: ShownSchema;
  }>;
  requestBody?: { required: boolean; content: Readonly<Record<string, ShownContent>> };
  responses: Readonly<
    Record<
      string,
      {
        description: string;
        headers?: Readonly<Record<string, unknown>>;
        content?: Readonly<Record<string, ShownContent>>;
      }
    >
  >;
}

/** Renders one route, or one webhook, as a section of the page. */
export function renderOperation(options: {
  method: string;
  path: string;
  operation: ShownOperation;
  schemas: Readonly<Record<string, ShownSchema>>;
}): string {
  const { method, path, operation, schemas } = options;
  return `<section class="operation" id="${escapeHtml(operation.operationId)}">
<h3>${escapeHtml(operation.summary)} <a class="anchor" href="#${escapeHtml(operation.operationId)}" aria-label="Link to this route">#</a></h3>
<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></p>
${markdown(operation.description)}
${renderParameters(operation)}
${renderRequest(operation, schemas)}
<h4>Answers</h4>
${Object.entries(operation.responses).map(renderAnswer).join('\n')}
</section>`;
}

function renderParameters({ parameters = [] }: ShownOperation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code> ${place}${required ? ' <em>required</em>' : ''}</td><td>${renderType(schema)}</td><td>${inlineMarkdown(description)}</td></tr>`,
  );
  return `<h4>Parameters</h4><table class="fields"><thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderRequest(
  { requestBody }: ShownOperation,
  schemas: Readonly<Record<string, ShownSchema>>,
): string {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!requestBody || !content) return '';
  const schema = resolveSchema(content.schema, schemas);
  return `<h4>Body${requestBody.required ? '' : ' (may be left out)'}</h4>
<p>${Object.keys(requestBody.content)
    .map((type) => `<code>${escapeHtml(type)}</code>`)
    .join(' or ')}</p>
${schema ? renderSchema(schema) : ''}${renderExamples(content)}`;
}

export function resolveSchema(
  schema: ShownSchema | undefined,
  schemas: Readonly<Record<string, ShownSchema>>,
): ShownSchema | undefined {
  return schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
}

function renderAnswer([status, { headers = {}, content, description }]: [
  string,
  ShownOperation['responses'][string],
]): string {
  const [body] = Object.values(content ?? {});
  const reference = body?.schema?.$ref;
  const errors = body ? codesOfAnswer(body) : [];
  const told =
    errors.length > 0
      ? `<ul class="codes">${errors.map(renderCode).join('')}</ul>`
      : `${markdown(description)}${reference === undefined ? '' : `<p>${inlineMarkdown(linkTo(reference))}</p>`}`;
  const names = Object.keys(headers).map((name) => `<code>${escapeHtml(name)}</code>`);
  return `<div class="answer"><h5>${status}</h5><div>${told}${names.length > 0 ? `<p class="headers">Headers: ${names.join(', ')}</p>` : ''}${body && errors.length === 0 ? renderExamples(body) : ''}</div></div>`;
}

/** Returns the error codes that an answer shows examples of. */
export function codesOfAnswer({ examples = {} }: ShownContent): string[] {
  return Object.values(examples).flatMap(({ $ref }) => /Error(\d+)$/.exec($ref ?? '')?.[1] ?? []);
}

function renderCode(code: string): string {
  const error = ERROR_CODES[Number(code) as keyof typeof ERROR_CODES];
  return `<li><a href="/docs/errors#${code}">${code}</a> ${escapeHtml(error.message)}</li>`;
}

function renderExamples({ examples = {} }: ShownContent): string {
  return Object.values(examples)
    .filter(({ value }) => value !== undefined)
    .map(
      ({ summary = 'Example', value }) =>
        `<details><summary>${escapeHtml(summary)}</summary><pre>${escapeHtml(shorten(value))}</pre></details>`,
    )
    .join('');
}

/** Shortens the lists of an example: a hundred recipients do not help a reader. */
export function shorten(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) =>
      Array.isArray(inner) && inner.length > 4
        ? [...(inner as unknown[]).slice(0, 2), `… ${inner.length - 2} more`]
        : inner,
    2,
  );
  return text;
}
