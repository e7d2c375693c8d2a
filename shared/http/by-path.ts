import type { Context } from 'aws-lambda';
import type { Event, Result } from './http-event';
import { httpHandler } from './http-handler';
import { matchPath } from './match-path';
import { refuseUnrouted } from './refuse-unrouted';
import type { ConsoleRoute } from './route';

/** Handler of one route of the console, and its row of the route table. */
export interface ConsoleHandler {
  route: ConsoleRoute;
  handler: (event: Event, context: Context) => Promise<Result>;
}

/**
 * Combines many routes of the console into one Lambda handler: the gateway has one route for them, as a stack has at
 * most 500 resources. Requests that match no route get NoSuchRoute, or MethodNotAllowed when the path has other
 * methods.
 *
 * @param routes all routes below the path, also those of other functions
 */
export function byPath(
  handlers: readonly ConsoleHandler[],
  routes: readonly ConsoleRoute[] = handlers.map(({ route }) => route),
) {
  const answerUnknown = httpHandler('unknownConsoleRoute', async ({ rawPath }) =>
    refuseUnrouted(routes, rawPath),
  );
  return (event: Event, context: Context): Promise<Result> => {
    const { method } = event.requestContext.http;
    for (const { route, handler } of handlers) {
      const pathParameters = route.method === method ? matchPath(route.path, event.rawPath) : undefined;
      if (pathParameters) return handler({ ...event, pathParameters }, context);
    }
    return answerUnknown(event, context);
  };
}
