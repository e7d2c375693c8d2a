import type { Contact } from '../../../console/src/api/schemas';
import { groupsOfSeveral } from '../../../console/src/screens/contacts/several/groups-of-several';

const groupOf = (name: string) => ({ id: `grp_${name}`, name });
const contactOf = (phoneNumber: string, groups: string[], pendingGroups: string[] = []) =>
  ({
    phoneNumber,
    groups: groups.map(groupOf),
    pendingGroups: pendingGroups.map(groupOf),
  }) as unknown as Contact;

const ADA = contactOf('+12065552001', ['VIP', 'News']);
const ALAN = contactOf('+12065552002', ['News'], ['VIP']);

describe('the groups of several contacts', () => {
  const membersOf = (withPending: boolean) =>
    groupsOfSeveral([ADA, ALAN], { withPending }).map(({ name, members }) => [name, members]);

  it('are listed by name with their members', () => {
    expect(membersOf(false)).toEqual([
      ['News', [ADA, ALAN]],
      ['VIP', [ADA]],
    ]);
  });

  it('have those who were asked to confirm where these count', () => {
    expect(membersOf(true)).toEqual([
      ['News', [ADA, ALAN]],
      ['VIP', [ADA, ALAN]],
    ]);
  });
});
