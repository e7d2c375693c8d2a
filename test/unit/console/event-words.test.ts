import { describeEvents, nameOfEvent, partsOfEvent } from '../../../console/src/screens/webhooks/event-words';
import { EVENT_TYPES } from '../../../shared/events/event-types';

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

  it('shows times by the clock of the reader', () => {
    const [part] = partsOfEvent({ deliveredAt: '2026-03-01T12:00:00.000Z' });
    expect(part?.value).toMatch(/^Mar 1, 2026, /);
  });
});
