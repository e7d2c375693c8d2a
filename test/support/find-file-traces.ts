import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SERVICE_DATA_DIR } from './start-service';

/**
 * Names of the files in the shared service's S3 that have one of the texts in them, packed ones included.
 *
 * @param texts as they were written
 */
export function findFileTraces(texts: string[]): string[] {
  const folder = join(process.env[SERVICE_DATA_DIR] ?? '', 'files');
  if (!existsSync(folder)) throw new Error('The service keeps its files elsewhere');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.content'))
    .flatMap((name) => {
      const content = readFileSync(join(folder, name));
      const isPacked = content[0] === 0x1f && content[1] === 0x8b;
      const text = (isPacked ? gunzipSync(content) : content).toString('utf8');
      const found = texts.find((wanted) => text.includes(wanted));
      if (found === undefined) return [];
      const about = readFileSync(join(folder, name.replace('.content', '.json')), 'utf8');
      return [`${found} in ${(JSON.parse(about) as { name: string }).name}`];
    });
}
