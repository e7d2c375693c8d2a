import type { Event } from './http-event';
import type { Route } from './route';

/**
 * Returns the methods that a path takes: those of the route whose path says most of it, as `/segments/preview` says more
 * than `/segments/{id}`. None when no route has it.
 */
export function methodsOfPath(
  routes: ReadonlyArray<Pick<Route, 'method' | 'path'>>,
  path: string,
): Array<Route['method']> {
  const decoded = decodeSegments(path);
  const found = routes.filter((route) => patternOf(route.path).test(decoded));
  const fewest = Math.min(...found.map((route) => parametersIn(route.path)));
  return found.filter((route) => parametersIn(route.path) === fewest).map(({ method }) => method);
}

const parametersIn = (path: string) => path.split('{').length - 1;

/**
 * Returns the path parameters, decoded once. The gateway passes them on as they were sent, which the path shows, or decoded.
 * Where it has decoded the path as well, that cannot be told, and what was escaped twice is decoded twice.
 */
export function pathParametersOf({ pathParameters, rawPath = '' }: Event): Record<string, string> {
  const segments = rawPath.split('/');
  const given = Object.entries(pathParameters ?? {}) as Array<[string, string]>;
  return Object.fromEntries(
    given.map(([name, text]) => [name, segments.includes(text) ? decodeSegment(text) : text]),
  );
}

/** The path parameters of a path, decoded; `undefined` where the path is not one of the route. */
export function matchPath(routePath: string, path: string): Record<string, string> | undefined {
  const expected = routePath.split('/');
  const segments = path.split('/').map(decodeSegment);
  if (segments.length !== expected.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const actual = segments[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? actual !== segment : actual === '') return undefined;
    if (name !== undefined) parameters[name] = actual;
  }
  return parameters;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Routes are found by what a path says, however it is written; an escaped slash parts nothing. */
export function decodeSegments(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return path;
  }
}

function patternOf(routePath: string): RegExp {
  const segments = routePath
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : escape(segment)));
  return new RegExp(`^${segments.join('/')}$`, 's');
}

const escape = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
