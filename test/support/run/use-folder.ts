import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes an empty folder before each test of a file, or of a `describe`, and removes it with everything in it afterwards.
 *
 * @returns the path of what has these names in it, of the folder itself without names
 */
export function useFolder(): (...names: string[]) => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
