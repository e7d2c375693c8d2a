import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '../../shared/errors/error-codes';
import { RELEASE } from '../../shared/platform/release';
import { ERROR_ADVICE } from '../reference/error-advice';
import type { ClientDocument, ClientOperation, Content, Schema } from './client-document';
import { pythonOperations, pythonTypes } from './python-client';
import { OPENAPI_FILES } from './reference';
import { writeGenerated } from './write-generated';

/** Pages and documents for people: no operations of a client. */
const OF_PEOPLE = new Set(['Opt-in forms', 'Reference']);

/** Returns the operations that a client of the API has. */
function clientOperations({ paths, components }: ClientDocument): ClientOperation[] {
  const propertiesOf = (schema: Schema | undefined): Record<string, Schema> =>
    (schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema)?.properties ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (operation.tags.some((tag) => OF_PEOPLE.has(tag))) return [];
      const { operationId: id, summary, parameters = [], requestBody, responses } = operation;
      const query = parameters.filter((one) => one.in === 'query');
      const body = jsonOf(requestBody);
      const answers = ['200', '201', '202'].flatMap((status) => jsonOf(responses[status]) ?? []);
      const isList = query.some(({ name }) => name === 'limit') && 'results' in propertiesOf(answers[0]);
      const pages = query.some(({ name }) => name === 'cursor') ? 'cursor' : 'number';
      return [
        {
          ...{ id, method: method.toUpperCase(), path, summary, body, answers },
          pathParameters: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
          query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
          isBodyRequired: requestBody?.required === true,
          takesKey: 'idempotencyKey' in propertiesOf(body),
          pages: isList ? pages : undefined,
        },
      ];
    }),
  );
}

const jsonOf = (part: Content | undefined): Schema | undefined => part?.content?.['application/json']?.schema;

const NOTE = 'Generated from the OpenAPI document by `npm run generate`.';

/** Writes what the clients have from the OpenAPI document and the table of error codes. */
export function generateClients(root: string): void {
  const document = JSON.parse(readFileSync(join(root, OPENAPI_FILES.clients), 'utf8')) as ClientDocument;
  const operations = clientOperations(document);
  const typescript = join(root, 'clients/typescript/src/generated');
  const types = readFileSync(join(root, 'shared/http/generated/api.d.ts'), 'utf8');
  writeGenerated(join(typescript, 'api.ts'), types);
  writeGenerated(join(typescript, 'operations.ts'), typescriptOperations(operations));
  writeGenerated(join(typescript, 'errors.ts'), typescriptErrors());
  writeGenerated(join(typescript, 'release.ts'), `// ${NOTE}\nexport const RELEASE = '${RELEASE}';\n`);
  const python = join(root, 'clients/python/src/messaging_service/generated');
  writeGenerated(join(python, '__init__.py'), `"""${NOTE}"""\n`);
  writeGenerated(join(python, 'types.py'), pythonTypes(document.components.schemas, NOTE));
  writeGenerated(join(python, 'operations.py'), pythonOperations(operations, NOTE));
  writeGenerated(join(python, 'errors.py'), pythonErrors());
  writeGenerated(join(python, 'release.py'), `"""${NOTE}"""\n\nRELEASE = "${RELEASE}"\n`);
}

function typescriptOperations(operations: readonly ClientOperation[]): string {
  const rows = operations.map(
    ({ id, method, path, takesKey, pages }) =>
      `  ${id}: ${JSON.stringify({ method, path, ...(takesKey && { takesKey }), ...(pages && { pages }) })},\n`,
  );
  return `// ${NOTE}\nexport const OPERATIONS = {\n${rows.join('')}} as const;\n`;
}

const errorRows = () =>
  Object.entries(ERROR_CODES).map(([code, { name }]) => ({
    code,
    name,
    advice: ERROR_ADVICE[Number(code) as ErrorCode],
  }));

function typescriptErrors(): string {
  const rows = errorRows();
  const classes = rows.map(
    ({ name, advice }) =>
      `/** ${advice} */\nexport class ${name} extends MessagingError {\n  override readonly name = '${name}';\n}\n`,
  );
  const table = rows.map(
    ({ code, name, advice }) => `  ${code}: { type: ${name}, advice: ${JSON.stringify(advice)} },\n`,
  );
  return `// ${NOTE}\nimport { MessagingError } from '../messaging-error';\n\n${classes.join('')}\nexport const ERRORS = {\n${table.join('')}};\n`;
}

function pythonErrors(): string {
  const rows = errorRows();
  const classes = rows.map(
    ({ name, advice }) => `class ${name}(MessagingError):\n    ${JSON.stringify(advice)}\n`,
  );
  const table = rows.map(({ code, name, advice }) => `    ${code}: (${name}, ${JSON.stringify(advice)}),\n`);
  return `"""${NOTE}"""\n\nfrom .._error import MessagingError\n\n${classes.join('\n')}\nERRORS = {\n${table.join('')}}\n`;
}
