import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SERVICE_DATA_DIR } from '../service/start-service';

/**
 * Returns the names of files in the shared service's S3 that contain one of the texts, compressed files included.
 *
 * @param texts as they were written
 */
export function findFileTraces(texts: string[]): string[] {
  const folder = join(process.env[SERVICE_DATA_DIR] ?? '', 'files');
  if (!existsSync(folder)) throw new Error('The service keeps its files elsewhere');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.content'))
    .flatMap((name) => {
      const content = readIfThere(join(folder, name));
      if (content === undefined) return [];
      const isPacked = content[0] === 0x1f && content[1] === 0x8b;
      const text = (isPacked ? gunzipSync(content) : content).toString('utf8');
      const found = texts.find((wanted) => text.includes(wanted));
      if (found === undefined) return [];
      const about = readIfThere(join(folder, name.replace('.content', '.json')));
      return about ? [`${found} in ${(JSON.parse(about.toString()) as { name: string }).name}`] : [];
    });
}

/** Reads a file. Another test may just have had the service delete it: then `undefined`. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
