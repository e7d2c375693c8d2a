import type { Route } from './route';

/** The methods that a path takes; none when no route has it. */
export function methodsOfPath(routes: ReadonlyArray<Pick<Route, 'method' | 'path'>>, path: string) {
  const decoded = decodeSegments(path);
  return routes.filter((route) => patternOf(route.path).test(decoded)).map(({ method }) => method);
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
