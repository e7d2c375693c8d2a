import { ROUTES } from './routes';

/** Whether any route, with whatever method, has this path. */
export function hasRouteForPath(path: string): boolean {
  return ROUTES.some((route) => patternOf(route.path).test(path));
}

function patternOf(routePath: string): RegExp {
  const segments = routePath
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : escape(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}

const escape = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
