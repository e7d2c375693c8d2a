import { describeEvents, nameOfEvent, partsOfEvent } from '../../../console/src/screens/webhooks/event-words';
import { EVENT_TYPES, eventSchema } from '../../../shared/events/event-types';

describe('an event', () => {
  it('has a name for every type, and a new type its own', () => {
    for (const type of EVENT_TYPES) expect(nameOfEvent(type)).not.toBe(type);
    expect(nameOfEvent('webhooks.test')).toBe('Test');
    expect(nameOfEvent('messaging.moon.landed')).toBe('messaging.moon.landed');
  });

  it.each([
    [undefined, 'All events'],
    [['messaging.message.failed'], 'Text failed'],
    [[...EVENT_TYPES].slice(0, 3), 'Opt-in to a group, Opt-out of a group, Text delivered'],
    [[...EVENT_TYPES].slice(0, 5), 'Opt-in to a group, Opt-out of a group, Text delivered and 2 more'],
  ])('%j are “%s”', (types, words) => {
    expect(describeEvents(types)).toBe(words);
  });

  it('is read part by part, without ids and what its heading says', () => {
    const event = {
      ...{ id: 'evt_1', type: 'messaging.message.failed', version: 1, accountId: 'acc_1' },
      time: '2026-03-01T12:00:00.000Z',
      message: {
        id: 'msg_1',
        to: '+12065550100',
        body: '',
        parts: 1234,
        providerMessageId: 'x',
        errorType: null,
      },
      ...{ isTest: true, tags: ['a', 'b'], list: [] },
    };
    expect(partsOfEvent(event)).toEqual([
      { label: 'Message to', value: '+12065550100' },
      { label: 'Message body', value: 'empty' },
      { label: 'Message parts', value: '1,234' },
      { label: 'Message error type', value: 'none' },
      { label: 'Is test', value: 'yes' },
      { label: 'Tags', value: 'a, b' },
      { label: 'List', value: 'none' },
    ]);
  });

  it.each([
    [{ campaign: { errorCode: 33111 } }, 'Campaign error code', '33111'],
    [{ message: { price: 0.00849 } }, 'Message price', '$0.00849'],
    [{ message: { price: 1.5 } }, 'Message price', '$1.50'],
    [{ job: { counts: { sent: 12345 } } }, 'Job counts sent', '12,345'],
    [{ limit: 5000 }, 'Limit', '5,000'],
    [{ country: 'CA' }, 'Country', 'Canada'],
    [
      { message: { errorType: 'set_aside' } },
      'Message error type',
      'The number is set aside: it takes no texts',
    ],
    [{ reason: 'spend_limit' }, 'Reason', 'the spend limit is reached'],
    [{ reason: 'something_new' }, 'Reason', 'something_new'],
    [{ links: [{ name: 'A', parts: 1000 }, { name: 'B' }] }, 'Links', 'name A, parts 1,000; name B'],
  ])('%j reads “%s: %s”', (event, label, value) => {
    expect(partsOfEvent(event)).toEqual([{ label, value }]);
  });

  it('has words for every value of a choice', () => {
    const raw = EVENT_TYPES.flatMap((type) => choicesIn(eventSchema(type)));
    expect(raw.length).toBeGreaterThan(30);
    const isProgram = /[A-Z_]{4,}|[a-z][A-Z]|_/;
    const shown = raw.flatMap(([name, value]) => partsOfEvent({ [name]: value }));
    expect(shown.filter(({ value }) => isProgram.test(value.replace('STOP', '')))).toEqual([]);
  });

  it('shows times by the clock of the reader', () => {
    const [part] = partsOfEvent({ deliveredAt: '2026-03-01T12:00:00.000Z' });
    expect(part?.value).toMatch(/^Mar 1, 2026, /);
  });
});

interface Schema {
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
}

/** Lists the values of fields that have a choice of them, each with the name of its field. */
const choicesIn = ({ properties = {} }: Schema): Array<[string, string]> =>
  Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.enum ?? []).map((value): [string, string] => [name, String(value)]),
    ...choicesIn(schema),
  ]);
