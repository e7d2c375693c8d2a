import { join } from 'node:path';
import { CONSOLE_DECLARATIONS } from '../../functions/console/routes';
import { DECLARATIONS, ROUTES } from '../../functions/http/routes';
import { TWILIO_DECLARATIONS } from '../../functions/twilio/routes';
import { matchPath, methodsOfPath } from '../../shared/http/match-path';
import type { Route } from '../../shared/http/route';
import { RELEASE } from '../../shared/platform/release';
import { boundTexts } from './bound-texts';
import { docsPages } from './docs-pages';
import { forClientGenerators } from './for-client-generators';
import { nameSchemas } from './name-schemas';
import { buildOpenApi, type DocumentReader, type OpenApiDocument } from './openapi-document';
import { referenceMarkdown } from './reference-markdown';
import { renderReference } from './reference-page';
import { writeGenerated, writeLongTextModule } from './write-generated';

/** OpenAPI documents, from the root of the project: for the linter, and for client generators. */
export const OPENAPI_FILES: Readonly<Record<DocumentReader, string>> = {
  clients: 'shared/http/generated/openapi.json',
  console: 'shared/http/generated/console-openapi.json',
};

/** Writes the OpenAPI documents, the page made of the public one and the other pages, as modules that a Lambda can serve. */
export function generateReference(root: string): void {
  const document = buildOpenApi({ version: RELEASE, reader: 'clients' });
  const folder = join(root, 'shared/http/generated');
  writeDocument(root, 'clients', document);
  writeDocument(root, 'console', buildOpenApi({ version: RELEASE, reader: 'console' }));
  writeRoutePaths(join(folder, 'route-paths'));
  writeRouteFacts(join(folder, 'route-facts'));
  writeLongTextModule(join(folder, 'reference-page'), renderReference(document));
  const pages = docsPages(root, { reference: referenceMarkdown(document) });
  writeLongTextModule(join(folder, 'docs-pages'), JSON.stringify(pages));
}

/** Returns the document for programs: each object has a name, each text a length. Its page shows objects where they are. */
function withNamedSchemas(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  return boundTexts({ ...document, components: { ...components, schemas: nameSchemas(components.schemas) } });
}

/** Writes a document as a file, and as a module beside it. */
function writeDocument(root: string, reader: DocumentReader, document: OpenApiDocument): void {
  const named = withNamedSchemas(document);
  const json = JSON.stringify(reader === 'clients' ? forClientGenerators(named) : named);
  const file = join(root, OPENAPI_FILES[reader]);
  writeGenerated(file, json);
  writeLongTextModule(file.replace(/\.json$/, ''), json);
}

/** Writes the paths and methods that the answer to an unknown route searches, without their documentation. */
function writeRoutePaths(file: string): void {
  const paths = ROUTES.map(({ method, path }) => ({ method, path }));
  writeGenerated(`${file}.js`, `export default ${JSON.stringify(paths)};\n`);
  writeGenerated(
    `${file}.d.ts`,
    "import type { Route } from '../route';\ndeclare const paths: ReadonlyArray<Pick<Route, 'method' | 'path'>>;\nexport default paths;\n",
  );
}

/**
 * Writes the facts that the middleware of a request looks up by operation: the query parameters of the route, and paths
 * of other methods that the gateway takes for its own, such as `/segments/preview` for `/segments/{id}`.
 */
function writeRouteFacts(file: string): void {
  const declared = [...DECLARATIONS, ...TWILIO_DECLARATIONS, ...CONSOLE_DECLARATIONS];
  const routes: ReadonlyArray<Pick<Route, 'method' | 'path'>> = declared.map(({ route }) => route);
  const facts = declared.flatMap(({ route, documentation }) => {
    const { query } = documentation();
    const besides = pathsBeside(route, routes);
    if (!query && besides.length === 0) return [];
    const fact = {
      ...(query && { query: query.map(({ name }) => name) }),
      ...(besides.length > 0 && { besides }),
    };
    return [[route.operationId, fact]];
  });
  writeGenerated(`${file}.js`, `export default ${JSON.stringify(Object.fromEntries(facts))};\n`);
  writeGenerated(
    `${file}.d.ts`,
    `import type { HttpMethod } from '../route';
interface RouteFacts {
  query?: readonly string[];
  besides?: ReadonlyArray<{ path: string; methods: readonly HttpMethod[] }>;
}
declare const facts: Readonly<Record<string, RouteFacts>>;
export default facts;
`,
  );
}

function pathsBeside(
  { method, path }: Pick<Route, 'method' | 'path'>,
  routes: ReadonlyArray<Pick<Route, 'method' | 'path'>>,
) {
  const literals = routes.filter((other) => other.path !== path && !other.path.includes('{'));
  const taken = new Set(literals.filter((other) => matchPath(path, other.path)).map((other) => other.path));
  return [...taken].flatMap((literal) => {
    const methods = methodsOfPath(routes, literal);
    return methods.includes(method) ? [] : [{ path: literal, methods }];
  });
}
