import type { Event } from './http-event';
import type { Route } from './route';

/**
 * Returns the methods of a path: those of the most specific route, as `/segments/preview` is more specific than
 * `/segments/{id}`. Returns none when no route matches.
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
 * Returns the path parameters, decoded once. The gateway passes them either encoded, which the path shows, or decoded.
 * If it has decoded the path as well, the two cases look the same, and a doubly escaped value is decoded twice.
 */
export function pathParametersOf({ pathParameters, rawPath = '' }: Event): Record<string, string> {
  const segments = rawPath.split('/');
  const given = Object.entries(pathParameters ?? {}) as Array<[string, string]>;
  return Object.fromEntries(
    given.map(([name, text]) => [name, segments.includes(text) ? decodeSegment(text) : text]),
  );
}

/** Returns the decoded path parameters of a path; `undefined` when the path does not match the route. */
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

/**
 * Decodes the segments of a path, so that routes match whatever the escaping; an escaped slash does not separate
 * segments.
 */
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
