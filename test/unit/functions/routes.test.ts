import { readdirSync } from 'node:fs';
import { DECLARATIONS } from '../../../functions/http/routes';

const FOLDER = 'functions/http';
const files = readdirSync(FOLDER);
const listed = DECLARATIONS.map(({ route }) => route);

describe('the declarations of routes', () => {
  it('are all listed', () => {
    const handlers = listed.map(({ handler }) => handler.replace(/\.ts$/, '.route.ts')).sort();
    const declared = files.filter((file) => file.endsWith('.route.ts')).map((file) => `${FOLDER}/${file}`);
    expect(handlers).toEqual(declared.sort());
  });

  it('stand beside their handlers', () => {
    expect(listed.filter(({ handler }) => !files.includes(handler.slice(FOLDER.length + 1)))).toEqual([]);
  });

  it('have a method and path, and a name, of their own', () => {
    const keys = listed.map(({ method, path }) => `${method} ${path}`);
    const names = listed.map(({ operationId }) => operationId);
    expect([new Set(keys).size, new Set(names).size]).toEqual([listed.length, listed.length]);
  });
});
