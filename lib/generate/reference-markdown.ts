import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { codesOfAnswer, resolveSchema, shorten, type ShownContent } from './reference-operation';
import { isShown, operationsOf, type PlacedOperation, type ShownDocument } from './reference-page';
import { describeType, fieldsOf, linkTo, type ShownSchema, variantsOf } from './reference-schema';

type Schemas = ShownDocument['components']['schemas'];

/** Writes the OpenAPI document as one page of Markdown, for readers that are programs. */
export function referenceMarkdown(source: object): string {
  const document = source as ShownDocument;
  const { info, tags, components } = document;
  const { schemas } = components;
  const groups = tags.map(({ name, description }) => {
    const operations = operationsOf(document, name).map((placed) => operationText(placed, schemas));
    return `## ${name}\n\n${description}\n\n${operations.join('\n\n')}`;
  });
  const named = Object.entries(schemas).filter(isShown).map(namedSchemaText);
  return `# ${info.title} API ${info.version}

## Introduction

${info.description.replaceAll(/^## /gm, '### ')}
${groups.join('\n\n')}

## Schemas

${named.join('\n\n')}
`;
}

function operationText({ method, path, operation }: PlacedOperation, schemas: Schemas): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [body] = Object.values(requestBody?.content ?? {});
  const isOptional = requestBody?.required === false;
  return joined([
    `### ${summary}`,
    `\`${method.toUpperCase()} ${path}\` (\`${operationId}\`)`,
    description,
    parameters.length === 0
      ? ''
      : table(
          'Parameter',
          parameters.map(({ name, in: place, required, ...rest }) => ({
            name: `\`${name}\` ${place}${required ? ', required' : ''}`,
            type: describeType(rest.schema),
            meaning: rest.description,
          })),
        ),
    ...(body
      ? [
          `**Body**${isOptional ? ' (may be left out)' : ''}`,
          schemaText(resolveSchema(body.schema, schemas) ?? {}),
          examplesText(body),
        ]
      : []),
    '**Answers**',
    ...Object.entries(responses).map(([status, { description: meaning, content }]) => {
      const [answer] = Object.values(content ?? {});
      return answerText({ status, meaning, answer });
    }),
  ]);
}

function answerText(options: { status: string; meaning: string; answer: ShownContent | undefined }): string {
  const { status, meaning, answer } = options;
  const codes = answer ? codesOfAnswer(answer) : [];
  if (codes.length > 0) return `${status}: ${codes.map(codeText).join(' ')}`;
  const reference = answer?.schema?.$ref;
  return joined([
    `${status}: ${meaning}${reference === undefined ? '' : ` ${linkTo(reference)}`}`,
    answer ? examplesText(answer) : '',
  ]);
}

function codeText(code: string): string {
  return `[${code}](/docs/errors.md#${code}) ${ERROR_CODES[Number(code) as ErrorCode].message}`;
}

function namedSchemaText([name, schema]: [string, ShownSchema]): string {
  return joined([`### ${name}`, schema.description ?? '', schemaText(schema)]);
}

function schemaText(schema: ShownSchema): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    return joined(variants.flatMap((variant) => [`*${variant.description ?? 'Or'}*`, schemaText(variant)]));
  }
  const fields = fieldsOf(schema);
  if (fields.length === 0) return describeType(schema);
  return table(
    'Field',
    fields.map(({ path, isRequired, schema: field }) => ({
      name: `\`${path}\`${isRequired ? ', required' : ''}`,
      type: describeType(field),
      meaning: field.description ?? '',
    })),
  );
}

function examplesText({ examples = {} }: ShownContent): string {
  return joined(
    Object.values(examples)
      .filter(({ value }) => value !== undefined)
      .map(({ summary = 'Example', value }) => `${summary}:\n\n\`\`\`json\n${shorten(value)}\n\`\`\``),
  );
}

function table(first: string, rows: Array<{ name: string; type: string; meaning: string }>): string {
  const lines = rows.map(({ name, type, meaning }) => `| ${[name, type, meaning].map(cell).join(' | ')} |`);
  return `| ${first} | Type | Meaning |\n|---|---|---|\n${lines.join('\n')}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const joined = (parts: string[]) => parts.filter((part) => part !== '').join('\n\n');
