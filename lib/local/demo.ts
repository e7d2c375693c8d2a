import type { Account } from '../../shared/accounts/account';
import { findAccount } from '../../shared/accounts/account-store';
import { insertApiKey } from '../../shared/accounts/api-keys';
import { createAccount } from '../../shared/accounts/create-account';
import { createContact } from '../../shared/audience/contacts/create-contact';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { addMembership } from '../../shared/audience/consent/add-membership';
import { createGroup } from '../../shared/audience/groups/create-group';
import { findGroup } from '../../shared/audience/groups/group-store';
import { addNumber } from '../../shared/senders/number-store';
import type { E164 } from '../../shared/phone-numbers/e164';
import type { IdPrefix } from '../../shared/platform/ids';
import { updateExpression } from '../../shared/platform/store/expressions';
import { contactKey, userKey } from '../../shared/platform/store/keys';
import { type CorePlatform, getPlatform } from '../../shared/platform/platform';
import type { Table } from '../../shared/platform/store/table';
import { inviteUser } from '../../shared/users/manage-users';
import { ROLES } from '../../shared/users/role';
import { findUserByEmail } from '../../shared/users/user-store';
import type { DataDir, DemoDescription } from './data-dir';
import type { IssuedPerson } from './issuer';

/** Unassigned number; opted in, so that a first message can be sent. */
export const DEMO_CONTACT = '+15555550123' as E164;

const DEMO_NUMBER = '+15555550100';
/** Length of the password: short enough to type, and too long for another page in the browser to guess. */
const PASSWORD_CHARACTERS = 10;
const DEMO_GROUPS = [
  { name: 'Customers', optInType: 'SINGLE' },
  { name: 'Newsletter', optInType: 'DOUBLE' },
] as const;

/**
 * Makes sure that the demo account exists. Its ids and secret are chosen once and kept in the data folder: they stay
 * the same over restarts, resets, and between runs in memory.
 */
export async function prepareDemo(options: {
  dataFolder: DataDir;
  baseUrl: string;
}): Promise<DemoDescription> {
  const platform = getPlatform();
  const known = options.dataFolder.readDemo();
  const demo = { ...(known ?? chooseIdentity(platform)), baseUrl: options.baseUrl };
  // Written first: a seeded account whose secret was not written down could never be used.
  options.dataFolder.writeDemo(demo);
  // The contact is seeded last: without it, an earlier run ended too early.
  const contact = await platform.table.get(contactKey(demo.accountId, DEMO_CONTACT));
  if (contact?.id === undefined) {
    await seedDemo({ ...platform, table: withoutOutbox(platform.table) }, demo);
  }
  await prepareDemoUsers(platform, demo.accountId);
  return demo;
}

function chooseIdentity({ ids }: CorePlatform): Omit<DemoDescription, 'baseUrl'> {
  return {
    accountId: ids.next('acc'),
    apiKeyId: ids.next('key'),
    apiKeySecret: ids.secret(),
    from: DEMO_NUMBER,
    groups: DEMO_GROUPS.map((group) => ({ id: ids.next('grp'), ...group })),
    consolePassword: ids.token(PASSWORD_CHARACTERS),
    consoleUsers: DEMO_USERS.map(({ email }) => email),
  };
}

/** Creates the account's parts that are missing. */
async function seedDemo(platform: CorePlatform, demo: DemoDescription): Promise<void> {
  const { accountId } = demo;
  const account =
    (await findAccount(platform.table, accountId)) ?? (await createDemoAccount(platform, accountId));
  await insertApiKey(platform, { id: demo.apiKeyId, accountId, secret: demo.apiKeySecret, name: 'Demo' });
  await addNumber(platform, { accountId, number: DEMO_NUMBER, status: 'Active' });
  for (const [index, { id, name, optInType }] of demo.groups.entries()) {
    if ((await findGroup(platform.table, { accountId, groupId: id })) !== undefined) continue;
    const ids = {
      ...platform.ids,
      next: (prefix: IdPrefix) => (prefix === 'grp' ? id : platform.ids.next(prefix)),
    };
    await createGroup({ ...platform, ids }, { accountId, name, optInType, isDefault: index === 0 });
  }
  await createContact(platform, {
    accountId,
    phoneNumber: DEMO_CONTACT,
    body: { firstName: 'Ada', lastName: 'Demo' },
    schema: readSchema(undefined),
  });
  await addMembership(platform, {
    account,
    phoneNumber: DEMO_CONTACT,
    groupId: demo.groups[0]?.id ?? '',
    optInMode: 'SILENT',
    actor: { type: 'operator', evidence: 'demo' },
  });
}

function createDemoAccount(platform: CorePlatform, accountId: string): Promise<Account> {
  return createAccount(platform, {
    id: accountId,
    name: 'Demo',
    smsCredits: 100_000,
    mmsCredits: 10_000,
    dailyQuota: 200_000,
    silentOptIn: true,
    defaultNumber: DEMO_NUMBER,
  });
}

/**
 * Returns a table that writes no outbox items. The demo contact's enrolment must cause no event: a developer who
 * watches the events sees only those of requests.
 */
function withoutOutbox(table: Table): Table {
  const transact: Table['transact'] = (actions) =>
    table.transact(actions.filter((action) => !('Put' in action && action.Put.Item.entity === 'outbox')));
  return Object.create(table, { transact: { value: transact } }) as Table;
}

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
async function prepareDemoUsers(platform: CorePlatform, accountId: string): Promise<void> {
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
