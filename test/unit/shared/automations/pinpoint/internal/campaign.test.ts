import {
  CUSTOMERS,
  documentOf,
  linesAbout,
  readDraft,
} from '../../../../../support/pinpoint/pinpoint-documents';

const campaign = (schedule: object, more: object = {}) => ({
  Id: 'c1',
  Name: 'Campaign',
  SegmentId: CUSTOMERS,
  MessageConfiguration: {
    SMSMessage: { Body: 'Hello', MessageType: 'PROMOTIONAL', OriginationNumber: '+12065550100' },
  },
  Schedule: schedule,
  ...more,
});

describe('a campaign that is sent once', () => {
  it('becomes a campaign', () => {
    expect(
      readDraft(documentOf('campaign-once'), { fields: { 'Attributes.Shoe size': 'customFields.Visits' } }),
    ).toMatchObject({
      kind: 'campaign',
      needs: [],
      draft: {
        name: 'New hats',
        from: '+12065550100',
        purpose: 'marketing',
        body: 'Hi {{contact_first_name}}, our shop in {{Location.City}} has new hats. {{contact_custom_field_2}}',
        audience: { segmentId: 'seg_customers' },
        schedule: { localTime: '2027-02-01T10:00', timeZone: 'recipient' },
        sendingHours: { from: '08:00', to: '20:00' },
        expiresAt: '2027-02-02T00:00:00.000Z',
      },
    });
  });

  it.each([
    [{ StartTime: '2026-11-27T12:01:00Z' }, { schedule: { at: '2026-11-27T12:01:00.000Z' } }],
    [{ StartTime: '2026-11-27T12:00:00Z' }, {}],
    [{ StartTime: 'IMMEDIATE', Frequency: 'ONCE' }, {}],
    [{ StartTime: 'soon' }, {}],
    [{ StartTime: '2026-11-01T12:00:00Z', EndTime: '2026-11-02T12:00:00Z' }, {}],
  ])('with %j is due so', (schedule, timing) => {
    const { draft } = readDraft(campaign(schedule));

    expect(draft).toEqual({
      name: 'Campaign',
      from: '+12065550100',
      purpose: 'marketing',
      body: 'Hello',
      audience: { segmentId: 'seg_customers' },
      ...timing,
    });
  });

  it('for a segment that is a group here goes to the group', () => {
    const { draft } = readDraft(campaign({}), { segments: { [CUSTOMERS]: { groupId: 'grp_a' } } });

    expect(draft.audience).toEqual({ groups: ['grp_a'] });
  });

  it('needs segment, sender and text', () => {
    const silent = campaign({}, { MessageConfiguration: {} });

    expect(readDraft(silent, { segments: {} }).needs).toEqual([
      'the text of the SMS c1: --template "c1=FILE" or --text "c1=TEXT"',
      'a sender, since the document names no number: --from',
      `the counterpart of the segment ${CUSTOMERS}: --segment ${CUSTOMERS}=seg_… or --segment ${CUSTOMERS}=grp_…`,
    ]);
  });
});

describe('a campaign that repeats', () => {
  it('becomes an automation', () => {
    expect(readDraft(documentOf('campaign-weekly'), { from: '+12065550100' })).toMatchObject({
      kind: 'automation',
      needs: [],
      draft: {
        name: 'Weekly news',
        from: '+12065550100',
        purpose: 'marketing',
        trigger: { every: 'week', on: ['TUE'], at: '18:30', audience: { groups: ['grp_customers'] } },
        entry: 'always',
        steps: [{ send: { body: 'News' } }],
      },
    });
  });

  it.each([
    ['DAILY', { every: 'day', at: '18:30' }],
    ['MONTHLY', { every: 'month', on: 4, at: '18:30' }],
  ])('%s has its day and time', (Frequency, trigger) => {
    const { draft } = readDraft(campaign({ Frequency, StartTime: '2025-03-04T18:30:00Z' }));

    expect(draft).toMatchObject({ trigger: { ...trigger, audience: { groups: ['grp_customers'] } } });
  });

  it('by the clock of each person has the day that the clock shows', () => {
    const schedule = {
      Frequency: 'WEEKLY',
      StartTime: '2025-03-04T02:30:00Z',
      IsLocalTime: true,
      Timezone: 'UTC-08',
    };
    const draft = readDraft(campaign(schedule));

    expect(draft.draft).toMatchObject({ trigger: { every: 'week', on: ['MON'], at: '18:30' } });
    expect(linesAbout(draft, '/Schedule/StartTime')).toEqual([
      'changed At 18:30 on MON by the clock of each person.',
    ]);
  });

  it.each(['HOURLY', 'IN_APP_EVENT'])('cannot be %s', (Frequency) => {
    expect(readDraft(campaign({ Frequency })).needs).toEqual([
      `a frequency that there is: ${Frequency} is none`,
    ]);
  });

  it('that begins at once takes its time from --at, and needs a day', () => {
    const daily = campaign({ Frequency: 'DAILY', StartTime: 'IMMEDIATE' });
    const weekly = campaign({ Frequency: 'WEEKLY', StartTime: 'IMMEDIATE' });

    expect(readDraft(daily).needs).toEqual([
      'a time of day, since the document has no start time: --at 10:00',
    ]);
    expect(readDraft(daily, { at: '10:00' })).toMatchObject({
      needs: [],
      draft: { trigger: { at: '10:00' } },
    });
    expect(readDraft(weekly, { at: '10:00' }).needs).toEqual([
      'the day on which it repeats: the document has no start time',
    ]);
  });

  it.each([
    [0, 'always', 'taken A person enters each time.'],
    [1, 'once', 'taken A person enters once.'],
    [3, 'always', 'changed A person enters each time. At most 3 times is not counted.'],
  ])('with a total of %d enters people so', (Total, entry, line) => {
    const read = readDraft(
      campaign({ Frequency: 'DAILY', StartTime: '2025-03-04T18:30:00Z' }, { Limits: { Total } }),
    );

    expect([read.draft, linesAbout(read, '/Limits')]).toEqual([expect.objectContaining({ entry }), [line]]);
  });
});

describe('a campaign that an event begins', () => {
  it('becomes an automation', () => {
    const read = readDraft(documentOf('campaign-event'), {
      from: '+12065550100',
      fields: { 'Attributes.carrier': 'event.carrier' },
    });

    expect(read).toMatchObject({ kind: 'automation', needs: [] });
    expect(read.draft).toEqual({
      name: 'Cart',
      from: '+12065550100',
      purpose: 'marketing',
      trigger: { event: 'cart.abandoned' },
      audience: { groups: ['grp_customers'] },
      entry: 'once',
      steps: [{ send: { body: 'Your cart waits, {{event_carrier}}. {{#if Attributes.x}}x{{/if}}' } }],
    });
  });

  it('says what is not taken over', () => {
    const read = readDraft(documentOf('campaign-event'));

    expect(
      ['/AdditionalTreatments', '/HoldoutPercent', '/Hook'].flatMap((part) => linesAbout(read, part)),
    ).toEqual([
      'left There are no treatments: everyone gets the first text. For this one (50 % of people) make another draft.',
      'left No share of people is held out: everyone gets the text.',
      'left No function chooses people: who it filtered out gets the text unless the audience leaves them out.',
    ]);
  });
});
