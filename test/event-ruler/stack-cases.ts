import { marshall } from '@aws-sdk/util-dynamodb';
import { toEventEnvelope } from '../../lib/local/put-events';
import { toInsertRecord } from '../../lib/local/lambda-records';
import { type OutboxEntry, outboxItem } from '../../shared/outbox/outbox';
import { EVENT_SOURCE } from '../../shared/platform/queues/event-bus';
import type { Case } from './match-by-event-ruler';

export interface StackCase extends Case {
  what: string;
  expected: boolean;
}

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

const NOW = new Date('2026-03-01T12:00:00.000Z');

/** Returns every rule and every filter of the template, with the events of its bus or stream. */
export function stackCases(template: Template): StackCase[] {
  const all = Object.entries(template.Resources);
  const rules = all.filter(([, { Type }]) => Type === 'AWS::Events::Rule');
  const filters = all.flatMap(([id, { Type, Properties }]) => {
    const { Filters: found = [] } = (Properties.FilterCriteria ?? {}) as {
      Filters?: Array<{ Pattern: string }>;
    };
    return Type === 'AWS::Lambda::EventSourceMapping'
      ? found.map(({ Pattern }) => [id, Pattern] as const)
      : [];
  });
  if (rules.length !== 2 || filters.length !== 1) {
    throw new Error(`There are ${rules.length} rules and ${filters.length} filters: say what each takes.`);
  }
  return [
    ...rules.flatMap(
      ([
        id,
        {
          Properties: { EventPattern: pattern },
        },
      ]) =>
        busEvents().map(({ what, event, taker }) => ({
          what: `${id} of ${what}`,
          pattern,
          event,
          expected: taker !== undefined && id.startsWith(taker),
        })),
    ),
    ...filters.flatMap(([id, pattern]) =>
      streamRecords().map(({ what, event, isRelayed }) => ({
        what: `${id} of ${what}`,
        pattern: JSON.parse(pattern) as unknown,
        event,
        expected: isRelayed,
      })),
    ),
  ];
}

function busEvents(): Array<{ what: string; event: unknown; taker: string | undefined }> {
  const envelope = (source: string, resources?: string[]) =>
    toEventEnvelope(
      {
        Source: source,
        DetailType: 'messaging.message.delivered',
        Detail: JSON.stringify({ id: 'evt_1', resources: ['out_1'] }),
        ...(resources && { Resources: resources }),
      },
      { id: 'b1946ac9-2492-4d23-8b1c-0a1b2c3d4e5f', now: NOW },
    );
  return [
    {
      what: 'an event of the outbox',
      event: envelope(EVENT_SOURCE, ['out_1']),
      taker: 'WebhooksToEndpoints',
    },
    {
      what: 'an event whose deliveries are written',
      event: envelope(EVENT_SOURCE, ['msg_1']),
      taker: undefined,
    },
    { what: "an operator's event", event: envelope(EVENT_SOURCE), taker: 'WebhooksForeignToEndpoints' },
    { what: 'an event of another source', event: envelope('another'), taker: undefined },
    { what: 'an outbox event of another source', event: envelope('another', ['out_1']), taker: undefined },
  ];
}

const ENTRIES: OutboxEntry[] = [
  {
    kind: 'event',
    event: {
      detailType: 'messaging.job.completed',
      time: NOW.toISOString(),
      detail: { eventName: 'REMOVE' },
    },
  },
  { kind: 'webhook', accountId: 'acc_1', endpointId: 'end_1' },
  { kind: 'feedback', accountId: 'acc_1', providerMessageId: 'provider-1' },
  { kind: 'erasure', accountId: 'acc_1', erasureId: 'ers_1' },
  { kind: 'transfer', accountId: 'acc_1', transferId: 'imp_1' },
  { kind: 'campaign', accountId: 'acc_1', campaignId: 'cmp_1' },
  { kind: 'customEvents', accountId: 'acc_1', events: [] },
];

function streamRecords(): Array<{ what: string; event: unknown; isRelayed: boolean }> {
  const insertion = (item: Record<string, unknown>) =>
    toInsertRecord({
      item: marshall(item, { removeUndefinedValues: true }),
      sequenceNumber: '1',
      insertedAt: NOW,
      streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/1',
    });
  const outbox = ENTRIES.map((entry) => ({ entry, item: outboxItem({ id: 'out_1', entry, now: NOW }) }));
  return [
    ...outbox.map(({ entry, item }) => ({
      what: `a new outbox item of kind ${entry.kind}`,
      event: insertion(item),
      isRelayed: true,
    })),
    ...outbox.flatMap(({ entry, item }) =>
      ['MODIFY', 'REMOVE'].map((eventName) => ({
        what: `${eventName} of an outbox item of kind ${entry.kind}`,
        event: { ...insertion(item), eventName },
        isRelayed: false,
      })),
    ),
    ...[
      { pk: 'CONTACT#acc_1#+12065550100', sk: 'CONTACT' },
      { pk: 'ACCOUNT#acc_1', sk: 'OUTBOX' },
      { pk: 'OUTBOX#out_1', sk: 'ACCOUNT' },
      { pk: 'ACCOUNT#OUTBOX#out_1', sk: 'OUTBOX' },
    ].map((item) => ({
      what: `a new item ${JSON.stringify(item)}`,
      event: insertion(item),
      isRelayed: false,
    })),
  ];
}
