import type { PinpointOptions } from '../../../../../shared/automations/pinpoint/pinpoint-options';
import { readPinpoint } from '../../../../../shared/automations/pinpoint/read-pinpoint';
import {
  CUSTOMERS,
  documentOf,
  DOCUMENTS,
  journeyWith,
  linesAbout,
  OPTIONS,
  readDraft,
  smsThen,
} from '../../../../support/pinpoint/pinpoint-documents';

/** Ways to read the documents. */
const WAYS: Array<[string, Partial<PinpointOptions>]> = [
  ['nothing given', { segments: {}, templates: {} }],
  ['texts and segments', { from: '+12065550100' }],
  [
    'first paths',
    { paths: { Random0006: '1', Multi00008: '1' }, templates: { ...OPTIONS.templates, Gold: 'Gold' } },
  ],
  ['last paths', { paths: { Random0006: '2', Multi00008: 'else', Asked00011: 'no' } }],
  ['other names', { name: 'Other', purpose: 'emergency', at: '07:30' }],
];
const CASES = DOCUMENTS.flatMap((name) => WAYS.map(([way, options]) => ({ name, way, options })));
/** Members that only join others together, and limits of 0, which are none. */
const WITHOUT_LINE =
  /\/((Next|Start|True|False|Default)Activity|Operator|FilterType|DimensionType|SendingSchedule|Timezone|IsLocalTime|HoldoutPercent|DailyCap|Daily|Total)$/;

type Json = Record<string, unknown>;
/** Returns every object of a document with its pointer. */
const objectsOf = (value: unknown, pointer = ''): Array<[string, Json]> =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Array.isArray(value) ? [] : [[pointer, value as Json] as [string, Json]]),
        ...Object.entries(value).flatMap(([name, one]) => objectsOf(one, `${pointer}/${name}`)),
      ];
const leavesOf = (value: unknown, pointer = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => leavesOf(one, `${pointer}/${name}`))
    : [pointer];
const responseOf = (document: unknown) => Object.values(document as Json)[0];

describe('of every document', () => {
  it.each(CASES)('each value of $name has a line: $way', ({ name, options }) => {
    const document = documentOf(name);
    const told = readDraft(document, options).findings.flatMap(({ parts }) => parts);

    const untold = leavesOf(responseOf(document)).filter(
      (leaf) => !WITHOUT_LINE.test(leaf) && !told.some((part) => `${leaf}/`.startsWith(`${part}/`)),
    );

    expect(untold).toEqual([]);
  });

  it.each(CASES)('a member of $name that is not known has a line: $way', ({ name, options }) => {
    const document = documentOf(name);
    const objects = objectsOf(responseOf(document));
    for (const [, object] of objects) object.Newest = 'x';
    const told = readDraft(document, options).findings.flatMap(({ parts }) => parts);

    const untold = objects
      .map(([pointer]) => `${pointer}/Newest`)
      .filter((leaf) => !told.some((part) => `${leaf}/`.startsWith(`${part}/`)));

    expect(untold).toEqual([]);
  });

  it.each(CASES)('values of $name that are of another type do no harm: $way', ({ name, options }) => {
    const response = responseOf(documentOf(name)) as Json;
    for (const [key, value] of Object.entries(response)) {
      for (const other of [null, 7, 'x', true, [], [1], {}, { x: { y: [null] } }]) {
        const read = readPinpoint({ ...response, [key]: other }, { ...OPTIONS, ...options });

        expect(typeof read === 'string' ? read : read.findings.length).toBeTruthy();
      }
      expect(value).toBeDefined();
    }
  });
});

describe('what is read', () => {
  it('is a response, with its name around it or not', () => {
    const document = documentOf('journey-welcome') as { JourneyResponse: object };

    expect(readDraft(document)).toEqual(readDraft(document.JourneyResponse));
  });

  it.each([[null], [7], ['x'], [{}], [{ JourneyResponse: {} }], [{ Name: 'x' }]])('is not %j', (document) => {
    expect(readPinpoint(document, OPTIONS)).toBe(
      'The file is not what get-journey or get-campaign of Amazon Pinpoint prints.',
    );
  });

  it.each([[{ JourneysResponse: { Item: [] } }], [{ Item: [{}] }], [[{ Name: 'x' }]]])(
    'is no list, such as %j',
    (document) => {
      expect(readPinpoint(document, OPTIONS)).toMatch(/^The file has a list: import each/);
    },
  );
});

describe('a journey', () => {
  it('becomes an automation', () => {
    const { kind, draft, needs } = readDraft(documentOf('journey-welcome'));

    expect([kind, needs]).toEqual(['automation', []]);
    expect(draft).toEqual({
      name: 'Welcome',
      from: '+12065550100',
      purpose: 'marketing',
      trigger: { every: 'day', at: '10:00', audience: { groups: ['grp_customers'] } },
      entry: { onceInDays: 30 },
      steps: [
        { send: { body: 'Welcome' } },
        { wait: { days: 3 } },
        { wait: { hours: 12 } },
        { stopUnless: { field: 'customFields.Plan', op: 'in', value: ['Gold', 'Silver'] } },
        { send: { body: 'An offer' } },
      ],
      sendingHours: { from: '09:00', to: '21:00' },
    });
  });

  it('that an event begins keeps the segment as audience', () => {
    const { draft, needs } = readDraft(documentOf('journey-order'));

    expect(needs).toEqual([]);
    expect(draft).toEqual({
      name: 'Order shipped',
      from: '+12065550100',
      purpose: 'informational',
      trigger: { event: 'order_shipped' },
      audience: { groups: ['grp_customers'] },
      entry: 'always',
      steps: [{ send: { body: 'On its way' } }],
      sendingHours: { from: '10:00', to: '18:00', days: ['MON', 'TUE', 'SAT'] },
    });
  });

  it('for a segment that is a group here begins when people join', () => {
    const draft = readDraft(documentOf('journey-welcome'), {
      segments: { [CUSTOMERS]: { groupId: 'grp_new' } },
    });

    expect(draft.draft).toMatchObject({ trigger: { joined: 'grp_new' } });
    expect(linesAbout(draft, '/StartCondition/SegmentStartCondition')).toEqual([
      expect.stringMatching(/^changed Who joins grp_new .*Who is in the group already does not/),
    ]);
  });

  it('says by which clock its time of day was, unless it was that of each person or --at gives one', () => {
    const about = (more: object, options = {}) =>
      linesAbout(readDraft(journeyWith({ sms: smsThen() }, more), options), '/StartCondition')[0];

    expect(about({})).toContain('In Pinpoint it was 17:00 by one clock for all');
    expect(about({ LocalTime: true })).not.toContain('In Pinpoint');
    expect(about({}, { at: '08:00' })).not.toContain('In Pinpoint');
    expect(about({}, { at: '08:00' })).toContain('enters at 08:00');
  });

  it('says all that is missing', () => {
    const journey = { ...journeyWith({ sms: { SMS: {} } }), Name: '', StartCondition: {} };

    expect(readDraft(journey, { fields: { x: 'nickname' } }).needs).toEqual([
      'a field that there is: --map "x=nickname" names none, such as firstName, customFields.<label> or event.<name>',
      'a name: --name',
      'a start condition: the journey says neither a segment nor an event that begins it',
      'the text of the SMS sms: --template "sms=FILE" or --text "sms=TEXT"',
      'a sender, since the document names no number: --from',
    ]);
  });

  it('without segment, time and text needs them', () => {
    const journey = { ...journeyWith({ mail: { EMAIL: {} } }), Schedule: undefined };

    expect(readDraft(journey).needs).toEqual([
      'a time of day, since the document has no start time: --at 10:00',
      'a text: the path that the draft follows has no SMS',
      'a sender, since the document names no number: --from',
    ]);
    expect(readDraft(journey, { segments: {} }).needs[0]).toBe(
      `the counterpart of the segment ${CUSTOMERS}: --segment ${CUSTOMERS}=seg_… or --segment ${CUSTOMERS}=grp_…`,
    );
  });

  it('with a long name keeps 100 characters of it', () => {
    const { draft } = readDraft(journeyWith({ sms: smsThen() }, { Name: '😀'.repeat(101) }));

    expect(draft.name).toBe('😀'.repeat(100));
  });
});

describe('the event of a journey', () => {
  const filterOf = (Values: string[], more: object = {}) => ({
    EventFilter: { FilterType: 'ENDPOINT', Dimensions: { EventType: { Values, ...more } } },
  });
  const read = (event: object) =>
    readDraft(journeyWith({ sms: smsThen() }, { StartCondition: { EventStartCondition: event } }));

  it('is the trigger', () => {
    expect(read(filterOf(['order.shipped'])).draft).toMatchObject({ trigger: { event: 'order.shipped' } });
  });

  it.each([
    ['_email.delivered', 'an event that is reported: _email.delivered is one of Pinpoint itself'],
    ['.x', 'an event whose name begins with a letter or digit, not .x'],
  ])('cannot be %s', (name, need) => {
    expect(read(filterOf([name])).needs).toEqual([need]);
  });

  it.each([[filterOf([])], [filterOf(['x'], { DimensionType: 'EXCLUSIVE' })], [{ EventFilter: { x: 1 } }]])(
    'has to be named, as it is not in %j',
    (event) => {
      expect(read(event).needs).toEqual(['an event: the document names none that begins it']);
    },
  );
});
