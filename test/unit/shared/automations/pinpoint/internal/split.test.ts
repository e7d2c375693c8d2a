import type { PinpointOptions } from '../../../../../../shared/automations/pinpoint/pinpoint-options';
import {
  journeyWith,
  linesAbout,
  readDraft,
  smsThen,
} from '../../../../../support/pinpoint/pinpoint-documents';

const SEND = { send: { body: 'Welcome' } };
const dimensions = (SegmentDimensions: object) => ({ SegmentDimensions });
const attribute = (name: string, AttributeType: string, ...Values: string[]) =>
  dimensions({ Attributes: { [name]: { AttributeType, Values } } });
const GOLD = attribute('Plan', 'INCLUSIVE', 'Gold');
const IS_GOLD = { field: 'customFields.Plan', op: 'in', value: ['Gold'] };
const EVENT = { EventCondition: { Dimensions: { EventType: { Values: ['_SMS.SUCCESS'] } } } };

interface Ways {
  yes?: string;
  no?: string;
  operator?: string;
}
const split = (conditions: object[], { yes, no, operator }: Ways) => ({
  ConditionalSplit: {
    Condition: { Conditions: conditions, ...(operator && { Operator: operator }) },
    ...(yes && { TrueActivity: yes }),
    ...(no && { FalseActivity: no }),
  },
});
const read = (activities: Record<string, object>, options?: Partial<PinpointOptions>) => {
  const draft = readDraft(journeyWith(activities), options);
  return {
    ...draft,
    steps: 'steps' in draft.draft ? draft.draft.steps : [],
    lines: linesAbout(draft, '/Activities/q'),
  };
};

describe('a yes/no split', () => {
  it.each<[Ways, object]>([
    [{ yes: 'sms' }, IS_GOLD],
    [{ no: 'sms' }, { not: IS_GOLD }],
  ])('with a text on one path, as in %j, lets the others leave', (ways, stopUnless) => {
    const { steps, lines } = read({ q: split([GOLD], ways), sms: smsThen() });

    expect(steps).toEqual([{ stopUnless }, SEND]);
    expect(lines.at(-1)).toMatch(
      /^taken Who belongs on the path (yes|no), on which no text follows, leaves\.$/,
    );
  });

  const BOTH = { q: split([GOLD], { yes: 'a', no: 'b' }), a: smsThen(), b: smsThen('c'), c: smsThen() };

  it('with texts on both paths follows the first, and says how to get the other', () => {
    const draft = read(BOTH);

    expect(draft.steps).toEqual([{ stopUnless: IS_GOLD }, SEND]);
    expect(draft.lines.at(-1)).toContain('make a second draft with --path q=no');
    expect(linesAbout(draft, '/Activities/b')).toEqual([
      'left It is on a path that the draft does not follow.',
    ]);
  });

  it('follows the path that is asked for', () => {
    expect(read(BOTH, { paths: { q: 'NO' } }).steps).toEqual([{ stopUnless: { not: IS_GOLD } }, SEND, SEND]);
  });

  it('has no other paths than yes and no', () => {
    expect(read(BOTH, { paths: { q: '1', z: 'yes' } }).needs).toEqual([
      'a path of the split q: --path q=yes, no',
      'a split that there is: --path names z',
    ]);
  });

  it('that asks what cannot be asked ends the draft', () => {
    const { steps, lines } = read({ s: smsThen('q'), q: split([EVENT], { yes: 'a' }), a: smsThen() });

    expect(steps).toEqual([SEND]);
    expect(lines).toEqual([
      'left An automation cannot ask whether an event happened.',
      expect.stringMatching(/^left The draft ends here: what it asks cannot be asked\. With --path q=yes/),
    ]);
  });

  it('that asks what cannot be asked lets everyone go on when a path is asked for', () => {
    const { steps, lines } = read({ q: split([EVENT], { yes: 'a' }), a: smsThen() }, { paths: { q: 'yes' } });

    expect(steps).toEqual([SEND]);
    expect(lines.at(-1)).toBe('changed What it asks cannot be asked: everyone takes the path yes.');
  });

  it('is not asked in part', () => {
    const { steps, lines } = read({ s: smsThen('q'), q: split([GOLD, EVENT], { yes: 'a' }), a: smsThen() });

    expect(steps).toEqual([SEND]);
    expect(lines.filter((line) => line.startsWith('taken'))).toEqual([]);
  });

  it('whose paths meet after what is not sent here asks nothing', () => {
    const mail = { EMAIL: { NextActivity: 'sms' } };
    const { steps } = read({ q: split([GOLD], { yes: 'mail', no: 'sms' }), mail, sms: smsThen() });

    expect(steps).toEqual([SEND]);
  });

  it('without a text on any path ends the draft', () => {
    const { steps, lines } = read({
      s: smsThen('q'),
      q: split([GOLD], { yes: 'mail' }),
      mail: { EMAIL: {} },
    });

    expect(steps).toEqual([SEND]);
    expect(lines).toEqual(['left The draft ends here: no text follows on either path.']);
  });

  it('waits before it asks', () => {
    const q = {
      ConditionalSplit: {
        ...split([GOLD], { yes: 'a' }).ConditionalSplit,
        EvaluationWaitTime: { WaitFor: 'PT1H' },
      },
    };

    expect(read({ q, a: smsThen() }).steps).toEqual([{ wait: { hours: 1 } }, { stopUnless: IS_GOLD }, SEND]);
  });
});

describe('a condition', () => {
  const conditionOf = (conditions: object[], operator?: string, options?: Partial<PinpointOptions>) =>
    read({ q: split(conditions, { yes: 'a', ...(operator && { operator }) }), a: smsThen() }, options)
      .steps[0];

  it.each([
    [
      attribute('Plan', 'INCLUSIVE', 'Gold', 'Silver'),
      { field: 'customFields.Plan', op: 'in', value: ['Gold', 'Silver'] },
    ],
    [attribute('Plan', 'EXCLUSIVE', 'Gold'), { not: IS_GOLD }],
    [attribute('Plan', 'CONTAINS', 'Go'), { field: 'customFields.Plan', op: 'contains', value: 'Go' }],
    [
      attribute('Interests', 'INCLUSIVE', 'Hats'),
      { field: 'customFields.Interests', op: 'containsAny', value: ['Hats'] },
    ],
    [attribute('Visits', 'INCLUSIVE', '3'), { field: 'customFields.Visits', op: 'in', value: [3] }],
    [attribute('Member', 'INCLUSIVE', 'TRUE'), { field: 'customFields.Member', op: 'equals', value: true }],
    [
      attribute('Renewal', 'ON', '2026-12-01T00:00:00Z'),
      { field: 'customFields.Renewal', op: 'equals', value: '2026-12-01' },
    ],
    [
      attribute('Renewal', 'BEFORE', '2026-12-01'),
      { field: 'customFields.Renewal', op: 'before', value: '2026-12-01' },
    ],
    [
      attribute('Renewal', 'BETWEEN', '2026-12-01', '2026-12-31'),
      { field: 'customFields.Renewal', op: 'between', value: ['2026-12-01', '2026-12-31'] },
    ],
    [
      dimensions({ Location: { Country: { DimensionType: 'EXCLUSIVE', Values: ['US'] } } }),
      { not: { field: 'address.country', op: 'in', value: ['US'] } },
    ],
    [
      dimensions({ Metrics: { Visits: { ComparisonOperator: 'GREATER_THAN_OR_EQUAL', Value: 2 } } }),
      { field: 'customFields.Visits', op: 'gte', value: 2 },
    ],
  ])('%j is one of fields', (condition, stopUnless) => {
    expect(conditionOf([condition])).toEqual({ stopUnless });
  });

  it.each([
    ['ALL', 'all'],
    ['ANY', 'any'],
  ])('of %s joins several', (operator, how) => {
    const visits = { field: 'customFields.Visits', op: 'in', value: [3] };

    expect(conditionOf([GOLD, attribute('Visits', 'INCLUSIVE', '3')], operator)).toEqual({
      stopUnless: { [how]: [IS_GOLD, visits] },
    });
  });

  it('can be the filter of a segment', () => {
    const filter = { field: 'gender', op: 'equals', value: 'f' };
    const segment = { SegmentCondition: { SegmentId: 's1' } };
    const as = (audience: object) => ({ segments: { s1: { segmentId: 'seg_1', audience } } });
    const asGroup = { segments: { s1: { groupId: 'grp_1' } } };

    expect(conditionOf([segment], undefined, as({ filter }))).toEqual({ stopUnless: filter });
    const others = [as({ filter, groups: ['grp_1'] }), as({ groups: ['grp_1'] }), asGroup, { segments: {} }];
    expect(others.map((options) => conditionOf([segment], undefined, options))).toEqual(
      others.map(() => undefined),
    );
  });

  it.each([
    [attribute('Unknown', 'INCLUSIVE', 'x'), /say with --map "Attributes\.Unknown=FIELD"/],
    [attribute('Visits', 'CONTAINS', '1'), /is of type NUMBER, which cannot be compared by CONTAINS/],
    [attribute('Plan', 'BEFORE', '2026-01-01'), /is of type TEXT, which cannot be compared by BEFORE/],
    [attribute('Plan', 'INCLUSIVE'), /cannot be compared by INCLUSIVE/],
    [dimensions({ Behavior: { Recency: { Duration: 'DAY_7', RecencyType: 'ACTIVE' } } }), /no behavior/],
    [dimensions({ Demographic: { Channel: { Values: ['SMS'] } } }), /no demographic/],
    [
      dimensions({ Location: { GPSPoint: { Coordinates: { Latitude: 1, Longitude: 2 } } } }),
      /no GPS position/,
    ],
    [dimensions({ Metrics: { Plan: { ComparisonOperator: 'EQUAL', Value: 2 } } }), /compared with a NUMBER/],
  ])('%j cannot be asked', (condition, note) => {
    const { steps, lines } = read({ q: split([condition], { yes: 'a' }), a: smsThen() });

    expect(steps).toEqual([]);
    expect(lines[0]).toMatch(note);
  });
});

describe('a split by several conditions', () => {
  const q = {
    MultiCondition: {
      Branches: [
        { Condition: GOLD, NextActivity: 'a' },
        { Condition: attribute('Plan', 'INCLUSIVE', 'Silver'), NextActivity: 'b' },
      ],
      DefaultActivity: 'c',
    },
  };
  const activities = { q, a: smsThen(), b: smsThen('c'), c: smsThen() };
  const IS_SILVER = { field: 'customFields.Plan', op: 'in', value: ['Silver'] };

  it('ends the draft, and says how to follow a path', () => {
    const { steps, lines } = read({ s: smsThen('q'), ...activities });

    expect(steps).toEqual([SEND]);
    expect(lines[0]).toContain('--path q=1, 2, else');
  });

  it.each([
    ['1', [{ stopUnless: IS_GOLD }, SEND]],
    ['2', [{ stopUnless: { all: [{ not: IS_GOLD }, IS_SILVER] } }, SEND, SEND]],
    ['else', [{ stopUnless: { all: [{ not: IS_GOLD }, { not: IS_SILVER }] } }, SEND]],
  ])('follows the path %s', (path, steps) => {
    expect(read(activities, { paths: { q: path } }).steps).toEqual(steps);
  });

  it('that asks what cannot be asked lets everyone take the path', () => {
    const event = { MultiCondition: { Branches: [{ Condition: EVENT, NextActivity: 'a' }] } };

    expect(read({ q: event, a: smsThen() }, { paths: { q: '1' } }).steps).toEqual([SEND]);
  });
});

describe('a random split', () => {
  const q = {
    RandomSplit: {
      Branches: [
        { NextActivity: 'a', Percentage: 60 },
        { NextActivity: 'b', Percentage: 40 },
      ],
    },
  };
  const activities = { q, a: smsThen(), b: smsThen('a') };

  it('ends the draft', () => {
    expect(read({ s: smsThen('q'), ...activities }).steps).toEqual([SEND]);
  });

  it('lets everyone take the path that is asked for', () => {
    const { steps, lines } = read(activities, { paths: { q: '2' } });

    expect(steps).toEqual([SEND, SEND]);
    expect(lines).toEqual(['changed Everyone takes the path 2, which 40 % of people took.']);
  });
});
