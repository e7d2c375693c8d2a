import type { Route } from './route';

/** The methods that a path takes; none when no route has it. */
export function methodsOfPath(routes: ReadonlyArray<Pick<Route, 'method' | 'path'>>, path: string) {
  const decoded = decodeSegments(path);
  return routes.filter((route) => patternOf(route.path).test(decoded)).map(({ method }) => method);
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
