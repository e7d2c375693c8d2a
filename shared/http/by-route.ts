import type { Context } from 'aws-lambda';
import type { Event, Result } from './http-event';
import type { Route } from './route';

/** Handler of one route, and its row of the route table. */
export interface RouteHandler {
  route: Route;
  handler: (event: Event, context: Context) => Promise<Result>;
}

/**
 * Combines several routes into one Lambda handler, for routes with the same access to the table, which share its
 * grants.
 *
 * The gateway's event names the row of the route table that it has chosen.
 */
export function byRoute(handlers: readonly RouteHandler[]) {
  const byKey = new Map(handlers.map(({ route, handler }) => [`${route.method} ${route.path}`, handler]));
  return (event: Event, context: Context): Promise<Result> => {
    const handler = byKey.get(event.routeKey);
    if (!handler) throw new Error(`The function has no route ${event.routeKey}`);
    return handler(event, context);
  };
}
