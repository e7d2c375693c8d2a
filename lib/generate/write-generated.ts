import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Writes a file only if its text changes, and replaces it as a whole: another process may be reading it. */
export function writeGenerated(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, file);
}

/** Writes a module whose default export is a text. */
export function writeTextModule(fileWithoutExtension: string, text: string): void {
  writeModuleOfText(fileWithoutExtension, `export default ${JSON.stringify(text)};\n`);
}

/** Writes a module of a long text, which a cold start reads compressed: a twentieth of it, unpacked in milliseconds. */
export function writeLongTextModule(fileWithoutExtension: string, text: string): void {
  const packed = brotliCompressSync(text).toString('base64');
  writeModuleOfText(
    fileWithoutExtension,
    `import { brotliDecompressSync } from 'node:zlib';
export default brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString();
`,
  );
}

function writeModuleOfText(fileWithoutExtension: string, source: string): void {
  writeGenerated(`${fileWithoutExtension}.js`, source);
  writeGenerated(`${fileWithoutExtension}.d.ts`, 'declare const text: string;\nexport default text;\n');
}

/**
 * Replaces a section of a page that is written by `npm run docs`.
 *
 * @throws Error when the page has no place for it
 */
export function insertSection(page: string, name: string, text: string): string {
  const [opening, closing] = [`<!-- ${name}: written by \`npm run docs\` -->`, `<!-- /${name} -->`];
  const [begin, end] = [page.indexOf(opening), page.indexOf(closing)];
  if (begin < 0 || end < begin) throw new Error(`There is no place between ${opening} and ${closing}`);
  return `${page.slice(0, begin + opening.length)}\n\n${text}\n\n${page.slice(end)}`;
}
