import { groupSettings } from '../../../console/src/screens/settings/setting-groups';
import { settingsSetBy } from '../../../shared/accounts/account-settings';

describe('the headings of the settings', () => {
  it.each(['administrator', 'operator'] as const)('have each setting of an %s once', (role) => {
    const names = settingsSetBy(role);
    const grouped = groupSettings(names).flatMap((group) => group.names);
    expect(grouped.toSorted()).toEqual(names.toSorted());
  });

  it('have no more than nine settings each, approvals under their own, and none is empty', () => {
    const groups = groupSettings(settingsSetBy('administrator'));
    expect(Math.max(...groups.map(({ names }) => names.length))).toBeLessThan(10);
    expect(groups.find(({ id }) => id === 'approval')?.names.toSorted()).toEqual([
      'approvalAbove',
      'approvalEmails',
      'testGroup',
    ]);
    expect(groupSettings(['name', 'awayReply']).map(({ title }) => title)).toEqual([
      'Name and time zone',
      'Outside the open hours',
    ]);
  });
});
