import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file only if its text changes, and replaces it as a whole: another process may be reading it. */
export function writeGenerated(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, file);
}

/** A module whose default export is a text. */
export function writeTextModule(fileWithoutExtension: string, text: string): void {
  writeGenerated(`${fileWithoutExtension}.js`, `export default ${JSON.stringify(text)};\n`);
  writeGenerated(`${fileWithoutExtension}.d.ts`, 'declare const text: string;\nexport default text;\n');
}
