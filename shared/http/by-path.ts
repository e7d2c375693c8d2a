import type { Context } from 'aws-lambda';
import { ServiceError } from '../errors/service-error';
import { getPlatform } from '../platform/platform';
import { answerErrors } from './answer-errors';
import { errorAnswer } from './envelope';
import type { Event, Result } from './http-event';
import { matchPath, methodsOfPath } from './match-path';
import { observeRequests } from './observe-requests';
import type { ConsoleRoute } from './route';

/** A handler of one route of the console, and its row. */
export interface ConsoleHandler {
  route: ConsoleRoute;
  handler: (event: Event, context: Context) => Promise<Result>;
}

/**
 * Makes one Lambda handler of all routes of the console: the gateway has one route for them, as a stack has at most 500
 * resources. Requests that no route takes get NoSuchRoute, or MethodNotAllowed where the path has other methods.
 */
export function byPath(handlers: readonly ConsoleHandler[]) {
  const answerUnknown = observeRequests('unknownConsoleRoute', (event: Event, context: Context) =>
    answerErrors({ event, context }, async () => refuse(handlers, event)),
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

function refuse(handlers: readonly ConsoleHandler[], event: Event): Result {
  const allowed = methodsOfPath(
    handlers.map(({ route }) => route),
    event.rawPath,
  );
  if (allowed.length === 0) throw new ServiceError('NoSuchRoute');
  const answer = errorAnswer({
    error: new ServiceError('MethodNotAllowed'),
    baseUrl: getPlatform().config.baseUrl,
  });
  return { ...answer, headers: { ...answer.headers, allow: allowed.join(', ') } };
}
