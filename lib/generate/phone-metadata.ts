import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeTextModule } from './write-generated';

/** Writes libphonenumber's small metadata as a text, so that a function does not parse it as code when it starts. */
export function generatePhoneMetadata(root: string): void {
  const metadata: unknown = createRequire(import.meta.url)('libphonenumber-js/metadata.min.json');
  writeTextModule(join(root, 'shared/phone-numbers/generated/metadata'), JSON.stringify(metadata));
}
