import { readdirSync, readFileSync } from 'node:fs';
import { CONSOLE_DATA_HANDLER, CONSOLE_ROUTES } from '../../../functions/console/routes';
import type { ConsoleRoute } from '../../../shared/http/route';

const FOLDER = 'functions/console';
const files = readdirSync(FOLDER);
const declared = files.flatMap((file) => (file.endsWith('.route.ts') ? [file.replace('.route.ts', '')] : []));
const wordsOf = (text: string) => text.replaceAll('-', '').toLowerCase();
const listed: readonly ConsoleRoute[] = CONSOLE_ROUTES;
const data = readFileSync(CONSOLE_DATA_HANDLER, 'utf8');

describe('the declarations of the routes of the console', () => {
  it('are all listed, and beside their handlers, which the one Lambda has', () => {
    const names = listed.map(({ operationId }) => wordsOf(operationId));
    expect(names.sort()).toEqual(declared.map(wordsOf).sort());
    expect(declared.filter((name) => !files.includes(`${name}.ts`) || !data.includes(`'./${name}'`))).toEqual(
      [],
    );
  });

  it('name the one Lambda, and lie below its path', () => {
    expect(listed.filter(({ handler }) => handler !== CONSOLE_DATA_HANDLER)).toEqual([]);
    expect(listed.filter(({ path }) => !path.startsWith('/console/api/'))).toEqual([]);
  });
});
