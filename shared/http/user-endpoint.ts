import type { Context } from 'aws-lambda';
import type { Audit } from '../audit/change-recorder';
import { ServiceError } from '../errors/service-error';
import { MAX_BODY_BYTES } from '../limits';
import { addLogContext } from '../platform/log';
import { type CorePlatform, getPlatform } from '../platform/platform';
import type { Validator } from '../platform/validation/validate-body';
import { answerErrors } from './answer-errors';
import { recordUserRequest } from './audit-request';
import { authenticateUser, type SignedIn } from './authenticate-session';
import { type Answer, checkBody, hasBody, toResult } from './endpoint';
import type { Event } from './http-event';
import { NO_BODY, parseJsonBody } from './json-body';
import { countAboveAccounts } from './limit-request';
import { pathParametersOf } from './match-path';
import { observeRequests } from './observe-requests';
import { readQuery } from './request-target';
import type { UserRoute } from './route';
import { openCursor, sealCursors } from './sealed-cursors';

/** What a handler of a route above accounts gets. */
export interface UserRequest<Body> extends SignedIn {
  /** Its table is that of all accounts; the first change through it has the entries in audit logs with it. */
  platform: CorePlatform;
  /** Tells whose change it is, and what does not show of it, before it is made. */
  audit: Audit;
  body: Body;
  pathParameters: Record<string, string>;
  query: Record<string, string>;
}

/**
 * Makes a handler of a route of the console that is about the user, or for operators.
 *
 * **Source:** rules E6.
 */
export function userEndpoint<Body = undefined>(options: {
  route: UserRoute;
  /** Generated from the schema of the body; absent for routes without one. */
  validate?: Validator<Body>;
  handle: (request: UserRequest<Body>) => Promise<Answer>;
}) {
  const { route, handle } = options;
  return observeRequests(route.operationId, (event: Event, context: Context) =>
    answerErrors({ event, context }, async (headers) => {
      headers['cache-control'] = 'no-store';
      // Above accounts: the one kind of request whose table is bound to no account.
      const platform = getPlatform();
      // 1. Check who asks, and what the user may do.
      const signedIn = await authenticateUser(platform, event);
      addLogContext({ userId: signedIn.user.id });
      if (route.isForOperators && !signedIn.user.isOperator) {
        throw new ServiceError('Forbidden', { cause: 'scope', details: { scope: 'operator' } });
      }

      // 2. Count the request.
      const { bucket } = route;
      await countAboveAccounts(platform, { userId: signedIn.user.id, bucket, headers });

      // 3. Validate query and body, and run the use case.
      const pathParameters = pathParametersOf(event);
      const list = { operationId: route.operationId, pathParameters };
      const query = await openCursor(readQuery(event, route), list);
      const body = await readBody(event, options);
      const answer = await handle({
        ...signedIn,
        ...recordUserRequest(platform, { route, user: signedIn.user }),
        ...{ body, pathParameters, query },
      });
      return toResult({ ...answer, body: await sealCursors(answer.body, list) });
    }),
  );
}

async function readBody<Body>(
  event: Event,
  endpoint: { route: UserRoute; validate?: Validator<Body> },
): Promise<Body> {
  const { value, error } = hasBody(endpoint)
    ? await parseJsonBody(event, { maxBytes: MAX_BODY_BYTES })
    : NO_BODY;
  if (error) throw error;
  return checkBody(endpoint.validate, value);
}
