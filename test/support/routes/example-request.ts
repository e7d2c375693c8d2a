import { DECLARATIONS, type OperationId } from '../../../functions/http/routes';
import type { Route } from '../../../shared/http/route';
import type { RouteDocumentation } from '../../../shared/http/route-documentation';

/** Values in a path, by the segment before each. */
export interface PathValues {
  'by-phone': string;
  groups: string;
  erasures: string;
  message: string;
  broadcast: string;
  batch: string;
  segments: string;
  automations: string;
  forecast: string;
  campaigns: string;
  imports: string;
  exports: string;
  join: string;
  docs: string;
}

export interface ExampleRequest {
  route: Route;
  pathParameters: Record<string, string>;
  /** The path with its parameters. */
  path: string;
  /** First example of the reference; `undefined` for a route without a body. */
  body: object | undefined;
}

/** Builds a request of a route from its declaration, so that tests of every route include a new one. */
export function exampleRequest(operationId: OperationId, values: PathValues): ExampleRequest {
  const declaration = DECLARATIONS.find(({ route }) => route.operationId === operationId);
  if (!declaration) throw new Error(`functions/http/routes.ts does not list ${operationId}`);
  const route: Route = declaration.route;
  const { request }: RouteDocumentation = declaration.documentation();
  const pathParameters: Record<string, string> = {};
  const segments = route.path.split('/').map((segment, index, all) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    const value = values[all[index - 1] as keyof PathValues] as string | undefined;
    if (value === undefined)
      throw new Error(`test/support/routes/example-request.ts knows no ${name} of ${route.path}`);
    pathParameters[name] = value;
    return encodeURIComponent(value);
  });
  const [example] = Object.values(request?.examples ?? {});
  return { route, pathParameters, path: segments.join('/'), body: example?.value as object | undefined };
}
