import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPENAPI_FILE } from './reference';
import { writeGenerated } from './write-generated';

const TYPES_FILE = 'shared/http/generated/api.d.ts';

/**
 * Writes the TypeScript types of the API, as a client would generate them, for the typed client in the tests and the
 * examples. The generator takes a second to load, so it only runs when the document has changed.
 */
export async function generateApiTypes(root: string): Promise<void> {
  const document = readFileSync(join(root, OPENAPI_FILE), 'utf8');
  const stamp = join(root, `${TYPES_FILE}.source`);
  const hash = createHash('sha256').update(document).digest('hex');
  const isCurrent =
    existsSync(join(root, TYPES_FILE)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isCurrent) return;
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  writeGenerated(join(root, TYPES_FILE), astToString(await openapiTS(document)));
  writeGenerated(stamp, hash);
}
