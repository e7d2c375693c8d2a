import { navigationOf, operatorAreas } from '../../../console/src/app/navigation';
import { actionsOf, findPlaces, pagesOf } from '../../../console/src/search/places';
import { nextActive } from '../../../console/src/search/next-active';
import { scopesOf, type Role } from '../../../shared/users/role';

function placesOf(role: Role, isOperator = false) {
  const scopes: readonly string[] = scopesOf({ role, isOperator });
  const account = {
    can: (scope: string) => scopes.includes(scope),
    path: (screen: string) => `/acc_1/${screen}`,
  };
  return [...actionsOf(account), ...pagesOf(navigationOf(account, { user: { isOperator } }))];
}
const find = (text: string, role: Role) => findPlaces(text, placesOf(role)).map(({ to }) => to);
const actionNames = (role: Role) =>
  placesOf(role)
    .filter(({ details }) => details === 'Action')
    .map(({ text }) => text);

describe('the actions that the search offers', () => {
  it('are none to a viewer', () => {
    expect(actionNames('viewer')).toEqual([]);
  });

  it.each(['editor', 'sender'] as const)('to an %s make campaigns and contacts', (role) => {
    expect(actionNames(role)).toEqual([
      ...['Create campaign', 'Create automation', 'Create segment', 'Add contact', 'Import contacts'],
      'Add saved reply',
    ]);
  });

  it('to an administrator are all', () => {
    expect(actionNames('admin')).toEqual([
      ...['Create campaign', 'Create automation', 'Create segment', 'Add contact', 'Import contacts'],
      ...[
        'Add saved reply',
        'Create group',
        'Create custom field',
        'Create opt-in form',
        'Create API key',
        'Invite user',
      ],
      'Add webhook endpoint',
    ]);
  });
});

describe('actions and pages', () => {
  it.each([
    ['new campaign', '/acc_1/campaigns/new'],
    ['import contacts', '/acc_1/imports/new'],
    ['Contacts import', '/acc_1/imports/new'],
    ['create key', '/acc_1/keys?open=new'],
    ['quiet hours', '/acc_1/settings'],
    ['custom f', '/acc_1/custom-fields?open=new'],
    ['audit', '/acc_1/audit'],
  ])('are found by “%s”', (text, to) => {
    expect(find(text, 'admin')[0]).toBe(to);
  });

  it('of administrators are not found by others', () => {
    expect([find('API key', 'sender'), find('audit', 'sender'), find('campaign', 'viewer')]).toEqual([
      [],
      [],
      ['/acc_1/campaigns'],
    ]);
  });

  it('come first by their names, and then by other words, six at most', () => {
    expect(find('people', 'admin')).toEqual([
      ...['/acc_1/contacts?open=new', '/acc_1/imports/new', '/acc_1/contacts'],
    ]);
    expect(find('form', 'admin')).toEqual(['/acc_1/forms?open=new', '/acc_1/forms']);
    expect(find('segments', 'admin')).toEqual(['/acc_1/segments']);
    expect(find('new', 'admin')).toHaveLength(6);
  });

  it('of operators are those of their screens', () => {
    expect(findPlaces('log', pagesOf(operatorAreas())).map(({ to }) => to)).toEqual(['/operator/audit']);
    expect(placesOf('viewer', true).map(({ to }) => to)).toContain('/operator/accounts');
    expect(placesOf('admin').map(({ to }) => to)).not.toContain('/operator/accounts');
  });

  it('have an address of their own each', () => {
    const ids = placesOf('viewer', true).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('an arrow key', () => {
  const results = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const from = (id: string | undefined, key: string) =>
    nextActive(results, { active: results.find((result) => result.id === id), key })?.id;

  it.each([
    ['a', 'ArrowDown', 'b'],
    ['c', 'ArrowDown', 'a'],
    ['b', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', 'c'],
    [undefined, 'ArrowDown', 'a'],
    ['a', 'Home', undefined],
    ['a', 'x', undefined],
  ])('leads from %s by %s to %s', (id, key, next) => {
    expect(from(id, key)).toBe(next);
  });

  it('leads nowhere without results', () => {
    expect(nextActive([], { active: undefined, key: 'ArrowDown' })).toBeUndefined();
  });
});
