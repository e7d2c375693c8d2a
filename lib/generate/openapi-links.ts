import type { ConsoleRoute, Route } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';

interface DocumentedRoute {
  route: Pick<Route | ConsoleRoute, 'operationId' | 'method' | 'path' | 'summary'>;
  docs: Pick<RouteDocumentation, 'answers'>;
}

/**
 * Returns the links from the answer of a route that makes something: to the list, and to the routes that read, change,
 * cancel or delete what was made.
 */
export function linksOf(
  { route, docs }: DocumentedRoute,
  routes: readonly DocumentedRoute[],
): Record<string, object> {
  const schema = schemaOf(docs);
  if (route.method !== 'POST' || schema === undefined) return {};
  const links = routes.flatMap(({ route: target }) => {
    const parameters = parametersOf(route.path, target, propertiesOf(schema));
    // Without a parameter nothing says what a change would be of.
    const isKnown = target.method === 'GET' || Object.keys(parameters ?? {}).length > 0;
    return parameters && isKnown && target.operationId !== route.operationId
      ? [[target.operationId, { operationId: target.operationId, description: target.summary, parameters }]]
      : [];
  });
  return Object.fromEntries(links) as Record<string, object>;
}

/** Returns the values of a route's path parameters, from the path and the answer; `undefined` where one is missing. */
function parametersOf(
  path: string,
  target: DocumentedRoute['route'],
  properties: ReadonlySet<string>,
): Record<string, string> | undefined {
  if (target.path !== path && !target.path.startsWith(`${path}/{`)) return undefined;
  const given = namesIn(path);
  const added = namesIn(target.path).slice(given.length);
  if (added.length > 1) return undefined;
  const values = added.map((name) => [name, properties.has(name) ? name : 'id'] as const);
  if (values.some(([, property]) => !properties.has(property))) return undefined;
  return Object.fromEntries([
    ...given.map((name) => [name, `$request.path.${name}`]),
    ...values.map(([name, property]) => [name, `$response.body#/${property}`]),
  ]) as Record<string, string>;
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

interface AnswerSchema {
  properties?: object;
  oneOf?: readonly AnswerSchema[];
}

/** Returns the schema of the answer that tells what was made. */
function schemaOf({ answers }: DocumentedRoute['docs']): AnswerSchema | undefined {
  return Object.values((answers[201] ?? answers[202])?.schema ?? {})[0];
}

/** Returns the properties that each variant of a schema has. */
function propertiesOf({ properties = {}, oneOf }: AnswerSchema): ReadonlySet<string> {
  return new Set(Object.keys(oneOf?.[0]?.properties ?? properties));
}
