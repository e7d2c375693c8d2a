import { type Audit, ChangeRecorder } from '../../audit/change-recorder';
import type { AuditEntry } from '../../audit/audit-entry';
import type { CorePlatform } from '../../platform/platform';
import type { Item } from '../../platform/store/item';
import type { Caller } from '../caller';
import { type CountedRoute, isAudited, type UserRoute } from '../route';

/** Platform and audit through which the changes of a request are recorded. */
interface Recorded {
  platform: CorePlatform;
  audit: Audit;
}

/**
 * Sets up the recording of a request's changes in the audit log of its account.
 *
 * @param request.known items that were already read for it
 *
 * **Source:** rules E6.
 */
export function recordRequest(
  platform: CorePlatform,
  request: {
    route: CountedRoute;
    accountId: string;
    caller: Caller;
    pathParameters: Record<string, string>;
    known: Array<Item | undefined>;
  },
): Recorded {
  const { route, caller, ...of } = request;
  const by = { ...authorOf(caller), action: route.operationId };
  const isChange = isAudited(route);
  const audit = new ChangeRecorder(platform, { by, isChange, ...of });
  // Sends are recorded as messages and jobs, and their writes stay unchanged.
  return { audit, platform: isChange ? audit.record(platform) : platform };
}

/**
 * Sets up the recording for a user's request above accounts, whose handler names the account that it changes. Changes
 * by operators that concern no account are in the log of the service.
 *
 * **Source:** rules E6.
 */
export function recordUserRequest(
  platform: CorePlatform,
  { route, user }: { route: UserRoute; user: { id: string; email: string } },
): Recorded {
  const by = { ...asUser(user), action: route.operationId };
  const isChange = isAudited(route) && route.isForOperators;
  const audit = new ChangeRecorder(platform, { by, accountId: undefined, isChange });
  return { audit, platform: isAudited(route) ? audit.record(platform) : platform };
}

type Author = Pick<AuditEntry, 'actor' | 'channel'>;

/** Returns the actor of a change and its channel. */
function authorOf(caller: Caller): Author {
  switch (caller.type) {
    case 'apiKey':
      return { actor: { type: 'apiKey', id: caller.id }, channel: 'api' };
    case 'user':
      return asUser(caller);
  }
}

const asUser = ({ id, email }: { id: string; email: string }): Author => ({
  actor: { type: 'user', id, email },
  channel: 'console',
});
