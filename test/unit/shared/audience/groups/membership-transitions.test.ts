import type { OptOutSource } from '../../../../../shared/audience/contacts/contact';
import {
  type ConsentState,
  decideTransition,
  type OptInSource,
  type Transition,
  type Trigger,
} from '../../../../../shared/audience/groups/membership-transitions';

const AT = '2026-03-01T12:00:00.000Z';
const BEFORE = '2026-01-01T00:00:00.000Z';

const newContact: ConsentState = { memberships: {}, pendingMemberships: {}, hardOptOut: undefined };
const activeIn = (...groupIds: string[]): ConsentState => ({
  ...newContact,
  memberships: Object.fromEntries(groupIds.map((id) => [id, { optInAt: BEFORE, tagIds: ['tag_1'] }])),
});
const pendingIn = (...groupIds: string[]): ConsentState => ({
  ...newContact,
  pendingMemberships: Object.fromEntries(groupIds.map((id) => [id, { pendingSince: BEFORE }])),
});
const optedOut: ConsentState = { ...newContact, hardOptOut: { at: BEFORE, source: 'stop' } };
const newMember = { optInAt: AT, tagIds: [] };

const decide = (state: ConsentState, trigger: Trigger): Transition => decideTransition(state, trigger, AT);
const enrol = (optInMode: 'DIRECT' | 'CONFIRM' | 'SILENT', groupId = 'grp_a'): Trigger => ({
  type: 'enrol',
  groupId,
  optInMode,
});
const unchanged = { outcome: 'unchanged' };
const MODES = ['DIRECT', 'CONFIRM', 'SILENT'] as const;

describe('3.3: not a member', () => {
  it('becomes active by DIRECT, with the opt-in message and the event', () => {
    expect(decide(newContact, enrol('DIRECT'))).toEqual({
      outcome: 'changed',
      state: { memberships: { grp_a: newMember }, pendingMemberships: {}, hardOptOut: undefined },
      effects: [
        { type: 'optedIn', groupId: 'grp_a', optInMode: 'DIRECT' },
        { type: 'textDue', groupId: 'grp_a', purpose: 'optInMessage' },
      ],
    });
  });

  it('becomes pending by CONFIRM, with the opt-in text and no event', () => {
    expect(decide(newContact, enrol('CONFIRM'))).toEqual({
      outcome: 'changed',
      state: {
        memberships: {},
        pendingMemberships: { grp_a: { pendingSince: AT } },
        hardOptOut: undefined,
        confirmationTexts: { grp_a: [AT] },
      },
      effects: [
        { type: 'confirmationRequested', groupId: 'grp_a' },
        { type: 'textDue', groupId: 'grp_a', purpose: 'optInConfirmation' },
      ],
    });
  });

  it('becomes active by SILENT, with the event and no text', () => {
    expect(decide(newContact, enrol('SILENT'))).toEqual({
      outcome: 'changed',
      state: { memberships: { grp_a: newMember }, pendingMemberships: {}, hardOptOut: undefined },
      effects: [{ type: 'optedIn', groupId: 'grp_a', optInMode: 'SILENT' }],
    });
  });

  it('stays so when removed', () => {
    expect(decide(activeIn('grp_b'), { type: 'remove', groupId: 'grp_a' })).toEqual(unchanged);
  });

  it('is told apart from members of groups named like parts of objects', () => {
    expect(decide(newContact, { type: 'remove', groupId: 'constructor' })).toEqual(unchanged);
  });
});

describe('rules E7: a contact that was asked to confirm before', () => {
  const HOURS_AGO = (hours: number) => new Date(Date.parse(AT) - hours * 60 * 60 * 1000).toISOString();
  const asked = (...hoursAgo: number[]): ConsentState => ({
    ...newContact,
    confirmationTexts: { grp_a: hoursAgo.map(HOURS_AGO) },
  });

  it('is asked a third time in 24 hours, and not a fourth time', () => {
    expect(decide(asked(23, 1), enrol('CONFIRM'))).toMatchObject({
      outcome: 'changed',
      state: { confirmationTexts: { grp_a: [HOURS_AGO(23), HOURS_AGO(1), AT] } },
    });
    expect(decide(asked(23, 1, 0), enrol('CONFIRM'))).toEqual({
      outcome: 'refused',
      error: 'OptInRequestLimit',
      retryAfterSeconds: 60 * 60,
    });
  });

  it('is asked again when the first of three was 24 hours ago', () => {
    expect(decide(asked(24, 23, 1), enrol('CONFIRM'))).toMatchObject({
      outcome: 'changed',
      state: { confirmationTexts: { grp_a: [HOURS_AGO(23), HOURS_AGO(1), AT] } },
    });
  });

  it('is told to wait whole seconds, and one at least', () => {
    const first = new Date(Date.parse(AT) - 24 * 60 * 60 * 1000 + 1).toISOString();
    const state = { ...newContact, confirmationTexts: { grp_a: [AT, AT, first] } };
    expect(decide(state, enrol('CONFIRM'))).toMatchObject({
      error: 'OptInRequestLimit',
      retryAfterSeconds: 1,
    });
  });

  it('is asked about another group, and what is over by then is forgotten', () => {
    const state = {
      ...newContact,
      confirmationTexts: { grp_a: [0, 0, 0].map(HOURS_AGO), grp_c: [HOURS_AGO(25)] },
    };
    expect(decide(state, enrol('CONFIRM', 'grp_b'))).toMatchObject({
      outcome: 'changed',
      state: { confirmationTexts: { grp_a: [AT, AT, AT], grp_b: [AT] } },
    });
    expect(decide(state, enrol('CONFIRM', 'grp_b'))).not.toHaveProperty('state.confirmationTexts.grp_c');
  });

  it('stays counted through removal, refusal and return', () => {
    const state = { ...pendingIn('grp_a'), ...{ confirmationTexts: { grp_a: [AT, AT, AT] } } };
    const after = (before: ConsentState, trigger: Trigger) => {
      const transition = decide(before, trigger);
      if (transition.outcome !== 'changed') throw new Error(transition.outcome);
      return transition.state;
    };
    const removed = after(state, { type: 'remove', groupId: 'grp_a' });
    const refused = after(removed, { type: 'optOut', source: 'stop' });
    const back = after(refused, { type: 'optIn', source: 'start' });
    expect(decide(back, enrol('CONFIRM'))).toMatchObject({ outcome: 'refused', error: 'OptInRequestLimit' });
  });

  it('is refused for what it said before it is for how often it was asked', () => {
    const state = { ...asked(0, 0, 0), ...optedOut, confirmationTexts: { grp_a: [AT, AT, AT] } };
    expect(decide(state, enrol('CONFIRM'))).toEqual({ outcome: 'refused', error: 'ContactHardOptedOut' });
  });
});

describe('3.3: pending', () => {
  it('becomes active by YES, with the event and no text', () => {
    expect(decide(pendingIn('grp_a'), { type: 'optIn', source: 'yes' })).toEqual({
      outcome: 'changed',
      state: { memberships: { grp_a: newMember }, pendingMemberships: {}, hardOptOut: undefined },
      effects: [{ type: 'optedIn', groupId: 'grp_a', optInMode: 'CONFIRM' }],
    });
  });

  it.each<OptInSource>(['start', 'unstop', 'form'])('stays pending at %s', (source) => {
    expect(decide(pendingIn('grp_a'), { type: 'optIn', source })).toEqual(unchanged);
  });

  it.each([
    ['before', '2025-12-31T23:59:54.999Z', 'unchanged'],
    ['as long before as clocks differ', '2025-12-31T23:59:55.000Z', 'changed'],
    ['at the same time', BEFORE, 'changed'],
  ])('answers a YES that was said %s with what it can be about', (_title, saidAt, outcome) => {
    expect(decide(pendingIn('grp_a'), { type: 'optIn', source: 'yes', saidAt }).outcome).toBe(outcome);
  });

  it('becomes active by a YES alone where it was asked before it', () => {
    const state = pendingIn('grp_a', 'grp_b');
    state.pendingMemberships.grp_b = { pendingSince: '2026-02-01T00:00:00.000Z' };
    const yes = { type: 'optIn', source: 'yes', saidAt: '2026-01-31T00:00:00.000Z' } as const;
    expect(decide(state, yes)).toEqual({
      outcome: 'changed',
      state: {
        memberships: { grp_a: newMember },
        pendingMemberships: { grp_b: { pendingSince: '2026-02-01T00:00:00.000Z' } },
        hardOptOut: undefined,
      },
      effects: [{ type: 'optedIn', groupId: 'grp_a', optInMode: 'CONFIRM' }],
    });
  });

  it('stays pending at another CONFIRM, without a second text', () => {
    expect(decide(pendingIn('grp_a'), enrol('CONFIRM'))).toEqual(unchanged);
  });

  it('becomes active by SILENT, with the event and no text', () => {
    expect(decide(pendingIn('grp_a'), enrol('SILENT'))).toEqual({
      outcome: 'changed',
      state: { memberships: { grp_a: newMember }, pendingMemberships: {}, hardOptOut: undefined },
      effects: [{ type: 'optedIn', groupId: 'grp_a', optInMode: 'SILENT' }],
    });
  });

  it('becomes active by DIRECT, with the opt-in message and the event', () => {
    expect(decide(pendingIn('grp_a'), enrol('DIRECT'))).toEqual({
      outcome: 'changed',
      state: { memberships: { grp_a: newMember }, pendingMemberships: {}, hardOptOut: undefined },
      effects: [
        { type: 'optedIn', groupId: 'grp_a', optInMode: 'DIRECT' },
        { type: 'textDue', groupId: 'grp_a', purpose: 'optInMessage' },
      ],
    });
  });

  it('is removed without an event', () => {
    expect(decide(pendingIn('grp_a'), { type: 'remove', groupId: 'grp_a' })).toEqual({
      outcome: 'changed',
      state: newContact,
      effects: [{ type: 'pendingRemoved', groupId: 'grp_a', reason: 'MANUAL_REMOVAL' }],
    });
  });
});

describe('3.3: active', () => {
  it.each(MODES)('stays as it is at %s', (optInMode) => {
    expect(decide(activeIn('grp_a'), enrol(optInMode))).toEqual(unchanged);
  });

  it.each(MODES)('stays as it is at %s while pending elsewhere', (optInMode) => {
    const state = { ...activeIn('grp_a'), pendingMemberships: { grp_b: { pendingSince: BEFORE } } };
    expect(decide(state, enrol(optInMode))).toEqual(unchanged);
  });

  it('leaves when removed, with the event, and stays in other groups', () => {
    expect(decide(activeIn('grp_a', 'grp_b'), { type: 'remove', groupId: 'grp_a' })).toEqual({
      outcome: 'changed',
      state: activeIn('grp_b'),
      effects: [{ type: 'optedOut', groupId: 'grp_a', reason: 'MANUAL_REMOVAL' }],
    });
  });

  it.each<OptInSource>(['yes', 'start', 'unstop', 'form'])('stays as it is at %s', (source) => {
    expect(decide(activeIn('grp_a'), { type: 'optIn', source })).toEqual(unchanged);
  });
});

describe('3.3: STOP', () => {
  it.each<[OptOutSource, string]>([
    ['stop', 'STOP'],
    ['kiosk', 'KIOSK'],
    ['carrier', 'CARRIER'],
  ])('by %s refuses everything and drops what is pending, without an event', (source, reason) => {
    const state = { ...activeIn('grp_a'), pendingMemberships: { grp_b: { pendingSince: BEFORE } } };
    expect(decide(state, { type: 'optOut', source, evidence: 'T-1' })).toEqual({
      outcome: 'changed',
      state: { ...activeIn('grp_a'), hardOptOut: { at: AT, source, evidence: 'T-1' } },
      effects: [
        { type: 'hardOptedOut', source },
        { type: 'pendingRemoved', groupId: 'grp_b', reason },
      ],
    });
  });

  it('keeps the first refusal, with the time of the last', () => {
    const again = { type: 'optOut', source: 'stop', saidAt: '2999-01-01T00:00:00.000Z' } as const;
    const hardOptOut = { ...optedOut.hardOptOut, againAt: again.saidAt };
    expect(decide(optedOut, again)).toEqual({
      outcome: 'changed',
      state: { ...optedOut, hardOptOut },
      effects: [],
    });
    expect(decide(optedOut, { ...again, saidAt: '2000-01-01T00:00:00.000Z' })).toEqual(unchanged);
  });

  it.each<[string, OptOutSource, string | undefined]>([
    ['by another source', 'kiosk', undefined],
    ['with evidence', 'stop', 'Ticket 7'],
    ['by another source, with evidence', 'carrier', 'Ticket 7'],
  ])('is told again %s, whether it is newer or not', (_title, source, evidence) => {
    const again = { type: 'optOut', source, evidence } as const;
    const effects = [{ type: 'refusedAgain', source }];
    const hardOptOut = { at: BEFORE, againAt: AT, source: 'stop' };
    expect(decide(optedOut, again)).toEqual({
      outcome: 'changed',
      state: { ...optedOut, hardOptOut },
      effects,
    });
    expect(decide(optedOut, { ...again, saidAt: '2000-01-01T00:00:00.000Z' })).toEqual({
      outcome: 'changed',
      state: optedOut,
      effects,
    });
  });

  it('is not told again by the same source with the same evidence', () => {
    const state = { ...newContact, hardOptOut: { at: AT, source: 'kiosk', evidence: 'Ticket 7' } } as const;
    expect(decide(state, { type: 'optOut', source: 'kiosk', evidence: 'Ticket 7' })).toEqual(unchanged);
    expect(decide(state, { type: 'optOut', source: 'kiosk' })).toEqual(unchanged);
  });

  it('leaves as many groups as it is allowed to at once, each with its event', () => {
    const leaving = { ...activeIn('grp_a', 'grp_b', 'grp_c'), hardOptOut: optedOut.hardOptOut };
    expect(decide(leaving, { type: 'leaveGroups', most: 2 })).toEqual({
      outcome: 'changed',
      state: { ...activeIn('grp_c'), hardOptOut: optedOut.hardOptOut },
      effects: [
        { type: 'optedOut', groupId: 'grp_a', reason: 'STOP' },
        { type: 'optedOut', groupId: 'grp_b', reason: 'STOP' },
      ],
    });
  });

  it('leaves nothing when all groups are left', () => {
    expect(decide(optedOut, { type: 'leaveGroups', most: 2 })).toEqual(unchanged);
  });

  it('leaves no group of a contact that has not refused', () => {
    expect(decide(activeIn('grp_a'), { type: 'leaveGroups', most: 2 })).toEqual(unchanged);
  });

  it('is the reason also when a group not yet left is removed by hand', () => {
    const leaving = { ...activeIn('grp_a'), hardOptOut: optedOut.hardOptOut };
    expect(decide(leaving, { type: 'remove', groupId: 'grp_a' })).toEqual({
      outcome: 'changed',
      state: optedOut,
      effects: [{ type: 'optedOut', groupId: 'grp_a', reason: 'STOP' }],
    });
  });
});

describe('3.3, 3.4: hard-opted-out', () => {
  it.each(MODES)('refuses %s with ContactHardOptedOut', (optInMode) => {
    expect(decide(optedOut, enrol(optInMode))).toEqual({ outcome: 'refused', error: 'ContactHardOptedOut' });
  });

  it.each(MODES)('refuses %s with ContactHardOptedOut also in a group not yet left', (optInMode) => {
    const leaving = { ...activeIn('grp_a'), hardOptOut: optedOut.hardOptOut };
    expect(decide(leaving, enrol(optInMode))).toEqual({ outcome: 'refused', error: 'ContactHardOptedOut' });
  });

  it.each<OptInSource>(['yes', 'start', 'unstop', 'form'])(
    'is lifted by %s, into no group and without an event',
    (source) => {
      expect(decide(optedOut, { type: 'optIn', source })).toEqual({
        outcome: 'changed',
        state: newContact,
        effects: [{ type: 'optOutLifted', source }],
      });
    },
  );

  it('is lifted by a text of the same instant, and not by one from before', () => {
    const optIn = (saidAt: string) => decide(optedOut, { type: 'optIn', source: 'yes', saidAt });
    expect(optIn(BEFORE).outcome).toBe('changed');
    expect(optIn('2025-12-31T23:59:59.999Z')).toEqual(unchanged);
  });

  it('dates from when the contact said so', () => {
    expect(decide(newContact, { type: 'optOut', source: 'stop', saidAt: BEFORE })).toEqual({
      outcome: 'changed',
      state: { ...newContact, hardOptOut: { at: BEFORE, source: 'stop' } },
      effects: [{ type: 'hardOptedOut', source: 'stop' }],
    });
  });

  it('is lifted by a YES that is older than what is pending, which stays so', () => {
    const hardOptOut = { at: '2025-01-01T00:00:00.000Z', source: 'stop' } as const;
    const yes = { type: 'optIn', source: 'yes', saidAt: '2025-06-01T00:00:00.000Z' } as const;
    expect(decide({ ...pendingIn('grp_a'), hardOptOut }, yes)).toEqual({
      outcome: 'changed',
      state: pendingIn('grp_a'),
      effects: [{ type: 'optOutLifted', source: 'yes' }],
    });
  });

  it('is lifted before what is pending is completed by YES', () => {
    const state = { ...pendingIn('grp_a'), hardOptOut: optedOut.hardOptOut };
    expect(decide(state, { type: 'optIn', source: 'yes' })).toEqual({
      outcome: 'changed',
      state: { memberships: { grp_a: newMember }, pendingMemberships: {}, hardOptOut: undefined },
      effects: [
        { type: 'optOutLifted', source: 'yes' },
        { type: 'optedIn', groupId: 'grp_a', optInMode: 'CONFIRM' },
      ],
    });
  });
});

describe('3.4: pending in another group', () => {
  it.each(MODES)('refuses %s with PendingElsewhere', (optInMode) => {
    expect(decide(pendingIn('grp_b'), enrol(optInMode))).toEqual({
      outcome: 'refused',
      error: 'PendingElsewhere',
    });
  });

  it.each(MODES)('refuses %s with PendingElsewhere also where the target is pending too', (optInMode) => {
    expect(decide(pendingIn('grp_a', 'grp_b'), enrol(optInMode))).toEqual({
      outcome: 'refused',
      error: 'PendingElsewhere',
    });
  });

  it('tells the hard opt-out first', () => {
    const state = { ...pendingIn('grp_b'), hardOptOut: optedOut.hardOptOut };
    expect(decide(state, enrol('DIRECT'))).toEqual({ outcome: 'refused', error: 'ContactHardOptedOut' });
  });
});
