import type { Context } from 'aws-lambda';
import type { Event, Result } from './http-event';
import type { Route } from './route';

/** A handler of one route, and its row. */
export interface RouteHandler {
  route: Route;
  handler: (event: Event, context: Context) => Promise<Result>;
}

/**
 * Makes one Lambda handler of several routes. For routes that do the same to the table: they share its grants.
 *
 * The gateway says in the event which row of the table it has chosen.
 */
export function byRoute(handlers: readonly RouteHandler[]) {
  const byKey = new Map(handlers.map(({ route, handler }) => [`${route.method} ${route.path}`, handler]));
  return (event: Event, context: Context): Promise<Result> => {
    const handler = byKey.get(event.routeKey);
    if (!handler) throw new Error(`The function has no route ${event.routeKey}`);
    return handler(event, context);
  };
}
