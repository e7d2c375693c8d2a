import { type OperationId, ROUTES } from '../../../functions/http/routes';

type Handler = (event: never, context: never) => Promise<unknown>;

/** Returns the name that API Gateway gives the route in an event. */
export function routeKeyOf(operation: OperationId): string {
  const route = ROUTES.find(({ operationId }) => operationId === operation);
  if (!route) throw new Error(`functions/http/routes.ts does not list ${operation}`);
  return `${route.method} ${route.path}`;
}

/** Makes a handler of one route of a function that has several. */
export function onRoute(operation: OperationId, handler: Handler): Handler {
  const routeKey = routeKeyOf(operation);
  return (event, context) => handler({ ...(event as object), routeKey } as never, context);
}
