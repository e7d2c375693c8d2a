import { ROUTES } from '../../functions/http/routes';
import type { Route } from '../../shared/http/route';
import { type Template, TemplateError } from './template';

export const DEFAULT_ROUTE_KEY = '$default';
const DEFAULT_INTEGRATION_TIMEOUT_MS = 30_000;

/** One route of the API with the function behind it. */
export interface HttpRoute {
  /** Key such as `POST /api/v1/contacts/by-phone/{phoneNumber}`, or `$default`. */
  routeKey: string;
  functionLogicalId: string;
  timeoutMs: number;
  /** Limit of the body, for routes that take larger bodies than API Gateway does. */
  maxBodyBytes?: number;
}

export interface RouteMatch {
  route: HttpRoute;
  /** Percent-decoded values by the parameters' names. */
  pathParameters: Record<string, string>;
}

interface RoutePattern {
  route: HttpRoute;
  method: string;
  segments: Segment[];
}

/** Segment of a path: a text, a parameter, or a greedy one, which takes the rest of the path. */
interface Segment {
  kind: 'text' | 'parameter' | 'greedy';
  value: string;
}

const KINDS = ['text', 'parameter', 'greedy'];

/** Reads the routes of the template with their functions, through their integrations. */
export function readRoutes(template: Template): HttpRoute[] {
  return template.resources('AWS::ApiGatewayV2::Route').map(({ logicalId, properties }) => {
    const integration = template.referencedResource(properties.Target);
    const target = integration && template.referencedResource(integration.properties.IntegrationUri);
    if (target?.type !== 'AWS::Lambda::Function') {
      throw new TemplateError(`The route ${logicalId} leads to no function.`);
    }
    const routeKey = String(properties.RouteKey);
    const maxBodyBytes = maxBodyBytesOf(routeKey);
    return {
      routeKey,
      functionLogicalId: target.logicalId,
      timeoutMs: Number(integration?.properties.TimeoutInMillis ?? DEFAULT_INTEGRATION_TIMEOUT_MS),
      ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    };
  });
}

function maxBodyBytesOf(routeKey: string): number | undefined {
  const routes = ROUTES as readonly Route[];
  const route = routes.find(({ method, path }) => `${method} ${path}` === routeKey);
  return route?.authentication === 'basic' ? route.maxBodyBytes : undefined;
}

/**
 * Chooses routes as API Gateway does: of those for the method (or `ANY`) the most specific path, then `$default`.
 */
export class HttpRouter {
  /** Patterns by method, in the order in which they are tried. */
  readonly #patterns: ReadonlyMap<string, RoutePattern[]>;
  readonly #default: HttpRoute | undefined;

  constructor(routes: HttpRoute[]) {
    this.#default = routes.find((route) => route.routeKey === DEFAULT_ROUTE_KEY);
    const patterns = routes
      .filter((route) => route.routeKey !== DEFAULT_ROUTE_KEY)
      .map((route) => {
        const [method = '', path = ''] = route.routeKey.split(' ');
        return { route, method, segments: path.split('/').map(readSegment) };
      })
      .sort(compareSpecificity);
    this.#patterns = new Map(
      patterns.map(({ method }) => [
        method,
        patterns.filter((pattern) => pattern.method === method || pattern.method === 'ANY'),
      ]),
    );
  }

  /**
   * Finds the route of a request.
   *
   * @param path as it was sent, with percent escapes, without the query
   * @returns undefined when no route takes the request, `malformed` when an escape in the path is invalid
   */
  match(method: string, path: string): RouteMatch | 'malformed' | undefined {
    let segments: string[];
    try {
      // A plus sign in a path is a plus sign: only forms write blanks that way.
      segments = path.split('/').map(decodeURIComponent);
    } catch {
      return 'malformed';
    }
    for (const pattern of this.#patterns.get(method) ?? this.#patterns.get('ANY') ?? []) {
      const pathParameters = matchPattern(pattern, segments);
      if (pathParameters !== undefined) return { route: pattern.route, pathParameters };
    }
    return this.#default && { route: this.#default, pathParameters: {} };
  }
}

function readSegment(text: string): Segment {
  const [, name, plus] = /^\{(.+?)(\+?)\}$/.exec(text) ?? [];
  if (name === undefined) return { kind: 'text', value: text };
  return { kind: plus === '+' ? 'greedy' : 'parameter', value: name };
}

function matchPattern(pattern: RoutePattern, segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, { kind, value }] of pattern.segments.entries()) {
    const actual = segments[index];
    if (actual === undefined) return undefined;
    if (kind === 'greedy') return { ...parameters, [value]: segments.slice(index).join('/') };
    if (kind === 'text' ? actual !== value : actual === '') return undefined;
    if (kind === 'parameter') parameters[value] = actual;
  }
  return pattern.segments.length === segments.length ? parameters : undefined;
}

/**
 * Compares two patterns; negative when `a` is to be tried before `b`: text before parameters before greedy ones, from
 * left to right, and a method before `ANY`.
 */
function compareSpecificity(a: RoutePattern, b: RoutePattern): number {
  const loosenessOf = ({ segments, method }: RoutePattern) =>
    segments.map(({ kind }) => KINDS.indexOf(kind)).join('') + (method === 'ANY' ? '.1' : '.0');
  return Number(loosenessOf(a) > loosenessOf(b)) - Number(loosenessOf(a) < loosenessOf(b));
}
