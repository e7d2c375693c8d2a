import { HANDLERS } from '../../../functions/console/data';
import { CONSOLE_DATA_HANDLER, CONSOLE_ROUTES } from '../../../functions/console/routes';
import type { ConsoleRoute } from '../../../shared/http/route';

const listed: readonly ConsoleRoute[] = CONSOLE_ROUTES;

describe('the routes of the console', () => {
  it('have each one handler, in the one Lambda', () => {
    expect(HANDLERS.map(({ route }) => route.operationId).sort()).toEqual(
      listed.map(({ operationId }) => operationId).sort(),
    );
    expect(new Set(listed.map(({ operationId }) => operationId)).size).toBe(listed.length);
    expect(new Set(listed.map(({ method, path }) => `${method} ${path}`)).size).toBe(listed.length);
  });

  it('name the one Lambda, and lie below its path', () => {
    expect(listed.filter(({ handler }) => handler !== CONSOLE_DATA_HANDLER)).toEqual([]);
    expect(listed.filter(({ path }) => !path.startsWith('/console/api/'))).toEqual([]);
  });
});
