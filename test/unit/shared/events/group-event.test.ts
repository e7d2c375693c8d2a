import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { type GroupEventKind, queueGroupEvent } from '../../../../shared/events/group-event';
import type { OutboxEntry } from '../../../../shared/outbox/outbox';
import { createIds } from '../../../../shared/platform/ids';
import { validateEvent } from '../../../support/event-schemas';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const ids = createIds({ now: () => NOW });
const ajv = new Ajv2020({ strict: true, strictRequired: false });
const schemaOf = (type: string) =>
  ajv.compile(
    JSON.parse(readFileSync(join(process.cwd(), `docs/events/${type}.schema.json`), 'utf8')) as object,
  );
const VALIDATORS = {
  'contacts.group.opted_in': schemaOf('contacts.group.opted_in'),
  'contacts.group.opted_out': schemaOf('contacts.group.opted_out'),
};

function produce(kind: GroupEventKind) {
  const write = queueGroupEvent(ids, {
    kind,
    accountId: 'acc_1',
    contact: { id: 'con_1', phoneNumber: '+12125550123' },
    group: { id: 'grp_1', name: 'News' },
    now: NOW,
  });
  if (!('Put' in write)) throw new Error('An event is put into the outbox');
  const entry = write.Put.Item.entry as OutboxEntry;
  if (entry.kind !== 'event') throw new Error('An event is no other work');
  return entry.event;
}

const KINDS: GroupEventKind[] = [
  ...(['DIRECT', 'CONFIRM', 'SILENT'] as const).map(
    (optInMode) => ({ type: 'contacts.group.opted_in', optInMode }) as const,
  ),
  ...(['MANUAL_REMOVAL', 'STOP', 'KIOSK', 'CARRIER'] as const).map(
    (reason) => ({ type: 'contacts.group.opted_out', reason }) as const,
  ),
];

describe('6: events', () => {
  it.each(KINDS)('%j has the documented form', (kind) => {
    const { detailType, time, detail } = produce(kind);
    const validate = VALIDATORS[kind.type];
    validate(detail);
    expect(validate.errors).toBeNull();
    expect({ detailType, time, detail }).toEqual({
      detailType: kind.type,
      time: '2026-03-01T12:00:00.000Z',
      detail: {
        id: expect.stringMatching(/^evt_/) as string,
        version: 1,
        time: '2026-03-01T12:00:00.000Z',
        accountId: 'acc_1',
        contact: { id: 'con_1', phoneNumber: '+12125550123' },
        group: { id: 'grp_1', name: 'News' },
        ...kind,
      },
    });
  });

  it('the documented examples have the documented form', () => {
    const page = readFileSync(join(process.cwd(), 'docs/events.md'), 'utf8');
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, json]) => JSON.parse(json ?? '') as { type: string },
    );
    expect(examples.map((example) => [example.type, validateEvent(example)])).toEqual([
      ['contacts.group.opted_in', null],
      ['contacts.group.opted_out', null],
      ['messaging.message.failed', null],
      ['messaging.job.completed', null],
      ['messaging.campaign.completed', null],
    ]);
  });

  it('another version does not have the documented form', () => {
    const { detail } = produce({ type: 'contacts.group.opted_in', optInMode: 'DIRECT' });
    expect(VALIDATORS['contacts.group.opted_in']({ ...detail, version: 2 })).toBe(false);
  });
});
