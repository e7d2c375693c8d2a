import { describeEffect } from '../../../../shared/audience/consent/consent-log';
import type { Contact } from '../../../../shared/audience/contacts/contact';
import type { CustomFieldSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import type { Group } from '../../../../shared/audience/groups/group';
import { defaultConfirmationText, groupText } from '../../../../shared/audience/groups/group-texts';
import type { Effect } from '../../../../shared/audience/groups/membership-transitions';
import { presentContact } from '../../../../shared/audience/groups/internal/present-contact';
import { countSegments } from '../../../../shared/content/segments';
import { MAX_BODY_CHARACTERS } from '../../../../shared/limits';
import type { E164 } from '../../../../shared/phone-numbers/e164';

describe('present contact', () => {
  const AT = '2026-01-01T00:00:00.000Z';
  const SCHEMA: CustomFieldSchema = {
    fields: [
      {
        number: 1,
        generation: 1,
        label: 'Nickname',
        type: 'TEXT',
        options: [],
        isDisabled: false,
        createdAt: AT,
      },
    ],
    nextGeneration: 2,
    version: 1,
  };

  const BARE: Contact = {
    id: 'con_1',
    accountId: 'acc_1',
    phoneNumber: '+12125550123' as E164,
    firstName: undefined,
    lastName: undefined,
    email: undefined,
    birthDate: undefined,
    gender: undefined,
    address: undefined,
    tz: undefined,
    importedTimeZone: undefined,
    searchForm: undefined,
    isFavorite: false,
    customFields: {},
    memberships: {},
    pendingMemberships: {},
    hardOptOut: undefined,
    version: 3,
    createdAt: AT,
    updatedAt: AT,
  };

  function group(id: string, tags: Group['tags'] = []): Group {
    return {
      id,
      accountId: 'acc_1',
      name: `Name of ${id}`,
      isDefault: false,
      optInType: 'SINGLE',
      contactCount: 1,
      tags,
      optInMessage: 'hidden',
      confirmationMessage: undefined,
      from: undefined,
      createdAt: AT,
    };
  }

  const groupsById = (...groups: Group[]) => new Map(groups.map((each) => [each.id, each]));
  const answer = (contact: Contact, groups = groupsById()) =>
    JSON.parse(JSON.stringify(presentContact({ contact, groups, schema: SCHEMA }))) as Record<
      string,
      unknown
    >;

  describe('a contact as answered (rules 2.3)', () => {
    it('leaves out whatever is unset, and nothing else', () => {
      expect(answer(BARE)).toEqual({
        id: 'con_1',
        phoneNumber: '+12125550123',
        isFavorite: false,
        customFields: {},
        groups: [],
        pendingGroups: [],
        createdAt: AT,
      });
    });

    it('says since when it is hard-opted-out, and nothing more of that', () => {
      const hardOptOut = { at: '2026-02-01T00:00:00.000Z', source: 'kiosk', evidence: 'Ticket 7' } as const;
      expect(answer({ ...BARE, hardOptOut })).toEqual({
        ...answer(BARE),
        optedOutAt: '2026-02-01T00:00:00.000Z',
      });
    });

    it('says when it refused first, however often it has refused since', () => {
      const hardOptOut = {
        at: '2026-02-01T00:00:00.000Z',
        againAt: '2026-02-02T00:00:00.000Z',
        source: 'stop',
      } as const;
      expect(answer({ ...BARE, hardOptOut })).toMatchObject({ optedOutAt: '2026-02-01T00:00:00.000Z' });
    });

    it('has every field that is set', () => {
      const contact: Contact = {
        ...BARE,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        birthDate: '1815-12-10',
        gender: 'FEMALE',
        address: { city: 'Chicago', postalCode: '60601' },
        tz: 'America/Chicago',
        isFavorite: true,
        customFields: { contact_custom_field_1: { generation: 1, value: 'Countess' } },
      };
      expect(answer(contact)).toEqual({
        id: 'con_1',
        phoneNumber: '+12125550123',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        birthDate: '1815-12-10',
        gender: 'FEMALE',
        address: { city: 'Chicago', postalCode: '60601' },
        tz: 'America/Chicago',
        isFavorite: true,
        customFields: { Nickname: 'Countess' },
        groups: [],
        pendingGroups: [],
        createdAt: AT,
      });
    });

    it('leaves out an address without any set sub-field', () => {
      expect(answer({ ...BARE, address: {} })).not.toHaveProperty('address');
    });
  });

  describe('memberships as answered (rules 2.3)', () => {
    it('are sorted by opt-in, then by id, with the tags that the group still has', () => {
      const vip = { id: 'tag_1', name: 'VIP', createdAt: AT, updatedAt: AT };
      const local = { id: 'tag_2', name: 'Local', createdAt: AT, updatedAt: AT };
      const contact: Contact = {
        ...BARE,
        memberships: {
          grp_c: { optInAt: '2026-02-01T00:00:00.000Z', tagIds: [] },
          grp_b: { optInAt: '2026-02-01T00:00:00.000Z', tagIds: ['tag_2', 'tag_1', 'tag_gone'] },
          grp_z: { optInAt: '2026-01-31T23:59:59.999Z', tagIds: [] },
        },
      };
      const groups = groupsById(group('grp_b', [vip, local]), group('grp_c', [vip]), group('grp_z'));
      expect(answer(contact, groups).groups).toEqual([
        { id: 'grp_z', name: 'Name of grp_z', optInAt: '2026-01-31T23:59:59.999Z', tags: [] },
        { id: 'grp_b', name: 'Name of grp_b', optInAt: '2026-02-01T00:00:00.000Z', tags: [vip, local] },
        { id: 'grp_c', name: 'Name of grp_c', optInAt: '2026-02-01T00:00:00.000Z', tags: [] },
      ]);
    });

    it('that wait for confirmation stand apart, oldest first', () => {
      const contact: Contact = {
        ...BARE,
        pendingMemberships: {
          grp_b: { pendingSince: '2026-02-02T00:00:00.000Z' },
          grp_a: { pendingSince: '2026-02-03T00:00:00.000Z' },
        },
      };
      const answered = answer(contact, groupsById(group('grp_a'), group('grp_b')));
      expect([answered.groups, answered.pendingGroups]).toEqual([
        [],
        [
          { id: 'grp_b', name: 'Name of grp_b', pendingSince: '2026-02-02T00:00:00.000Z' },
          { id: 'grp_a', name: 'Name of grp_a', pendingSince: '2026-02-03T00:00:00.000Z' },
        ],
      ]);
    });
  });
});

describe('texts of a group', () => {
  const group = { name: 'News', optInMessage: undefined, confirmationMessage: undefined };
  const account = { name: 'Acme Incorporated', brand: undefined };
  const REST =
    ': Reply YES to get our texts. Message frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.';
  const confirmation = (brand: string | undefined, name = 'News') =>
    groupText({ ...group, name }, { account: { ...account, brand }, purpose: 'optInConfirmation' });

  it('the opt-in message is the group’s own or none', () => {
    const purpose = 'optInMessage';
    expect(groupText({ ...group, optInMessage: 'Welcome' }, { account, purpose })).toBe('Welcome');
    expect(groupText(group, { account, purpose })).toBeUndefined();
  });

  it('the confirmation is the group’s own', () => {
    const own = { ...group, confirmationMessage: 'Say YES' };
    expect(groupText(own, { account, purpose: 'optInConfirmation' })).toBe('Say YES');
  });

  it('else it names brand, group, frequency and rates, and says YES, HELP and STOP', () => {
    expect(confirmation('Acme')).toBe(`Acme - News${REST}`);
  });

  it('the brand is the name of the account where none is set', () => {
    expect(confirmation(undefined)).toBe(`Acme Incorporated - News${REST}`);
    expect(confirmation(' ')).toBe(`Acme Incorporated - News${REST}`);
  });

  it('a brand that the group’s name begins with is not repeated', () => {
    expect(confirmation('Acme', 'acme News')).toBe(`acme News${REST}`);
    expect(confirmation('Acme', 'Acme')).toBe(`Acme${REST}`);
    expect(confirmation('Acme', 'Acmes')).toBe(`Acme - Acmes${REST}`);
  });

  it('the default confirmation is one segment for brand and group of up to 36 characters', () => {
    const segmentsOf = (length: number) =>
      countSegments(defaultConfirmationText({ brand: 'Acme', group: 'n'.repeat(length - 4) })).segments;
    expect([segmentsOf(36), segmentsOf(37)]).toEqual([1, 2]);
  });

  it('the longest default confirmation is three segments, within the limit of a text', () => {
    const text = defaultConfirmationText({ brand: 'b'.repeat(200), group: 'n'.repeat(100) });
    expect(countSegments(text).segments).toBe(3);
    expect(text.length).toBeLessThanOrEqual(MAX_BODY_CHARACTERS);
  });
});

describe('3.3: lines of the consent log', () => {
  it.each<[Effect, ReturnType<typeof describeEffect>]>([
    [
      { type: 'optedIn', groupId: 'grp_a', optInMode: 'DIRECT' },
      { action: 'OPT_IN', reason: 'USER_ADDED', optInMode: 'DIRECT' },
    ],
    [
      { type: 'optedIn', groupId: 'grp_a', optInMode: 'CONFIRM' },
      { action: 'OPT_IN', reason: 'CONTACT_CONFIRMED', optInMode: 'CONFIRM' },
    ],
    [
      { type: 'confirmationRequested', groupId: 'grp_a' },
      { action: 'OPT_IN_REQUESTED', reason: 'USER_ADDED', optInMode: 'CONFIRM' },
    ],
    [
      { type: 'optedOut', groupId: 'grp_a', reason: 'MANUAL_REMOVAL' },
      { action: 'MANUAL_REMOVAL', reason: 'USER_REMOVED', optInMode: undefined },
    ],
    [
      { type: 'optedOut', groupId: 'grp_a', reason: 'KIOSK' },
      { action: 'OPT_OUT', reason: 'KIOSK', optInMode: undefined },
    ],
    [
      { type: 'pendingRemoved', groupId: 'grp_a', reason: 'MANUAL_REMOVAL' },
      { action: 'PENDING_REMOVED', reason: 'USER_REMOVED', optInMode: undefined },
    ],
    [
      { type: 'pendingRemoved', groupId: 'grp_a', reason: 'STOP' },
      { action: 'PENDING_REMOVED', reason: 'STOP', optInMode: undefined },
    ],
    [
      { type: 'hardOptedOut', source: 'carrier' },
      { action: 'HARD_OPT_OUT', reason: 'CARRIER', optInMode: undefined },
    ],
    [
      { type: 'refusedAgain', source: 'kiosk' },
      { action: 'HARD_OPT_OUT', reason: 'KIOSK', optInMode: undefined },
    ],
    [
      { type: 'optOutLifted', source: 'unstop' },
      { action: 'HARD_OPT_OUT_LIFTED', reason: 'UNSTOP', optInMode: undefined },
    ],
    [{ type: 'textDue', groupId: 'grp_a', purpose: 'optInMessage' }, undefined],
  ])('%j', (effect, line) => {
    expect(describeEffect(effect)).toEqual(line);
  });
});
