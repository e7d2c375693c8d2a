import { MAX_JOB_BODY_BYTES, type RateLimitBucket } from '../limits';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One row of the route table. */
export type Route = AuthenticatedRoute | PublicRoute;
export type AuthenticatedRoute = RouteTarget & AuthenticatedAccess;
export type PublicRoute = RouteTarget & PublicAccess;

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

interface AuthenticatedAccess {
  authentication: 'basic';
  /** **Source:** rules 8.1, E1. */
  bucket: RateLimitBucket;
  /** Counts a request with `dryRun: true` instead. */
  dryRunBucket?: RateLimitBucket;
  /** A request that is answered with a 4xx does not keep its place in the window of `bucket`. */
  givesPlaceBack?: true;
  /** Of the body when unpacked; absent: `MAX_BODY_BYTES`. */
  maxBodyBytes?: number;
}

/** Only what the public may read. */
interface PublicAccess {
  authentication: 'none';
  bucket?: undefined;
}

/**
 * The only place where routes are listed: the stack, the local service and the reference are all read off it.
 *
 * **Source:** rules 4.
 */
export const ROUTES = [
  {
    operationId: 'sendMessage',
    method: 'POST',
    path: '/api/v1/messaging/message',
    handler: 'functions/http/send-message.ts',
    authentication: 'basic',
    bucket: 'message',
    dryRunBucket: 'read',
    summary: 'Send one SMS or MMS',
  },
  {
    operationId: 'getMessage',
    method: 'GET',
    path: '/api/v1/messaging/message/{id}',
    handler: 'functions/http/get-message.ts',
    authentication: 'basic',
    bucket: 'read',
    summary: 'Read a message back, with its delivery status',
  },
  {
    operationId: 'sendBroadcast',
    method: 'POST',
    path: '/api/v1/messaging/broadcast',
    handler: 'functions/http/send-broadcast.ts',
    authentication: 'basic',
    bucket: 'broadcast',
    dryRunBucket: 'read',
    givesPlaceBack: true,
    maxBodyBytes: MAX_JOB_BODY_BYTES,
    summary: 'Send one SMS or MMS to 100 to 50,000 recipients',
  },
  {
    operationId: 'getBroadcast',
    method: 'GET',
    path: '/api/v1/messaging/broadcast/{id}',
    handler: 'functions/http/get-broadcast.ts',
    authentication: 'basic',
    bucket: 'read',
    summary: 'Read a broadcast back, with its counts',
  },
  {
    operationId: 'listBroadcastRecipients',
    method: 'GET',
    path: '/api/v1/messaging/broadcast/{id}/recipients',
    handler: 'functions/http/list-broadcast-recipients.ts',
    authentication: 'basic',
    bucket: 'read',
    summary: 'What became of each recipient of a broadcast',
  },
  {
    operationId: 'cancelBroadcast',
    method: 'POST',
    path: '/api/v1/messaging/broadcast/{id}/cancel',
    handler: 'functions/http/cancel-broadcast.ts',
    authentication: 'basic',
    bucket: 'campaignWrite',
    summary: 'Stop what of a broadcast has not been handed over',
  },
  {
    operationId: 'sendBatch',
    method: 'POST',
    path: '/api/v1/messaging/batch',
    handler: 'functions/http/send-batch.ts',
    authentication: 'basic',
    bucket: 'batch',
    dryRunBucket: 'read',
    givesPlaceBack: true,
    maxBodyBytes: MAX_JOB_BODY_BYTES,
    summary: 'Send 10 to 5,000 recipients a message each of their own',
  },
  {
    operationId: 'getBatch',
    method: 'GET',
    path: '/api/v1/messaging/batch/{id}',
    handler: 'functions/http/get-batch.ts',
    authentication: 'basic',
    bucket: 'read',
    summary: 'Read a batch back, with its counts',
  },
  {
    operationId: 'listBatchRecipients',
    method: 'GET',
    path: '/api/v1/messaging/batch/{id}/recipients',
    handler: 'functions/http/list-batch-recipients.ts',
    authentication: 'basic',
    bucket: 'read',
    summary: 'What became of each recipient of a batch',
  },
  {
    operationId: 'cancelBatch',
    method: 'POST',
    path: '/api/v1/messaging/batch/{id}/cancel',
    handler: 'functions/http/cancel-batch.ts',
    authentication: 'basic',
    bucket: 'campaignWrite',
    summary: 'Stop what of a batch has not been handed over',
  },
  {
    operationId: 'createContact',
    method: 'POST',
    path: '/api/v1/contacts/by-phone/{phoneNumber}',
    handler: 'functions/http/create-contact.ts',
    authentication: 'basic',
    bucket: 'contactApiWrite',
    summary: 'Create a contact',
  },
  {
    operationId: 'getContact',
    method: 'GET',
    path: '/api/v1/contacts/by-phone/{phoneNumber}',
    handler: 'functions/http/get-contact.ts',
    authentication: 'basic',
    bucket: 'contactApiRead',
    summary: 'Read a contact',
  },
  {
    operationId: 'updateContact',
    method: 'PATCH',
    path: '/api/v1/contacts/by-phone/{phoneNumber}',
    handler: 'functions/http/update-contact.ts',
    authentication: 'basic',
    bucket: 'contactApiWrite',
    summary: 'Change a contact',
  },
  {
    operationId: 'getCustomFieldSchema',
    method: 'GET',
    path: '/api/v1/contacts/custom-fields/schema',
    handler: 'functions/http/get-custom-field-schema.ts',
    authentication: 'basic',
    bucket: 'contactApiRead',
    summary: 'List the custom fields of contacts',
  },
  {
    operationId: 'addMembership',
    method: 'POST',
    path: '/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}',
    handler: 'functions/http/add-membership.ts',
    authentication: 'basic',
    bucket: 'contactApiWrite',
    summary: 'Add a contact to a group',
  },
  {
    operationId: 'removeMembership',
    method: 'DELETE',
    path: '/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}',
    handler: 'functions/http/remove-membership.ts',
    authentication: 'basic',
    bucket: 'contactApiWrite',
    summary: 'Remove a contact from a group',
  },
  {
    operationId: 'listGroups',
    method: 'GET',
    path: '/api/v1/groups',
    handler: 'functions/http/list-groups.ts',
    authentication: 'basic',
    bucket: 'contactApiRead',
    summary: 'List groups, newest first',
  },
  {
    operationId: 'getGroup',
    method: 'GET',
    path: '/api/v1/groups/{id}',
    handler: 'functions/http/get-group.ts',
    authentication: 'basic',
    bucket: 'contactApiRead',
    summary: 'Read a group',
  },
  {
    operationId: 'showReference',
    method: 'GET',
    path: '/docs',
    handler: 'functions/http/show-reference.ts',
    authentication: 'none',
    summary: 'The API reference, to read',
  },
  {
    operationId: 'showOpenApi',
    method: 'GET',
    path: '/docs/openapi.json',
    handler: 'functions/http/show-openapi.ts',
    authentication: 'none',
    summary: 'The API reference, as an OpenAPI 3.1 document',
  },
  {
    operationId: 'showErrorReference',
    method: 'GET',
    path: '/docs/errors',
    handler: 'functions/http/show-error-reference.ts',
    authentication: 'none',
    summary: 'Error codes and what to do about them',
  },
] as const satisfies Route[];

export type OperationId = (typeof ROUTES)[number]['operationId'];
export type AuthenticatedOperationId = Extract<
  (typeof ROUTES)[number],
  { authentication: 'basic' }
>['operationId'];

/** Answers whatever no route takes. */
export const DEFAULT_ROUTE_HANDLER = 'functions/http/answer-unknown-route.ts';

export function findRoute(operationId: AuthenticatedOperationId): AuthenticatedRoute {
  const route = (ROUTES as readonly Route[]).find((candidate) => candidate.operationId === operationId);
  if (route?.authentication !== 'basic') throw new Error(`No route ${operationId}`);
  return route;
}

/** @param routeKey method and path as the gateway names a route: `GET /api/v1/groups/{id}` */
export function findOperation(routeKey: string): OperationId | undefined {
  return ROUTES.find(({ method, path }) => `${method} ${path}` === routeKey)?.operationId;
}
