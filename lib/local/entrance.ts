import type { FunctionRuntime } from './function-runtime';
import { createHttpFront, type RequestHandler } from './http-front';
import type { HttpRoute } from './http-router';
import { createLocalRoutes, LOCAL_PREFIX, type LocalControls } from './local-routes';
import type { Log } from './mappings';

/** Leads requests to the API or to the local routes; while everything is being emptied, those to the API wait. */
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
  const answerApi = createHttpFront({
    routes: options.routes,
    invoke: async (logicalId, event) => {
      await resetting?.catch(() => undefined);
      return options.runtime.invoke(logicalId, event);
    },
    onError: (error) => log.error('A function failed', error),
  });
  return (request, response) =>
    request.url?.startsWith(LOCAL_PREFIX) === true
      ? answerLocal(request, response)
      : answerApi(request, response);
}

/** Loads the functions behind the routes, one after the other: requests that come meanwhile go first. */
export async function preload(routes: HttpRoute[], runtime: FunctionRuntime): Promise<void> {
  for (const { functionLogicalId } of routes) {
    await runtime.load(functionLogicalId);
  }
}
