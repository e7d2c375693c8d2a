import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotRunError } from './not-run';

/**
 * Fetches a file from Maven Central, once.
 *
 * @param artifact as Maven names it: group, name, version and, unless it is a jar, the kind, with colons between them
 * @param sha256 hash that the file must have
 * @returns the file
 * @throws NotRunError without Maven or a registry
 */
export function mavenArtifact(artifact: string, sha256: string): string {
  const [, name = '', version = '', kind = 'jar'] = artifact.split(':');
  const folder = join(process.cwd(), '.cache', name);
  const file = join(folder, `${name}-${version}.${kind}`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
    const { error, status } = spawnSync('mvn', ['-q', '-B', ...copy]);
    if (error) throw new NotRunError(`${name}: there is no mvn on the PATH.`);
    if (status !== 0) throw new NotRunError(`Maven could not fetch ${artifact}.`);
  }
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (hash !== sha256) throw new Error(`${file} is not ${artifact}: ${hash}`);
  return file;
}
