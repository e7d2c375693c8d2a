import type { Contact } from '../../../../shared/audience/contacts/contact';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { refuseTurn, type TurnState } from '../../../../shared/sending/gate';

const MEMBERSHIP = { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] };
const PENDING = { pendingSince: '2026-01-01T00:00:00.000Z' };
const STOPPED = { at: '2026-02-01T00:00:00.000Z', source: 'stop' } as const;

const contactWith = (changes: Partial<Contact>) =>
  ({ id: 'con_1', memberships: {}, pendingMemberships: {}, ...changes }) as Contact;
const MEMBER = contactWith({ memberships: { grp_1: MEMBERSHIP } });

const turnWith = (changes: Partial<TurnState>): TurnState => ({
  to: '+12125550123' as E164,
  acceptedAt: '2026-03-01T00:00:00.000Z',
  account: { countries: [] },
  isSenderActive: true,
  contact: MEMBER,
  purpose: 'send',
  ...changes,
});

describe('a message whose turn has come', () => {
  it.each<[string, Partial<TurnState>, ReturnType<typeof refuseTurn>]>([
    ['to a member of a group goes', {}, undefined],
    ['to an enabled country goes', { account: { countries: ['US'] } }, undefined],
    ['to a number without a contact is not_opted_in', { contact: undefined }, 'not_opted_in'],
    ['to a contact without a group is not_opted_in', { contact: contactWith({}) }, 'not_opted_in'],
    [
      'to a contact with a pending membership only is not_opted_in',
      { contact: contactWith({ pendingMemberships: { grp_1: PENDING } }) },
      'not_opted_in',
    ],
    [
      'to a person who was erased is erased',
      { contact: { ...MEMBER, erasedAt: '2026-03-01T00:00:00.000Z' } },
      'erased',
    ],
    [
      'to a contact made again after an erasure goes, when it was accepted after that',
      { contact: { ...MEMBER, erasedAt: '2026-02-28T23:59:59.999Z' } },
      undefined,
    ],
    ['whose recipient was erased meanwhile is erased', { to: '' as E164 }, 'erased'],
    ['after a STOP is opted_out', { contact: contactWith({ hardOptOut: STOPPED }) }, 'opted_out'],
    [
      'after a STOP that has not left its groups yet is opted_out',
      { contact: contactWith({ ...MEMBER, hardOptOut: STOPPED }) },
      'opted_out',
    ],
    ['from a number that is not active is sender_not_active', { isSenderActive: false }, 'sender_not_active'],
    ['to another country is country_not_enabled', { account: { countries: ['DE'] } }, 'country_not_enabled'],
    [
      'is refused for its sender before anything else',
      { isSenderActive: false, account: { countries: ['DE'] }, contact: undefined },
      'sender_not_active',
    ],
  ])('%s', (_, changes, expected) => {
    expect(refuseTurn(turnWith(changes))).toBe(expected);
  });
});

describe('a text of a group', () => {
  const pending = contactWith({ pendingMemberships: { grp_1: PENDING } });
  it.each<[string, Partial<TurnState>, ReturnType<typeof refuseTurn>]>([
    ['that welcomes a member goes', { purpose: 'optInMessage', groupId: 'grp_1' }, undefined],
    [
      'that welcomes one who has left for another group is membership_changed',
      { purpose: 'optInMessage', groupId: 'grp_2' },
      'membership_changed',
    ],
    [
      'that asks a pending member goes',
      { purpose: 'optInConfirmation', groupId: 'grp_1', contact: pending },
      undefined,
    ],
    [
      'that asks one who has answered is membership_changed',
      { purpose: 'optInConfirmation', groupId: 'grp_1', contact: MEMBER },
      'membership_changed',
    ],
    [
      'that asks after a STOP is opted_out',
      { purpose: 'optInConfirmation', groupId: 'grp_1', contact: contactWith({ hardOptOut: STOPPED }) },
      'opted_out',
    ],
  ])('%s', (_, changes, expected) => {
    expect(refuseTurn(turnWith(changes))).toBe(expected);
  });
});

it('answers a keyword whatever the contact has consented to', () => {
  const contact = contactWith({ hardOptOut: STOPPED });
  expect(refuseTurn(turnWith({ purpose: 'keywordReply', contact }))).toBeUndefined();
});
