import type { IncomingMessage } from 'node:http';
import { isForLoopback, isFromForeignPage, type RequestHandler, sendJson } from './loopback-server';
import type { FunctionRuntime } from './function-runtime';
import { splitTarget } from './http-event';
import { createHttpFront } from './http-front';
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
  const { log, controls, routes, runtime } = options;
  let resetting: Promise<unknown> = Promise.resolve();
  const afterReset = () => resetting.catch(() => undefined);
  const reset = () => (resetting = afterReset().then(() => controls.reset()));
  const answerLocal = createLocalRoutes({ ...controls, reset });
  const router = new HttpRouter(routes);
  const answerApi = createHttpFront({
    routes,
    invoke: async (logicalId, event, invokeOptions) => {
      await afterReset();
      return runtime.invoke(logicalId, event, invokeOptions);
    },
    onError: (error) => log.error('A function failed', error),
    onBeyondAws: ({ routeKey }) =>
      log.warn('API Gateway and Lambda would have refused this body: send it with gzip', { routeKey }),
  });
  return async (request, response) => {
    const { headers, url = '/' } = request;
    const isLocal = url.startsWith(LOCAL_PREFIX);
    if (!isForLoopback(headers) && (isLocal || !isForLink(request, router))) {
      const message = `The local service answers to localhost, and follows the links of a link domain: not ${headers.host}.`;
      return sendJson(response, 403, { message });
    }
    if (!isLocal) return answerApi(request, response);
    if (!isFromForeignPage(headers)) return answerLocal(request, response);
    sendJson(response, 403, { message: 'The local routes take no requests of web pages of other origins.' });
  };
}

/** Returns true for a request of a link. Links have no route of their own: the API's default route follows them. */
function isForLink({ method = 'GET', url = '/' }: IncomingMessage, router: HttpRouter): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const match = router.match('GET', splitTarget(url).path);
  return match === undefined || match === 'malformed' || match.route.routeKey === DEFAULT_ROUTE_KEY;
}
