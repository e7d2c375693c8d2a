import { type HttpMethod, ROUTES } from './routes';

/** The methods that a path takes; none when no route has it. */
export function methodsOfPath(path: string): HttpMethod[] {
  return ROUTES.filter((route) => patternOf(route.path).test(path)).map(({ method }) => method);
}

function patternOf(routePath: string): RegExp {
  const segments = routePath
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : escape(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

const escape = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
