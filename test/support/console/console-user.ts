import { randomUUID } from 'node:crypto';
import { SESSION_COOKIE } from '../../../shared/http/session-cookie';
import { inviteUser } from '../../../shared/users/manage-users';
import type { Role } from '../../../shared/users/role';
import { startSession } from '../../../shared/users/session';
import type { TestService } from '../service/service';

/** User of the console with a session, as a browser has it after the sign-in. */
export interface ConsoleUser {
  userId: string;
  email: string;
  token: string;
  /** Headers of every request of the console, for `callApi`; `X-Account` is the account of the role. */
  headers: Record<string, string>;
}

/** Creates a user with a role in an account, or an operator, who is signed in. */
export async function createConsoleUser(
  service: Pick<TestService, 'deps'>,
  access: { accountId: string; role: Role | 'operator' },
): Promise<ConsoleUser> {
  const { accountId, role } = access;
  const email = `${role}-${randomUUID()}@example.com`;
  const result = await inviteUser(service.deps, {
    email,
    access: role === 'operator' ? 'operator' : { accountId, role },
  });
  if (!result.invited) throw new Error(`The user was not invited: ${result.refusal}`);
  const userId = result.user.id;
  const token = await startSession(service.deps, userId);
  return { userId, email, token, headers: sessionHeaders({ token, accountId }) };
}

export function sessionHeaders(options: { token: string; accountId?: string }): Record<string, string> {
  return {
    cookie: `${SESSION_COOKIE}=${options.token}`,
    'x-requested-with': 'console',
    ...(options.accountId !== undefined && { 'x-account': options.accountId }),
  };
}
