import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECLARATIONS, DEFAULT_ROUTE_HANDLER } from '../../../functions/http/routes';

const FOLDER = 'functions/http';
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const listed = DECLARATIONS.map(({ route }) => route);
const entries = [...new Set(listed.map(({ handler }) => handler as string)), DEFAULT_ROUTE_HANDLER];

/** Rows that a file exports. */
async function rowsOf(file: string): Promise<unknown[]> {
  const exported = (await import(join(process.cwd(), file))) as Record<string, unknown>;
  return Object.values(exported).filter(
    (value) => typeof value === 'object' && value !== null && 'operationId' in value,
  );
}

/** The names by which a handler can refer to the row of an operation. */
function referencesTo(operationId: string, source: string): string[] {
  const imports = source.matchAll(/import \* as (\w+) from '\.\/[\w-]+\.routes';/g);
  return [...imports].map(([, name]) => `${name}.${operationId}`);
}

describe('the declarations of routes', () => {
  it('are all listed', async () => {
    const rows = await Promise.all(files.filter((file) => file.endsWith('.routes.ts')).map(rowsOf));
    expect(new Set(listed)).toEqual(new Set(rows.flat()));
  });

  it('name the files that handle them', () => {
    const strangers = listed.filter(({ operationId, handler }) => {
      const source = sources.get(handler) ?? '';
      return !referencesTo(operationId, source).some((name) => new RegExp(`\\b${name}\\b`).test(source));
    });
    expect(strangers).toEqual([]);
  });

  it('have a method and path, and a name, of their own', () => {
    const keys = listed.map(({ method, path }) => `${method} ${path}`);
    const names = listed.map(({ operationId }) => operationId);
    expect([new Set(keys).size, new Set(names).size]).toEqual([listed.length, listed.length]);
  });
});

describe('the files of handlers', () => {
  it('are those of the routes', () => {
    const handlers = files.filter((file) => /^export const handler\b/m.test(sources.get(file) ?? ''));
    expect(handlers.sort()).toEqual(entries.sort());
  });

  it('are in no bundle but their own', () => {
    const imported = [...sources.values()].flatMap((source) =>
      [...source.matchAll(/ from '\.\/([\w.-]+)'/g)].map(([, name]) => `${FOLDER}/${name}.ts`),
    );
    expect(imported.filter((file) => entries.includes(file))).toEqual([]);
  });
});
