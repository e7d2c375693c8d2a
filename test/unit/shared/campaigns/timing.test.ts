import { areOpen, nextOpening, weekOf } from '../../../../shared/calendar/hours';
import { legalHours } from '../../../../shared/campaigns/timing/legal-hours';
import { STRICTER_STATES } from '../../../../shared/campaigns/timing/internal/legal-hours-table';
import { instantOf } from '../../../../shared/time-zones/wall-clock';
import {
  readLocalTime,
  refuseSchedule,
  scheduledBetween,
} from '../../../../shared/campaigns/timing/schedule';
import {
  type AccountTiming,
  type CampaignTiming,
  decideSendTime,
  hoursOf,
  refuseLaunchTimes,
} from '../../../../shared/campaigns/timing/send-time';
import { refuseSendingHours } from '../../../../shared/calendar/sending-hours';
import type { Whereabouts } from '../../../../shared/campaigns/timing/legal-hours';

const iso = (atMs: number | undefined) => (atMs === undefined ? undefined : new Date(atMs).toISOString());
const ms = (text: string) => Date.parse(text);
const wall = (text: string) => readLocalTime(text) ?? NaN;

describe('rules E4.3: a time by the clock of a zone', () => {
  it.each([
    ['an ordinary time', 'America/New_York', '2026-07-01T10:00', '2026-07-01T14:00:00.000Z'],
    ['the last minute before a gap', 'America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    [
      'the first minute of a gap, later by the gap',
      'America/New_York',
      '2026-03-08T02:00',
      '2026-03-08T07:00:00.000Z',
    ],
    [
      'a time within a gap, later by the gap',
      'America/New_York',
      '2026-03-08T02:30',
      '2026-03-08T07:30:00.000Z',
    ],
    ['the first minute after a gap', 'America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    [
      'the first of a time that comes twice',
      'America/New_York',
      '2026-11-01T01:30',
      '2026-11-01T05:30:00.000Z',
    ],
    ['a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['a zone ahead of UTC', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    [
      'in a zone that keeps its summer time',
      'America/Vancouver',
      '2026-12-01T20:30',
      '2026-12-02T03:30:00.000Z',
    ],
    ['a zone with an odd offset', 'Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
  ])('is %s', (_, zone, local, expected) => {
    expect(iso(instantOf(zone, wall(local)))).toBe(expected);
  });

  it.each([
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-01-01T24:00',
    '2026-01-01',
    '2026-01-01T10:00Z',
    '',
  ])('is not %j', (text) => expect(readLocalTime(text)).toBeUndefined());

  it('refuses schedules that name no time or zone', () => {
    expect([
      refuseSchedule({ at: '2026-12-01T10:00:00Z' }),
      refuseSchedule({ localTime: '2026-12-01T10:00', timeZone: 'recipient' }),
      refuseSchedule({ localTime: '2026-12-01T10:00', timeZone: 'Europe/Berlin' }),
      refuseSchedule({ at: '9998-12-31T23:59:59.999Z' }),
      refuseSchedule({ localTime: '9998-12-31T23:59', timeZone: 'recipient' }),
      refuseSchedule({ at: '9999-01-01T00:00:00Z' })?.pointer,
      refuseSchedule({ localTime: '9999-01-01T00:00', timeZone: 'recipient' })?.pointer,
      refuseSchedule({ at: '2026-12-01' })?.pointer,
      refuseSchedule({ localTime: '2026-02-29T10:00', timeZone: 'recipient' })?.pointer,
      refuseSchedule({ localTime: '2026-12-01T10:00', timeZone: 'Gotham' })?.pointer,
    ]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      '/schedule/at',
      '/schedule/localTime',
      '/schedule/at',
      '/schedule/localTime',
      '/schedule/timeZone',
    ]);
  });

  it('spans the zones that recipients can be in', () => {
    const schedule = { localTime: '2026-07-01T10:00', timeZone: 'recipient' };
    const { firstMs, lastMs } = scheduledBetween(schedule, {
      startedAtMs: 0,
      account: { timeZone: 'Europe/Berlin' },
    });
    expect([iso(firstMs), iso(lastMs)]).toEqual(['2026-07-01T08:00:00.000Z', '2026-07-01T20:00:00.000Z']);
  });

  it('spans the zones that imports gave to contacts', () => {
    const schedule = { localTime: '2026-07-01T10:00', timeZone: 'recipient' };
    const account = { timeZone: 'Europe/Berlin', contactTimeZones: ['Asia/Tokyo', 'Pacific/Pago_Pago'] };
    const { firstMs, lastMs } = scheduledBetween(schedule, { startedAtMs: 0, account });
    expect([iso(firstMs), iso(lastMs)]).toEqual(['2026-07-01T01:00:00.000Z', '2026-07-01T21:00:00.000Z']);
  });
});

describe('rules E4.4: hours', () => {
  it('are closed at 21:30 in Vancouver, whatever clock the Node.js that runs has for it', () => {
    const decide = (at: string) =>
      decideSendTime({
        campaign: { purpose: 'marketing' },
        account: {},
        recipient: { phoneNumber: '+442071838750', tz: 'America/Vancouver' },
        startedAtMs: ms(at),
        nowMs: ms(at),
      });
    // UTC-7 in winter too, from 1 November 2026 on.
    expect(decide('2026-12-02T03:59:59.999Z')).toEqual({ kind: 'now' });
    expect(decide('2026-12-02T04:30:00Z')).toEqual({ kind: 'wait', dueAtMs: ms('2026-12-02T15:00:00Z') });
  });

  const nine = { zone: 'America/New_York', week: weekOf({ from: 540, to: 1200 }) };

  it.each([
    ['at the hour', '2026-07-01T13:00:00.000Z', '2026-07-01T13:00:00.000Z'],
    ['before it', '2026-07-01T12:59:59.999Z', '2026-07-01T13:00:00.000Z'],
    ['in the last moment', '2026-07-01T23:59:59.999Z', '2026-07-01T23:59:59.999Z'],
    ['at the end, on the next day', '2026-07-02T00:00:00.000Z', '2026-07-02T13:00:00.000Z'],
    ['over the change of the clock', '2026-03-08T01:00:00.000Z', '2026-03-08T13:00:00.000Z'],
  ])('open %s', (_, from, expected) => {
    expect(iso(nextOpening([nine], ms(from)))).toBe(expected);
  });

  it('that begin in a gap open where the clock jumps', () => {
    const early = { zone: 'America/New_York', week: weekOf({ from: 150, to: 240 }) };
    expect(iso(nextOpening([early], ms('2026-03-08T05:00:00Z')))).toBe('2026-03-08T07:00:00.000Z');
  });

  it('open at their hour on the day of a change, and not only at the change', () => {
    const night = { zone: 'America/New_York', week: weekOf({ from: 30, to: 1065 }) };
    expect(iso(nextOpening([night], ms('2026-11-01T00:00:00Z')))).toBe('2026-11-01T04:30:00.000Z');
  });

  it('of two zones open where both are', () => {
    const west = { zone: 'America/Los_Angeles', week: weekOf({ from: 540, to: 1200 }) };
    expect(iso(nextOpening([nine, west], ms('2026-07-01T00:00:00Z')))).toBe('2026-07-01T16:00:00.000Z');
  });

  it('without a time in common never open', () => {
    const [monday, tuesday] = [0, 1].map((day) => ({
      zone: 'UTC',
      week: weekOf({ from: 0, to: 60 }, [day]),
    }));
    expect(nextOpening([monday!, tuesday!], 0)).toBeUndefined();
  });

  it.each([
    [{ from: '09:00', to: '20:00' }, undefined],
    [{ from: '00:00', to: '24:00', days: ['MON' as const] }, undefined],
    [{ from: '9:00', to: '20:00' }, '/sendingHours/from'],
    [{ from: '24:00', to: '24:00' }, '/sendingHours/from'],
    [{ from: '09:00', to: '20:60' }, '/sendingHours/to'],
    [{ from: '20:00', to: '20:00' }, '/sendingHours'],
    [{ from: '22:00', to: '06:00' }, '/sendingHours'],
    [{ from: '09:00', to: '20:00', days: [] }, '/sendingHours/days'],
  ])('%j are refused at %s', (hours, pointer) =>
    expect(refuseSendingHours(hours, '/sendingHours')?.pointer).toBe(pointer),
  );
});

describe('rules E4.4: legal hours', () => {
  const NEW_YORK = { phoneNumber: '+12125550123', tz: 'America/New_York' };
  const marketing = { purpose: 'marketing' as const };

  /** Returns the legal hours of a day of July 2026 by UTC, to the quarter of an hour; the 5th is a Sunday. */
  function openOn(day: number, recipient: Whereabouts, account: AccountTiming = {}): string {
    const start = Date.UTC(2026, 6, day);
    const open = Array.from({ length: 24 * 4 }, (_, quarter) => start + quarter * 15 * 60_000).filter(
      (atMs) => areOpen(hoursOf({ campaign: marketing, account, recipient }), atMs),
    );
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined) return 'closed';
    return `${iso(first)?.slice(11, 16)}-${iso(last + 15 * 60_000)?.slice(11, 16)} (${open.length / 4} h)`;
  }

  it.each<[string, Whereabouts, string, string]>([
    ['8 to 21 in the United States', NEW_YORK, '00:00-00:00 (13 h)', '00:00-00:00 (13 h)'],
    [
      '8 to 20 in Florida by area code',
      { ...NEW_YORK, phoneNumber: '+13055550123' },
      '12:00-00:00 (12 h)',
      '12:00-00:00 (12 h)',
    ],
    [
      '8 to 20 in Florida by ZIP',
      { ...NEW_YORK, postalCode: '33101-1234' },
      '12:00-00:00 (12 h)',
      '12:00-00:00 (12 h)',
    ],
    [
      '8 to 20 in Florida by a ZIP that is written carelessly',
      { ...NEW_YORK, postalCode: ' 331011234 ' },
      '12:00-00:00 (12 h)',
      '12:00-00:00 (12 h)',
    ],
    [
      '9 to 20 in Connecticut',
      { ...NEW_YORK, postalCode: '06103' },
      '13:00-00:00 (11 h)',
      '13:00-00:00 (11 h)',
    ],
    [
      '9 to 20, the stricter of Florida and Connecticut',
      { ...NEW_YORK, phoneNumber: '+13055550123', postalCode: '06103' },
      '13:00-00:00 (11 h)',
      '13:00-00:00 (11 h)',
    ],
    [
      'that of the number for a ZIP that is none of the United States',
      { ...NEW_YORK, phoneNumber: '+13055550123', postalCode: '06103', country: 'DE' },
      '12:00-00:00 (12 h)',
      '12:00-00:00 (12 h)',
    ],
    [
      'closed on Sundays in Alabama',
      { phoneNumber: '+12055550123', tz: 'America/New_York' },
      '12:00-00:00 (12 h)',
      'closed',
    ],
    [
      '8 to 21 by its own clock in another country',
      { phoneNumber: '+4915112345678', tz: 'America/New_York' },
      '00:00-00:00 (13 h)',
      '00:00-00:00 (13 h)',
    ],
    [
      'when it is open in all six zones where the zone is not known',
      { phoneNumber: '+14165550123' },
      '18:00-01:00 (7 h)',
      '18:00-01:00 (7 h)',
    ],
  ])('are %s', (_, recipient, thursday, sunday) => {
    // Hours after midnight by UTC belong to the evening before.
    const shown = [openOn(2, recipient), openOn(5, recipient)];
    const tidy = (text: string) => text.replace(/^.*\((.*)\)$/, '$1');
    expect(shown.map(tidy)).toEqual([thursday, sunday].map(tidy).map((hours) => hours));
  });

  it('are those of the account’s zone, else UTC, in another country without a zone', () => {
    const recipient = { phoneNumber: '+4915112345678' };
    expect(openOn(2, recipient)).toBe('08:00-21:00 (13 h)');
    expect(openOn(2, recipient, { timeZone: 'Europe/Berlin' })).toBe('06:00-19:00 (13 h)');
  });

  it('are 12 to 21 on Sundays in Texas, and 9 to 21 else', () => {
    const texan = { phoneNumber: '+12145550123', tz: 'America/Chicago' };
    const at = (text: string) =>
      areOpen(hoursOf({ campaign: marketing, account: {}, recipient: texan }), ms(text));
    expect(
      [
        '2026-07-05T16:59:59.999Z',
        '2026-07-05T17:00:00Z',
        '2026-07-06T13:59:59.999Z',
        '2026-07-06T14:00:00Z',
        '2026-07-07T01:59:59.999Z',
        '2026-07-07T02:00:00Z',
      ].map(at),
    ).toEqual([false, true, false, true, true, false]);
  });

  it('are left out for other purposes, and where the operator has decided so', () => {
    const atNight = ms('2026-07-02T07:00:00Z');
    const isOpen = (campaign: Pick<CampaignTiming, 'purpose'>, account: AccountTiming = {}) =>
      areOpen(hoursOf({ campaign, account, recipient: NEW_YORK }), atNight);
    expect([
      isOpen(marketing),
      isOpen(marketing, { areLegalHoursOff: true }),
      isOpen({ purpose: 'informational' }),
      isOpen({ purpose: 'emergency' }),
    ]).toEqual([false, true, true, true]);
  });

  it('have for each row a law, a source and a date, and no area code or ZIP twice', () => {
    const rows = Object.values(STRICTER_STATES);
    for (const { law, source, lookedUpOn } of rows) {
      expect([law.length > 5, /^https?:\/\//.test(source), /^\d{4}-\d\d-\d\d$/.test(lookedUpOn)]).toEqual([
        true,
        true,
        true,
      ]);
    }
    const codes = rows.flatMap(({ areaCodes }) => areaCodes.split(' '));
    expect(codes.filter((code, index) => !/^[2-9]\d\d$/.test(code) || codes.indexOf(code) !== index)).toEqual(
      [],
    );
    const zips = rows.flatMap(({ zips: ranges }) => ranges.split(' '));
    expect(
      zips.filter((range, index) => !/^\d{3}(-\d{3})?$/.test(range) || zips.indexOf(range) !== index),
    ).toEqual([]);
  });

  it('never leave a recipient without an opening in a week', () => {
    const stuck = Object.entries(STRICTER_STATES).filter(([, { areaCodes, zips }]) => {
      const [areaCode = ''] = areaCodes.split(' ');
      const recipient = { phoneNumber: `+1${areaCode}5550123`, postalCode: `${zips.slice(0, 3)}01` };
      return nextOpening(legalHours(recipient, undefined), ms('2026-07-04T03:00:00Z')) === undefined;
    });
    expect(stuck).toEqual([]);
  });
});

describe('rules E4.3 to E4.5: when a recipient may be sent to', () => {
  const began = ms('2026-07-01T18:00:00Z');
  const decide = (
    campaign: CampaignTiming,
    options: { recipient?: Whereabouts; account?: AccountTiming; now?: string } = {},
  ) => {
    const { recipient = { phoneNumber: '+12125550123', tz: 'America/New_York' }, account = {} } = options;
    const nowMs = options.now === undefined ? began : ms(options.now);
    const decided = decideSendTime({ campaign, account, recipient, startedAtMs: began, nowMs });
    return decided.kind === 'wait' ? iso(decided.dueAtMs) : decided.kind;
  };
  const ten = { localTime: '2026-07-02T10:00', timeZone: 'recipient' };

  it.each<[string, CampaignTiming, Parameters<typeof decide>[1], string]>([
    ['at once without a schedule', { purpose: 'marketing' }, {}, 'now'],
    [
      'at its instant',
      { purpose: 'marketing', schedule: { at: '2026-07-02T15:00:00Z' } },
      {},
      '2026-07-02T15:00:00.000Z',
    ],
    [
      'at the next opening when the instant is in quiet hours',
      { purpose: 'marketing', schedule: { at: '2026-07-02T06:00:00Z' } },
      {},
      '2026-07-02T12:00:00.000Z',
    ],
    ['at its own ten', { purpose: 'marketing', schedule: ten }, {}, '2026-07-02T14:00:00.000Z'],
    [
      'at ten in Honolulu',
      { purpose: 'marketing', schedule: ten },
      { recipient: { phoneNumber: '+18085550123', tz: 'Pacific/Honolulu' } },
      '2026-07-02T20:00:00.000Z',
    ],
    [
      'at ten of the account without a zone',
      { purpose: 'informational', schedule: ten },
      { recipient: { phoneNumber: '+4915112345678' }, account: { timeZone: 'Europe/Berlin' } },
      '2026-07-02T08:00:00.000Z',
    ],
    [
      'at once when its ten is past',
      { purpose: 'marketing', schedule: { localTime: '2026-07-01T10:00', timeZone: 'recipient' } },
      {},
      'now',
    ],
    [
      'within its own hours',
      { purpose: 'informational', sendingHours: { from: '17:00', to: '18:00' } },
      {},
      '2026-07-01T21:00:00.000Z',
    ],
    [
      'on its own days',
      {
        purpose: 'informational',
        sendingHours: { from: '09:00', to: '18:00', days: ['FRI'] },
        expiresAt: '2026-07-09T00:00:00Z',
      },
      {},
      '2026-07-03T13:00:00.000Z',
    ],
    [
      'within its own hours and the legal ones',
      { purpose: 'marketing', sendingHours: { from: '06:00', to: '23:00' } },
      { now: '2026-07-02T02:00:00Z' },
      '2026-07-02T12:00:00.000Z',
    ],
    [
      'never after it has expired',
      { purpose: 'marketing', expiresAt: '2026-07-01T18:00:00Z' },
      {},
      'expired',
    ],
    ['until the moment before', { purpose: 'marketing', expiresAt: '2026-07-01T18:00:00.001Z' }, {}, 'now'],
    [
      'not later than it expires',
      { purpose: 'marketing', schedule: ten, expiresAt: '2026-07-02T12:00:00Z' },
      {},
      '2026-07-02T12:00:00.000Z',
    ],
    [
      'until 48 hours after the latest moment',
      { purpose: 'informational', schedule: ten },
      { now: '2026-07-04T19:59:59.999Z' },
      'now',
    ],
    [
      'and no longer',
      { purpose: 'informational', schedule: ten },
      { now: '2026-07-04T20:00:00Z' },
      'expired',
    ],
  ])('is %s', (_, campaign, options, expected) => {
    expect(decide(campaign, options)).toBe(expected);
  });
});

describe('rules E4: the times of a launch', () => {
  const nowMs = ms('2026-07-01T18:00:00Z');
  const refuse = (campaign: Omit<CampaignTiming, 'purpose'>) =>
    refuseLaunchTimes({ purpose: 'marketing', ...campaign }, { account: {}, nowMs })?.pointer;

  it.each<[string, Omit<CampaignTiming, 'purpose'>, string | undefined]>([
    ['nothing', {}, undefined],
    ['a schedule 5 minutes ago', { schedule: { at: '2026-07-01T17:55:00Z' } }, undefined],
    ['one that is older', { schedule: { at: '2026-07-01T17:54:59.999Z' } }, '/schedule'],
    [
      'one that is still to come somewhere',
      { schedule: { localTime: '2026-07-01T08:00', timeZone: 'recipient' } },
      undefined,
    ],
    [
      'one that is over everywhere',
      { schedule: { localTime: '2026-07-01T07:54', timeZone: 'recipient' } },
      '/schedule',
    ],
    [
      'an end before the beginning',
      { schedule: { at: '2026-07-02T10:00:00Z' }, expiresAt: '2026-07-02T10:00:00Z' },
      '/expiresAt',
    ],
    [
      'an end after it',
      { schedule: { at: '2026-07-02T10:00:00Z' }, expiresAt: '2026-07-02T10:00:01Z' },
      undefined,
    ],
    ['hours at night', { sendingHours: { from: '22:00', to: '23:00' } }, '/sendingHours'],
    ['hours of one day', { sendingHours: { from: '08:00', to: '09:00', days: ['SUN'] } }, undefined],
    [
      'an end as the hours open where that is first',
      { sendingHours: { from: '09:00', to: '10:00', days: ['THU'] }, expiresAt: '2026-07-02T09:00:00Z' },
      '/expiresAt',
    ],
    [
      'an end after they open there',
      { sendingHours: { from: '09:00', to: '10:00', days: ['THU'] }, expiresAt: '2026-07-02T09:00:01Z' },
      undefined,
    ],
    [
      'an end after they open in the last zone only',
      {
        schedule: { localTime: '2026-07-02T08:30', timeZone: 'Pacific/Honolulu' },
        sendingHours: { from: '08:00', to: '09:00' },
        expiresAt: '2026-07-02T18:31:00Z',
      },
      undefined,
    ],
  ])('with %s is refused at %s', (_, campaign, pointer) => expect(refuse(campaign)).toBe(pointer));
});
