import type { Scope, UserScope } from '../accounts/scopes';
import type { RateLimitBucket } from '../limits';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One row of the route table: how a request reaches its handler, and what counts it. */
export type Route = AuthenticatedRoute | PublicRoute;
export type AuthenticatedRoute = RouteTarget & AuthenticatedAccess;
export type PublicRoute = RouteTarget & PublicAccess;
/** One row of the table of the console's own routes. API keys reach none of them. */
export type ConsoleRoute = MemberRoute | UserRoute;
/** About the account that `X-Account` names. */
export type MemberRoute = RouteTarget & MemberAccess;
/** About the user, or for operators: above accounts. */
export type UserRoute = RouteTarget & UserAccess;
/** About an account, whose requests are counted. */
export type CountedRoute = AuthenticatedRoute | MemberRoute;

interface RouteTarget {
  /** Names the route in the OpenAPI document, in logs, and its handler file. */
  operationId: string;
  method: HttpMethod;
  /** API Gateway's notation, `{name}` for a path parameter. */
  path: string;
  /** File of the Lambda handler, from the root of the project. */
  handler: string;
  summary: string;
}

/** Takes API keys, and sessions of users. */
interface AuthenticatedAccess extends CountedAccess {
  authentication: 'basic';
  /** What the API key or the user must be allowed to do. **Source:** rules E6. */
  scope: Scope;
}

interface MemberAccess extends CountedAccess {
  authentication: 'session';
  bucket: UserBucket;
  /** What the user must be allowed to do in the account. **Source:** rules E6. */
  scope: UserScope;
}

/** What requests of users count in: `stop` is for what takes something dangerous away. **Source:** rules 8.1. */
export type UserBucket = Extract<RateLimitBucket, 'user' | 'stop'>;

interface CountedAccess {
  /** **Source:** rules 8.1, E1. */
  bucket: RateLimitBucket;
  /** Counts requests of users in place of `user`, where the contract gives those of keys a bucket. */
  userBucket?: 'stop';
  /** Counts a request with `dryRun: true` instead. */
  dryRunBucket?: RateLimitBucket;
  /** A request that is answered with a 4xx does not keep its place in the window of `bucket`. */
  givesPlaceBack?: true;
  /** Of the body when unpacked; absent: `MAX_BODY_BYTES`. */
  maxBodyBytes?: number;
  /**
   * `false`: what it does is a record of its own, or no change of the account. Every other request that is no GET, and changes
   * something, is in the audit log of the account. **Source:** rules E6.
   */
  isAudited?: false;
}

interface UserAccess {
  authentication: 'user';
  isForOperators: boolean;
  bucket: UserBucket;
}

/** Only what the public may read. */
interface PublicAccess {
  authentication: 'none';
  bucket?: undefined;
}

/** Returns true when an audit log has what requests of the route change. **Source:** rules E6. */
export function isAudited(route: Route | ConsoleRoute): boolean {
  switch (route.authentication) {
    case 'basic':
    case 'session':
      return route.method !== 'GET' && route.isAudited !== false;
    case 'user':
      return route.method !== 'GET';
    case 'none':
      return false;
  }
}
