import type { Account } from '../accounts/account';
import { type AuditEntry, type AuditTarget, targetOf } from '../audit/audit-entry';
import { recordChange } from '../audit/record-change';
import type { CorePlatform } from '../platform/platform';
import type { Caller } from './caller';
import { type CountedRoute, isAudited, type UserRoute } from './route';

/** A request that was carried out. */
interface Carried {
  route: CountedRoute;
  account: Pick<Account, 'id'>;
  caller: Caller;
  pathParameters: Record<string, string>;
  answer: { status: number; body?: unknown; audit?: Pick<AuditEntry, 'target' | 'changes'> };
}

/**
 * Writes a request that changed something into the audit log of the account. The change is made: when the log cannot be
 * written, the caller still gets the answer, and the operator's log says so.
 *
 * **Source:** rules E6.
 */
export async function auditRequest(platform: CorePlatform, request: Carried): Promise<void> {
  const { route, account, caller } = request;
  if (!isAudited(route)) return;
  const [target, related] = idsOf(request);
  try {
    await recordChange(platform, {
      accountId: account.id,
      ...asAuthor(caller),
      action: route.operationId,
      ...(target && { target }),
      ...(related && { related: related.id }),
      ...request.answer.audit,
    });
  } catch (error) {
    platform.log.error('Change not written into the audit log', error, { operation: route.operationId });
  }
}

/**
 * The same for a change that an operator made to an account, of whose request the account is no part.
 *
 * **Source:** rules E6.
 */
export async function auditOperator(
  platform: CorePlatform,
  change: {
    route: UserRoute;
    user: { id: string; email: string };
    accountId: string;
    target?: AuditTarget;
  },
): Promise<void> {
  const { route, user, accountId, target } = change;
  try {
    await recordChange(platform, {
      accountId,
      actor: { type: 'user', id: user.id, email: user.email },
      door: 'console',
      action: route.operationId,
      ...(target && { target }),
    });
  } catch (error) {
    platform.log.error('Change not written into the audit log', error, { operation: route.operationId });
  }
}

/** What the answer is about comes first, then what the path names; a phone number is no id. */
function idsOf({ answer, pathParameters }: Carried): AuditTarget[] {
  const ofAnswer = (answer.body as { id?: unknown } | undefined)?.id;
  const targets = [ofAnswer, ...Object.values(pathParameters)]
    .map(targetOf)
    .filter((target) => target !== undefined);
  return targets.filter(({ id }, index) => targets.findIndex((other) => other.id === id) === index);
}

/** Who made a change, and through which door. */
export function asAuthor(caller: Caller): Pick<AuditEntry, 'actor' | 'door'> {
  switch (caller.type) {
    case 'apiKey':
      return { actor: { type: 'apiKey', id: caller.id }, door: 'api' };
    case 'user':
      return { actor: { type: 'user', id: caller.id, email: caller.email }, door: 'console' };
  }
}
