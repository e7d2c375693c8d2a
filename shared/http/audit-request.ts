import { type Audit, ChangeRecorder } from '../audit/change-recorder';
import type { AuditEntry } from '../audit/audit-entry';
import type { CorePlatform } from '../platform/platform';
import type { Item } from '../platform/store/item';
import type { Caller } from './caller';
import { type CountedRoute, isAudited, type UserRoute } from './route';

/** The parts of a request through which its changes get into the audit log. */
interface Recorded {
  platform: CorePlatform;
  audit: Audit;
}

/**
 * Has the changes of a request about an account recorded in the account's audit log.
 *
 * @param request.known items that were read for it already
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
  // Sends are records of their own, and their writes stay as they are.
  return { audit, platform: isChange ? audit.record(platform) : platform };
}

/**
 * The same for a request of a user above accounts: its handler tells which account it changes. What operators change of no account
 * is in the log of the service.
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

type Author = Pick<AuditEntry, 'actor' | 'door'>;

/** Who made a change, and through which door. */
function authorOf(caller: Caller): Author {
  switch (caller.type) {
    case 'apiKey':
      return { actor: { type: 'apiKey', id: caller.id }, door: 'api' };
    case 'user':
      return asUser(caller);
  }
}

const asUser = ({ id, email }: { id: string; email: string }): Author => ({
  actor: { type: 'user', id, email },
  door: 'console',
});
