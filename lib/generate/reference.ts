import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../../functions/http/routes';
import { EVENT_TYPES } from '../../shared/events/event-types';
import { renderErrorReference } from '../reference/error-reference';
import { buildOpenApi } from './openapi-document';
import type { EventSchema } from './openapi-webhooks';
import { renderReference } from './reference-page';
import { writeGenerated, writeTextModule } from './write-generated';

/** The OpenAPI document, from the root of the project: for the linter, and for client generators. */
export const OPENAPI_FILE = 'shared/http/generated/openapi.json';

/** Writes the OpenAPI document, the page made of it and the page of error codes, as modules, so that a Lambda need not put them together. */
export function generateReference(root: string): void {
  const document = buildOpenApi({ version: readVersion(root), events: readEventSchemas(root) });
  const json = JSON.stringify(document);
  const folder = join(root, 'shared/http/generated');
  writeGenerated(join(root, OPENAPI_FILE), json);
  writeRoutePaths(join(folder, 'route-paths'));
  writeTextModule(join(folder, 'openapi'), json);
  writeTextModule(join(folder, 'reference-page'), renderReference(document));
  writeTextModule(join(folder, 'error-page'), renderErrorReference());
}

/** What the answer to an unknown route looks into: paths and methods, without what the reference says of them. */
function writeRoutePaths(file: string): void {
  const paths = ROUTES.map(({ method, path }) => ({ method, path }));
  writeGenerated(`${file}.js`, `export default ${JSON.stringify(paths)};\n`);
  writeGenerated(
    `${file}.d.ts`,
    "import type { Route } from '../route';\ndeclare const paths: ReadonlyArray<Pick<Route, 'method' | 'path'>>;\nexport default paths;\n",
  );
}

function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}

function readEventSchemas(root: string): Map<string, EventSchema> {
  return new Map(
    EVENT_TYPES.map((type) => {
      const text = readFileSync(join(root, `docs/events/${type}.schema.json`), 'utf8');
      return [type, JSON.parse(text) as EventSchema];
    }),
  );
}
