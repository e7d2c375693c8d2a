import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  writeTextModule(join(folder, 'openapi'), json);
  writeTextModule(join(folder, 'reference-page'), renderReference(document));
  writeTextModule(join(folder, 'error-page'), renderErrorReference());
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
