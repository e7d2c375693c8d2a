import type { Audit } from '../audit/change-recorder';
import { ServiceError } from '../errors/service-error';
import { MAX_BODY_BYTES } from '../limits';
import { addLogContext } from '../platform/observability/log';
import { type CorePlatform, getPlatform } from '../platform/platform';
import type { Validator } from '../platform/validation/validate-body';
import { refuseOffDuty } from '../regions/duty';
import { recordUserRequest } from './internal/audit-request';
import { authenticateUser, type SignedIn } from './internal/authenticate-session';
import { type Answer, checkBody, hasBody, toResult } from './endpoint';
import type { Event } from './http-event';
import { httpHandler } from './http-handler';
import { NO_BODY, parseJsonBody } from './internal/json-body';
import { countAboveAccounts } from './internal/limit-request';
import { pathParametersOf } from './match-path';
import { readQuery } from './internal/request-target';
import type { UserRoute } from './route';
import { openCursor, sealCursors } from './internal/sealed-cursors';

/** Request as a handler of a route above accounts receives it. */
interface UserRequest<Body> extends SignedIn {
  /** Platform with the table of all accounts; the first change through it also writes the entries in audit logs. */
  platform: CorePlatform;
  /** Names the account of a change and what the change itself does not show; called before the change. */
  audit: Audit;
  body: Body;
  pathParameters: Record<string, string>;
  query: Record<string, string>;
}

/**
 * Creates the handler of a console route about the user, or for operators.
 *
 * **Source:** rules E6.
 */
export function userEndpoint<Body = undefined>(options: {
  route: UserRoute;
  /** Validator generated from the schema of the body; absent for routes without one. */
  validate?: Validator<Body>;
  handle: (request: UserRequest<Body>) => Promise<Answer>;
}) {
  const { route, handle } = options;
  return httpHandler(route.operationId, async (event, headers) => {
    headers['cache-control'] = 'no-store';
    // Requests above accounts are the only ones whose table is not bound to an account.
    const platform = getPlatform();
    // 1. Authenticate the user and check access.
    const signedIn = await authenticateUser(platform, event);
    addLogContext({ userId: signedIn.user.id });
    if (route.isForOperators && !signedIn.user.isOperator) {
      throw new ServiceError('Forbidden', { cause: 'scope', details: { scope: 'operator' } });
    }
    await refuseOffDuty(platform, route);

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
  });
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
