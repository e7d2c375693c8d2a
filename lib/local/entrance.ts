import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForLoopback, isFromForeignPage } from './callers';
import type { FunctionRuntime } from './function-runtime';
import { gatewayAnswer } from './http-answer';
import { splitTarget } from './http-event';
import { createHttpFront, type RequestHandler } from './http-front';
import { DEFAULT_ROUTE_KEY, type HttpRoute, HttpRouter } from './http-router';
import { createLocalRoutes, LOCAL_PREFIX, type LocalControls } from './local-routes';
import type { Log } from './mappings';

/**
 * Passes requests to the API or to the local routes. During a reset, requests to the API wait. Under the name of a link
 * domain only its links are served, and the local routes refuse web pages of other origins.
 */
export function createEntrance(options: {
  routes: HttpRoute[];
  runtime: FunctionRuntime;
  log: Log;
  controls: LocalControls;
}): RequestHandler {
  const { log, controls } = options;
  let resetting: Promise<unknown> | undefined;
  const reset = async (): Promise<unknown> => {
    const earlier = resetting;
    resetting = (async () => {
      await earlier?.catch(() => undefined);
      return controls.reset();
    })();
    return resetting;
  };
  const answerLocal = createLocalRoutes({ ...controls, reset });
  const router = new HttpRouter(options.routes);
  const answerApi = createHttpFront({
    routes: options.routes,
    invoke: async (logicalId, event, invokeOptions) => {
      await resetting?.catch(() => undefined);
      return options.runtime.invoke(logicalId, event, invokeOptions);
    },
    onError: (error) => log.error('A function failed', error),
    onBeyondAws: ({ routeKey }) =>
      log.warn('API Gateway and Lambda would have refused this body: send it with gzip', { routeKey }),
  });
  return async (request, response) => {
    const isLocal = request.url?.startsWith(LOCAL_PREFIX) === true;
    if (!isForLoopback(request.headers)) {
      return isLocal || !isForLink(request, router)
        ? refuse(
            response,
            `The local service answers to localhost, and follows the links of a link domain: not ${request.headers.host}.`,
          )
        : answerApi(request, response);
    }
    if (!isLocal) return answerApi(request, response);
    return isFromForeignPage(request.headers)
      ? refuse(response, 'The local routes take no requests of web pages of other origins.')
      : answerLocal(request, response);
  };
}

/** Returns true for a request of a link. Links have no route of their own: the API's default route follows them. */
function isForLink({ method = 'GET', url = '/' }: IncomingMessage, router: HttpRouter): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const match = router.match('GET', splitTarget(url).path);
  return match === undefined || match === 'malformed' || match.route.routeKey === DEFAULT_ROUTE_KEY;
}

async function refuse(response: ServerResponse, message: string): Promise<void> {
  const { statusCode, headers, body } = gatewayAnswer(403, message);
  response.writeHead(statusCode, { ...headers, 'content-length': body.length });
  response.end(body);
}

/** Loads the functions behind the routes, one after the other: requests that arrive meanwhile go first. */
export async function preload(routes: HttpRoute[], runtime: FunctionRuntime): Promise<void> {
  for (const { functionLogicalId } of routes) {
    await runtime.load(functionLogicalId);
  }
}
