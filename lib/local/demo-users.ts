import { updateExpression } from '../../shared/platform/store/expressions';
import { userKey } from '../../shared/platform/store/keys';
import type { CorePlatform } from '../../shared/platform/platform';
import { inviteUser } from '../../shared/users/manage-users';
import { ROLES } from '../../shared/users/role';
import { findUserByEmail } from '../../shared/users/user-store';
import type { IssuedPerson } from './login-page';

const DOMAIN = 'demo.example';
const NAMES = { viewer: 'Vera Viewer', editor: 'Eddy Editor', sender: 'Sam Sender', admin: 'Ada Admin' };

export const DEMO_USERS: readonly IssuedPerson[] = [
  ...ROLES.map((role) => ({ email: `${role}@${DOMAIN}`, name: NAMES[role] })),
  { email: `operator@${DOMAIN}`, name: 'Olga Operator' },
];

/**
 * Invites the demo users to the demo account. The issuer has a new address at each start, so users of an earlier one
 * are invited anew, and their next sign-in accepts the invitation. Roles that were changed or removed stay so.
 */
export async function prepareDemoUsers(platform: CorePlatform, accountId: string): Promise<void> {
  const { table } = platform;
  for (const { email, name } of DEMO_USERS) {
    const user = await findUserByEmail(table, email);
    if (user) {
      await table.update({
        Key: userKey(user.id),
        ...updateExpression({ remove: ['identity'] }),
        ConditionExpression: 'attribute_exists(pk)',
      });
      continue;
    }
    const role = ROLES.find((one) => email.startsWith(`${one}@`));
    await inviteUser(platform, {
      email,
      name,
      access: role === undefined ? 'operator' : { accountId, role },
    });
  }
}
