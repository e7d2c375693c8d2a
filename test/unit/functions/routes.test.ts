import { readdirSync, readFileSync } from 'node:fs';
import { DECLARATIONS } from '../../../functions/http/routes';

const FOLDER = 'functions/http';
const files = readdirSync(FOLDER);
const declared = files.flatMap((file) => (file.endsWith('.route.ts') ? [file.replace('.route.ts', '')] : []));
const wordsOf = (text: string) => text.replaceAll('-', '').toLowerCase();
const listed = DECLARATIONS.map(({ route }) => route);

describe('the declarations of routes', () => {
  it('are all listed', () => {
    const names = listed.map(({ operationId }) => wordsOf(operationId));
    expect(names.sort()).toEqual(declared.map(wordsOf).sort());
  });

  it('stand beside their handlers', () => {
    expect(listed.filter(({ handler }) => !files.includes(handler.slice(FOLDER.length + 1)))).toEqual([]);
    expect(declared.filter((name) => !files.includes(`${name}.ts`))).toEqual([]);
  });

  it('are in the handler that their row names, their own or one of several routes', () => {
    const strangers = listed.filter(({ operationId, handler }) => {
      const own = declared.find((name) => wordsOf(name) === wordsOf(operationId));
      return handler !== `${FOLDER}/${own}.ts` && !readFileSync(handler, 'utf8').includes(`'./${own}'`);
    });
    expect(strangers).toEqual([]);
  });

  it('have a method and path, and a name, of their own', () => {
    const keys = listed.map(({ method, path }) => `${method} ${path}`);
    const names = listed.map(({ operationId }) => operationId);
    expect([new Set(keys).size, new Set(names).size]).toEqual([listed.length, listed.length]);
  });
});
