import {
  journeyWith,
  linesAbout,
  readDraft,
  smsThen,
} from '../../../../../support/pinpoint/pinpoint-documents';

const SEND = { send: { body: 'Welcome' } };
const read = (activities: Record<string, object>, more: object = {}) => {
  const draft = readDraft(journeyWith(activities, more));
  return { ...draft, steps: 'steps' in draft.draft ? draft.draft.steps : [] };
};
const wait = (WaitTime: object) => ({ Wait: { WaitTime, NextActivity: 'sms' } });

describe('a wait', () => {
  it.each([
    ['P1D', { days: 1 }, 'taken A wait of 1 day.'],
    ['PT26H', { hours: 26 }, 'taken A wait of 26 hours.'],
    ['P1M', { days: 30 }, 'changed A wait of 30 days: months have 30 days, and seconds are rounded up.'],
    ['P400D', { days: 365 }, 'changed A wait of 365 days, the longest that there is.'],
  ])('for %s is one', (WaitFor, step, line) => {
    const draft = read({ w: wait({ WaitFor }), sms: smsThen() });

    expect(draft.steps).toEqual([{ wait: step }, SEND]);
    expect(linesAbout(draft, '/Activities/w')).toEqual([line]);
  });

  it.each([{ WaitFor: 'PT0S' }, {}])('for no time, %j, is none', (time) => {
    expect(read({ w: wait(time), sms: smsThen() }).steps).toEqual([SEND]);
  });

  it('until a time that is over is none', () => {
    const draft = read({ w: wait({ WaitUntil: '2026-11-27T12:00:00Z' }), sms: smsThen() });

    expect(draft.steps).toEqual([SEND]);
    expect(linesAbout(draft, '/Activities/w')).toEqual([
      'left That time is over, so that people do not wait.',
    ]);
  });

  it.each([{ WaitUntil: '2026-11-27T12:01:00Z' }, { WaitUntil: 'Friday' }, { WaitFor: 'a day' }])(
    'that cannot be read or is for a date, %j, ends the draft',
    (time) => {
      const draft = read({ first: smsThen('w'), w: wait(time), sms: smsThen() });

      expect(draft.steps).toEqual([SEND]);
      expect(linesAbout(draft, '/Activities/w')[0]).toMatch(/^left The draft ends here: /);
      expect(linesAbout(draft, '/Activities/sms')).toEqual([
        'left It is on a path that the draft does not follow.',
      ]);
    },
  );
});

describe('what is not sent here', () => {
  it.each(['EMAIL', 'PUSH', 'CUSTOM', 'ContactCenter', 'Holdout'])('%s is told, and people go on', (kind) => {
    const draft = read({ other: { [kind]: { NextActivity: 'sms', Percentage: 5 } }, sms: smsThen() });

    expect(draft.steps).toEqual([SEND]);
    expect(linesAbout(draft, '/Activities/other')).toEqual([expect.stringMatching(/^left /)]);
  });

  it('ends the draft when it is of no known kind', () => {
    const draft = read({ first: smsThen('x'), x: { Fax: { NextActivity: 'sms' } }, sms: smsThen() });

    expect(draft.steps).toEqual([SEND]);
    expect(linesAbout(draft, '/Activities/x')).toEqual([
      'left The draft ends here: this kind of activity is not known.',
    ]);
  });
});

describe('the way', () => {
  it('has at most 20 steps', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `s${index}`,
          smsThen(index < length - 1 ? `s${index + 1}` : undefined),
        ]),
      );
    const draft = read(chain(21));

    expect(read(chain(20)).steps).toHaveLength(20);
    expect(draft.steps).toHaveLength(20);
    expect(linesAbout(draft, '/Activities/s20')[0]).toBe(
      'left An automation has at most 20 steps: the draft ends before this one.',
    );
  });

  it('has no loops and gaps', () => {
    expect(read({ a: smsThen('b'), b: smsThen('a') }).needs).toEqual([
      'a journey without loops and gaps: it goes on with a, which was there before',
    ]);
    expect(read({ a: smsThen('z') }).needs).toEqual([
      'a journey without loops and gaps: it goes on with z, which is not in Activities',
    ]);
  });
});

describe('sender and purpose', () => {
  const config = (settings: object) => smsThen(undefined, { MessageConfig: settings });

  it.each([
    [{ MessageType: 'TRANSACTIONAL', OriginationNumber: '12065550100' }, '+12065550100', 'informational'],
    [{ MessageType: 'PROMOTIONAL', OriginationNumber: '+12065550100' }, '+12065550100', 'marketing'],
    [{ OriginationNumber: '24680' }, '24680', 'marketing'],
  ])('of %j are these', (settings, from, purpose) => {
    expect(read({ sms: config(settings) }).draft).toMatchObject({ from, purpose });
  });

  it('are the same for all texts', () => {
    const other = { MessageType: 'PROMOTIONAL', OriginationNumber: '+12065550199' };
    const draft = read({ sms: smsThen('b'), b: config(other) });

    expect(draft.draft).toMatchObject({ from: '+12065550100', purpose: 'marketing' });
    expect(linesAbout(draft, '/Activities/b/SMS/MessageConfig')).toEqual([
      'changed All texts leave from +12065550100.',
      'changed One purpose holds for all texts: marketing, since one of them is PROMOTIONAL.',
    ]);
  });

  it('are needed where no number can be read', () => {
    const draft = read({ sms: config({ OriginationNumber: 'ACME' }) });

    expect(draft.needs).toEqual(['a sender, since the document names no number: --from']);
    expect(linesAbout(draft, '/Activities/sms/SMS/MessageConfig')).toEqual([
      'left It is no number in E.164 form, and no short code.',
    ]);
  });
});

describe('limits', () => {
  const entryOf = (Limits: object, segments?: object) => {
    const draft = readDraft(
      journeyWith({ sms: smsThen() }, { Limits }),
      segments ? { segments: segments as never } : {},
    );
    return 'entry' in draft.draft ? draft.draft.entry : undefined;
  };
  const joined = { '6b1a2c3d4e5f60718293a4b5cexample': { groupId: 'grp_a' } };

  it.each([
    [{}, 'once'],
    [{ EndpointReentryCap: 1, EndpointReentryInterval: 'P1D' }, 'once'],
    [{ EndpointReentryCap: 0 }, 'always'],
    [{ EndpointReentryCap: 3 }, 'always'],
    [{ EndpointReentryCap: 0, EndpointReentryInterval: 'PT1H' }, { onceInDays: 1 }],
    [{ EndpointReentryCap: 5, EndpointReentryInterval: 'P7D' }, { onceInDays: 7 }],
  ])('%j let people enter so', (limits, entry) => {
    expect(entryOf(limits, joined)).toEqual(entry);
  });

  it('let people of a segment enter once, though any number is allowed: "always" would be every day', () => {
    expect(entryOf({ EndpointReentryCap: 0 })).toBe('once');
  });

  it('of 0 are none, and others are told', () => {
    const draft = (Limits: object) => read({ sms: smsThen() }, { Limits });

    expect(
      linesAbout(draft({ DailyCap: 0, TotalCap: 0, TimeframeCap: { Cap: 0, Days: 0 } }), '/Limits'),
    ).toEqual([]);
    expect(linesAbout(draft({ DailyCap: 2, MessagesPerSecond: 5 }), '/Limits')).toEqual([
      expect.stringContaining('account set --marketing-cap'),
      expect.stringContaining('number set --rate'),
    ]);
  });
});
