import type { Scope, UserScope } from '../accounts/scopes';
import type { RateLimitBucket } from '../limits';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

/** Row of the route table: how a request reaches its handler, and what counts it. */
export type Route = AuthenticatedRoute | PublicRoute;
export type AuthenticatedRoute = RouteTarget & AuthenticatedAccess;
export type PublicRoute = RouteTarget & PublicAccess;
/** Row of the table of the console's own routes, which API keys cannot call. */
export type ConsoleRoute = MemberRoute | UserRoute;
/** Route about the account that `X-Account` names. */
export type MemberRoute = RouteTarget & MemberAccess;
/** Route above accounts: about the user, or for operators. */
export type UserRoute = RouteTarget & UserAccess;
/** Route about an account, whose requests are counted. */
export type CountedRoute = AuthenticatedRoute | MemberRoute;

interface RouteTarget {
  /** Name of the route in the OpenAPI document, in logs, and of its handler file. */
  operationId: string;
  method: HttpMethod;
  /** API Gateway's notation, `{name}` for a path parameter. */
  path: string;
  /** File of the Lambda handler, from the root of the project. */
  handler: string;
  summary: string;
}

/** Access with API keys, and with sessions of users. */
interface AuthenticatedAccess extends CountedAccess {
  authentication: 'basic';
  /** Scope that the API key or the user needs. **Source:** rules E6. */
  scope: Scope;
  /** Scope that a user needs in its place. */
  userScope?: UserScope;
}

interface MemberAccess extends CountedAccess {
  authentication: 'session';
  bucket: UserBucket;
  /** Scope that the user needs in the account. **Source:** rules E6. */
  scope: UserScope;
}

/**
 * Buckets for requests of users; `stop` is for requests such as revoking a key or cancelling a campaign.
 *
 * **Source:** rules 8.1.
 */
export type UserBucket = Extract<RateLimitBucket, 'user' | 'stop'>;

interface CountedAccess {
  /** **Source:** rules 8.1, E1. */
  bucket: RateLimitBucket;
  /** Bucket for requests of users in place of `user`, where the contract gives those of keys a bucket. */
  userBucket?: 'stop';
  /** Bucket for a request with `dryRun: true`. */
  dryRunBucket?: RateLimitBucket;
  /** Set when a request that is answered with a 4xx does not keep its place in the window of `bucket`. */
  givesPlaceBack?: true;
  /** Limit for the unpacked body; absent: `MAX_BODY_BYTES`. */
  maxBodyBytes?: number;
  /**
   * `false`: the request creates a record of its own, or does not change the account. Every other request that is no
   * GET, and changes something, is in the audit log of the account. **Source:** rules E6.
   */
  isAudited?: false;
}

interface UserAccess {
  authentication: 'user';
  isForOperators: boolean;
  bucket: UserBucket;
}

/** Access without authentication, only to what the public may read. */
interface PublicAccess {
  authentication: 'none';
  bucket?: undefined;
}

/** Returns true when changes by requests of the route are in an audit log. **Source:** rules E6. */
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
