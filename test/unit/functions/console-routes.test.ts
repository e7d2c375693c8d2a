import { HANDLERS } from '../../../functions/console/handlers';
import { OPERATOR_HANDLERS } from '../../../functions/console/operator';
import { handlerOf, PLANES } from '../../../functions/console/plane';
import { CONSOLE_ROUTES } from '../../../functions/console/routes';
import type { ConsoleRoute } from '../../../shared/http/route';

const listed: readonly ConsoleRoute[] = CONSOLE_ROUTES;

describe('the routes of the console', () => {
  it('have each one handler', () => {
    const handlers = [...HANDLERS, ...OPERATOR_HANDLERS];
    expect(handlers.map(({ route }) => route.operationId).sort()).toEqual(
      listed.map(({ operationId }) => operationId).sort(),
    );
    expect(new Set(listed.map(({ operationId }) => operationId)).size).toBe(listed.length);
    expect(new Set(listed.map(({ method, path }) => `${method} ${path}`)).size).toBe(listed.length);
  });

  it('name the Lambda that they are in, and lie below its path', () => {
    for (const { route } of HANDLERS) {
      expect(PLANES.filter((plane) => plane !== 'operator').map(handlerOf)).toContain(route.handler);
      expect(route.path).toMatch(/^\/console\/api\/(?!operator\/)/);
    }
    for (const { route } of OPERATOR_HANDLERS) {
      expect([route.handler, route.path, route.authentication]).toEqual([
        handlerOf('operator'),
        expect.stringMatching(/^\/console\/api\/operator\//),
        'user',
      ]);
    }
  });

  it('for operators are refused to all others by their row', () => {
    const refused = OPERATOR_HANDLERS.map(({ route }) => 'isForOperators' in route && route.isForOperators);
    expect(refused).toEqual(refused.map(() => true));
  });
});
