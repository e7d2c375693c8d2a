import { navigationOf } from '../../../console/src/app/navigation';
import { ROLE_NAMES, ROLES as SHOWN_ROLES } from '../../../console/src/users/roles';
import { ROLES, scopesOf, type Role } from '../../../shared/users/role';

interface Item {
  type: string;
  text?: string;
  href?: string;
  items?: Item[];
}

function navigation(role: Role, isOperator: boolean): Item[] {
  const scopes: readonly string[] = scopesOf({ role, isOperator });
  const account = {
    can: (scope: string) => scopes.includes(scope),
    path: (screen: string) => `/acc_1/${screen}`,
  };
  return navigationOf(account, { user: { isOperator } }) as Item[];
}
const section = (items: Item[], name: string) =>
  items.find(({ text }) => text === name)?.items?.map(({ href }) => href);

const FOR_ALL = ['/console/acc_1/numbers', '/console/acc_1/senders', '/console/acc_1/settings'];
const FOR_ADMINISTRATORS = [
  ...FOR_ALL,
  '/console/acc_1/keys',
  '/console/acc_1/users',
  '/console/acc_1/webhooks',
  '/console/acc_1/audit',
];

describe('the navigation', () => {
  it.each(['viewer', 'editor', 'sender'] as const)('of a %s has no screens of administrators', (role) => {
    const items = navigation(role, false);
    expect([section(items, 'Account'), section(items, 'Operator')]).toEqual([FOR_ALL, undefined]);
  });

  it('of an administrator has all screens of the account', () => {
    const items = navigation('admin', false);
    expect([section(items, 'Account'), section(items, 'Operator')]).toEqual([FOR_ADMINISTRATORS, undefined]);
  });

  it('of an operator also has the screens of the service', () => {
    const items = navigation('viewer', true);
    expect([section(items, 'Account'), section(items, 'Operator')]).toEqual([
      FOR_ADMINISTRATORS,
      [
        '/console/operator',
        '/console/operator/accounts',
        '/console/operator/users',
        '/console/operator/sending',
        '/console/operator/dead-letters',
        '/console/operator/overdue',
        '/console/operator/doctor',
        '/console/operator/registrations',
        '/console/operator/audit',
      ],
    ]);
  });

  it('has the daily work first', () => {
    const links = navigation('viewer', false).flatMap(({ href }) => href ?? []);
    expect(links).toEqual(
      [
        ...['overview', 'usage', 'inbox', 'campaigns', 'automations', 'segments', 'links', 'contacts'],
        ...['groups', 'forms', 'custom-fields', 'imports', 'messages', 'jobs'],
      ].map((screen) => `/console/acc_1/${screen}`),
    );
  });
});

describe('the roles that can be chosen', () => {
  it('are those of the service, from least to most rights', () => {
    expect(SHOWN_ROLES.map(({ value }) => value)).toEqual([...ROLES]);
  });

  it('have names', () => {
    expect(ROLE_NAMES).toEqual({
      viewer: 'Viewer',
      editor: 'Editor',
      sender: 'Sender',
      admin: 'Administrator',
    });
  });
});
