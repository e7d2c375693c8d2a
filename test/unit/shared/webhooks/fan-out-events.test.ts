import { readPublishedEvent } from '../../../../shared/webhooks/fan-out-events';

const DETAIL = {
  id: 'evt_01KJMNEX00E2TTQZ4N0A8QH0FV',
  type: 'contacts.group.opted_in',
  version: 1,
  time: '2026-03-01T12:00:00.000Z',
  accountId: 'acc_1',
};

describe('an event from the bus', () => {
  it('is read with what all events have first', () => {
    expect(
      readPublishedEvent({
        source: 'messaging-service',
        detail: { group: { id: 'grp_1' }, ...DETAIL },
        resources: ['out_1'],
      }),
    ).toEqual({
      id: DETAIL.id,
      type: DETAIL.type,
      time: DETAIL.time,
      accountId: 'acc_1',
      payload:
        '{"id":"evt_01KJMNEX00E2TTQZ4N0A8QH0FV","type":"contacts.group.opted_in","version":1,' +
        '"time":"2026-03-01T12:00:00.000Z","accountId":"acc_1","group":{"id":"grp_1"}}',
      outboxId: 'out_1',
    });
  });

  it('needs no place to be acknowledged at', () => {
    expect(readPublishedEvent({ detail: DETAIL, resources: [] })).toMatchObject({ outboxId: undefined });
    expect(readPublishedEvent({ detail: DETAIL })).toMatchObject({ outboxId: undefined });
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'event'],
    ['no detail', {}],
    ['a detail that is a text', { detail: 'x' }],
    ['no id', { detail: { ...DETAIL, id: undefined } }],
    ['an id that is no text', { detail: { ...DETAIL, id: 1 } }],
    ['an id that breaks a header', { detail: { ...DETAIL, id: 'evt_1\r\nx: y' } }],
    ['an id of 101 characters', { detail: { ...DETAIL, id: 'e'.repeat(101) } }],
    ['no type', { detail: { ...DETAIL, type: undefined } }],
    ['no account', { detail: { ...DETAIL, accountId: undefined } }],
    ['a time that is none', { detail: { ...DETAIL, time: 'now' } }],
  ])('is none of ours with %s', (_what, envelope) => {
    expect(readPublishedEvent(envelope)).toBeUndefined();
  });

  it('may have an id of 100 characters', () => {
    expect(readPublishedEvent({ detail: { ...DETAIL, id: 'e'.repeat(100) } })).toBeDefined();
  });
});
