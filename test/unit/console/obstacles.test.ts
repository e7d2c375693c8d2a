import { showZone } from '../../../console/src/format/reader-clock';
import { obstaclesOf } from '../../../console/src/screens/contacts/obstacles';

type Facts = Parameters<typeof obstaclesOf>[0];

const AT = '2026-05-01T12:00:00.000Z';
const MEMBER = {
  phoneNumber: '+12065550123',
  tz: 'America/Los_Angeles',
  pendingGroups: [],
  groups: [{ id: 'grp_1', name: 'News', optInAt: AT, tags: [] }],
};
/** Noon in Seattle. */
const NOON_MS = Date.parse('2026-05-06T19:00:00.000Z');

function headersOf(contact: Partial<Facts['contact']>, others: Partial<Omit<Facts, 'contact'>> = {}) {
  return obstaclesOf({
    ...{ contact: { ...MEMBER, ...contact }, optOutReason: undefined, likelyOptOutAt: undefined },
    ...{ settings: { legalHours: true }, nowMs: NOON_MS, ...others },
  }).map(({ kind, header }) => [kind, header]);
}

beforeAll(() => showZone('America/New_York'));
afterAll(() => showZone(undefined));

describe('what keeps texts from a contact', () => {
  it('is nothing for a member within the legal hours', () => {
    expect(headersOf({})).toEqual([]);
  });

  it.each([
    ['STOP', 'Opted out on May 1, 2026, 8:00 AM EDT, by a text with STOP'],
    ['KIOSK', 'Opted out on May 1, 2026, 8:00 AM EDT: the person told you'],
    ['CARRIER', 'Opted out on May 1, 2026, 8:00 AM EDT: the carrier reported it'],
    [undefined, 'Opted out on May 1, 2026, 8:00 AM EDT'],
  ])('is an opt-out by %s', (optOutReason, header) => {
    expect(headersOf({ optedOutAt: AT, groups: [] }, { optOutReason })).toEqual([['optedOut', header]]);
  });

  it('says how an opt-out ends', () => {
    const [optOut] = obstaclesOf({
      ...{ contact: { ...MEMBER, optedOutAt: AT }, optOutReason: 'STOP', likelyOptOutAt: undefined },
      ...{ settings: undefined, nowMs: NOON_MS },
    });
    expect(optOut?.text).toMatch(/by a text with START, or by a form .* “Lift the opt-out”/);
  });

  it('is that it is in no group, or has not confirmed', () => {
    expect(headersOf({ groups: [] })).toEqual([['noGroup', 'Cannot be texted yet: not opted in']]);
    const pendingGroups = [{ id: 'grp_1', name: 'News', pendingSince: AT }];
    expect(headersOf({ groups: [], pendingGroups })).toEqual([
      ['notConfirmed', 'Cannot be texted yet: asked to confirm “News” on May 1, 2026, 8:00 AM EDT'],
    ]);
  });

  it('is a text that sounds like an opt-out, before a number that is set aside', () => {
    const both = headersOf({ setAsideAt: AT, setAsideReason: 'landline' }, { likelyOptOutAt: AT });
    expect(both).toEqual([
      ['likelyOptOut', 'This sounds like an opt-out'],
      ['setAside', 'Landline, found on May 1, 2026, 8:00 AM EDT: texts cannot arrive'],
    ]);
  });

  it.each([
    ['invalid', 'Not a valid number, found on May 1, 2026, 8:00 AM EDT: texts cannot arrive'],
    ['failures', 'Set aside on May 1, 2026, 8:00 AM EDT'],
    [undefined, 'Set aside on May 1, 2026, 8:00 AM EDT'],
  ] as const)('is a number that is set aside for %s, also without a group', (setAsideReason, header) => {
    const reason = setAsideReason && { setAsideReason };
    expect(headersOf({ setAsideAt: AT, ...reason })).toEqual([['setAside', header]]);
    expect(headersOf({ setAsideAt: AT, ...reason, groups: [] })).toEqual([
      ['noGroup', 'Cannot be texted yet: not opted in'],
      ['setAside', header],
    ]);
  });

  it('is that the legal hours are closed, until they open by the clock of the contact', () => {
    const eveningMs = Date.parse('2026-05-07T05:30:00.000Z');
    const waits = [['closedHours', 'Marketing texts wait until May 7, 2026, 11:00 AM EDT']];
    expect(headersOf({}, { nowMs: eveningMs })).toEqual(waits);
    expect(headersOf({}, { nowMs: eveningMs, settings: { legalHours: false } })).toEqual([]);
    expect(headersOf({}, { nowMs: eveningMs, settings: undefined })).toEqual([]);
  });
});
