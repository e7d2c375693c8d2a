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

/** Writes a module whose default export is a text, as it is where that is possible: escapes are a tenth of some texts. */
export function writeTextModule(fileWithoutExtension: string, text: string): void {
  const isPlain = !/`|\$\{|\r|\\$/.test(text);
  const literal = isPlain ? `String.raw\`${text}\`` : JSON.stringify(text);
  writeModuleOfText(fileWithoutExtension, `export default ${literal};\n`);
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

/** Part of a page that a command writes, between two comments. */
interface Section {
  name: string;
  /** Command that writes it, such as `npm run docs`. */
  command: string;
}

/**
 * Returns the text of a section of a page.
 *
 * @throws Error when the page has no place for it
 */
export function readSection(page: string, section: Section): string {
  const { from, to } = findSection(page, section);
  return page.slice(from, to).trim();
}

/**
 * Replaces a section of a page.
 *
 * @throws Error when the page has no place for it
 */
export function insertSection(page: string, section: Section, text: string): string {
  const { from, to } = findSection(page, section);
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`;
}

function findSection(page: string, { name, command }: Section): { from: number; to: number } {
  const [opening, closing] = [`<!-- ${name}: written by \`${command}\` -->`, `<!-- /${name} -->`];
  const [begin, to] = [page.indexOf(opening), page.indexOf(closing)];
  if (begin < 0 || to < begin) throw new Error(`There is no place between ${opening} and ${closing}`);
  return { from: begin + opening.length, to };
}
