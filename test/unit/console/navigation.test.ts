import { type Area, areaOf, listOf, navigationOf, PHONE_AREAS } from '../../../console/src/app/navigation';
import { ROLE_NAMES, ROLES as SHOWN_ROLES } from '../../../console/src/users/roles';
import { ROLES, scopesOf, type Role } from '../../../shared/users/role';

function areasOf(role: Role, isOperator: boolean): Area[] {
  const scopes: readonly string[] = scopesOf({ role, isOperator });
  const account = {
    can: (scope: string) => scopes.includes(scope),
    path: (screen: string) => `/acc_1/${screen}`,
  };
  return navigationOf(account, { user: { isOperator } });
}
const screensOf = (areas: Area[], name: string) =>
  areas.find((area) => area.name === name)?.screens.map(({ to }) => to);

const FOR_ALL = ['/acc_1/settings', '/acc_1/numbers', '/acc_1/senders'];
const FOR_ADMINISTRATORS = [
  ...FOR_ALL,
  ...['/acc_1/users', '/acc_1/keys', '/acc_1/webhooks', '/acc_1/audit'],
];

describe('the navigation', () => {
  it.each(['viewer', 'editor', 'sender'] as const)('of a %s has no screens of administrators', (role) => {
    const areas = areasOf(role, false);
    expect([screensOf(areas, 'Account'), screensOf(areas, 'Operator')]).toEqual([FOR_ALL, undefined]);
  });

  it('of an administrator has all screens of the account', () => {
    const areas = areasOf('admin', false);
    expect([screensOf(areas, 'Account'), screensOf(areas, 'Operator')]).toEqual([
      FOR_ADMINISTRATORS,
      undefined,
    ]);
  });

  it('of an operator also has the screens of the service', () => {
    const areas = areasOf('viewer', true);
    expect([screensOf(areas, 'Account'), screensOf(areas, 'Operator')]).toEqual([
      FOR_ADMINISTRATORS,
      [
        '/operator',
        '/operator/accounts',
        '/operator/users',
        '/operator/sending',
        '/operator/dead-letters',
        '/operator/overdue',
        '/operator/doctor',
        '/operator/registrations',
        '/operator/audit',
      ],
    ]);
  });

  it('groups the screens by what people come for, the daily work first', () => {
    const areas = areasOf('viewer', false).map(({ name, screens }) => [name, ...screens.map(({ to }) => to)]);
    expect(areas).toEqual([
      ['Overview', '/acc_1/overview'],
      ['Inbox', '/acc_1/inbox'],
      ['Outreach', '/acc_1/campaigns', '/acc_1/automations'],
      [
        ...['People', '/acc_1/contacts', '/acc_1/groups', '/acc_1/segments', '/acc_1/imports'],
        ...['/acc_1/forms', '/acc_1/custom-fields'],
      ],
      ['Activity', '/acc_1/messages', '/acc_1/jobs', '/acc_1/links', '/acc_1/usage'],
      ['Account', ...FOR_ALL],
    ]);
  });

  it('has room on a phone for the areas of the daily work', () => {
    const names = areasOf('viewer', true).map(({ name }) => name);
    expect(names.slice(0, PHONE_AREAS)).toEqual(['Overview', 'Inbox', 'Outreach', 'People']);
  });

  it.each([
    ['/acc_1/automations', 'Outreach'],
    ['/acc_1/contacts/+12065550110', 'People'],
    ['/acc_1/inbox/saved-replies', 'Inbox'],
    ['/operator/accounts/acc_1', 'Operator'],
    ['/operator/audit', 'Operator'],
    ['/acc_1/audit', 'Account'],
    ['/acc_1', undefined],
    ['/acc_1/nothing', undefined],
  ])('finds the area of %s', (pathname, name) => {
    expect(areaOf(areasOf('viewer', true), pathname)?.name).toBe(name);
  });

  it('counts a page below a list as the list', () => {
    expect([listOf('/acc_1/campaigns/cmp_1/edit'), listOf('/acc_1/campaigns')]).toEqual([
      '/acc_1/campaigns',
      '/acc_1/campaigns',
    ]);
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
