import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPENAPI_FILES } from './reference';
import { writeGenerated } from './write-generated';

/** Types of the API for its clients, and for the console. */
const TYPES_FILES: Readonly<Record<keyof typeof OPENAPI_FILES, string>> = {
  clients: 'shared/http/generated/api.d.ts',
  console: 'shared/http/generated/console-api.d.ts',
};

/**
 * Writes the TypeScript types of the API, as a client would generate them: for the typed client in the tests and the
 * examples, and for the console. The generator takes a second to load, so it only runs when a document has changed.
 */
export async function generateApiTypes(root: string): Promise<void> {
  await generateTypes(join(root, OPENAPI_FILES.clients), join(root, TYPES_FILES.clients));
  await generateTypes(join(root, OPENAPI_FILES.console), join(root, TYPES_FILES.console));
}

async function generateTypes(documentFile: string, typesFile: string): Promise<void> {
  const document = readFileSync(documentFile, 'utf8');
  const stamp = `${typesFile}.source`;
  const hash = createHash('sha256').update(document).digest('hex');
  const isCurrent = existsSync(typesFile) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isCurrent) return;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  writeGenerated(typesFile, astToString(await openapiTS(document)));
  writeGenerated(stamp, hash);
}
