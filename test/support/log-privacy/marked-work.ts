import { gzipSync } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { readAccount } from '../../../shared/accounts/account';
import { requestErasure } from '../../../shared/erasure/request-erasure';
import type { E164 } from '../../../shared/phone-numbers/e164';
import { campaignItem } from '../../../shared/campaigns/record/campaign';
import { createImport } from '../../../shared/audience/import/create-import';
import { startImport } from '../../../shared/audience/import/start-import';
import { importFileKey } from '../../../shared/platform/files/file-keys';
import { memoryFiles } from '../audience/memory-files';
import { outboxItem } from '../../../shared/outbox/outbox';
import { submitJob } from '../../../shared/sending/jobs/accept/submit-job';
import { queueSystemText } from '../../../shared/messages/system-text';
import { accountKey, contactKey, dueAttributes } from '../../../shared/platform/store/keys';
import { fanOutEvents, readPublishedEvent } from '../../../shared/webhooks/fan-out-events';
import { MARK, markedPhone } from './marks';
import { LINK, type MarkedWorld } from './marked-world';
import { ANY_ACTOR, ANY_STARTER } from '../audience/any-actor';

/** Work of a worker, created anew for each run. */
export interface MarkedWork {
  operation: string;
  /** Builds an event full of marks. */
  event: (run: number) => Promise<object>;
  /** True: log lines about this work can name the account. */
  isAccountKnown: boolean;
  /** True for a worker that takes records of a queue, any of which can be unreadable. */
  isQueue: boolean;
}

export const queueEvent = (...bodies: unknown[]) => ({
  Records: bodies.map((body, index) => ({
    messageId: `sqs-${index}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { SentTimestamp: String(Date.now()) },
  })),
});

/** Returns the work by the name of the worker's file. */
export function markedWork(world: MarkedWorld): Record<string, MarkedWork> {
  const { accountId, from, groupId, endpointId, deps } = world;
  const { table, clock, ids } = deps;
  const eventDetail = (run: number) => ({
    id: `evt_${run}`,
    type: 'messaging.message.received',
    version: 1,
    time: clock.now().toISOString(),
    accountId,
    message: { from: markedPhone(0), to: from, body: `${MARK} text` },
  });
  const publishedEvent = (run: number) => ({ detail: eventDetail(run), resources: [`out_${run}`] });
  const text = async (run: number): Promise<string> => {
    const now = clock.now();
    const body = `${MARK} text ${run}`;
    const purpose = 'keywordReply';
    const writes = queueSystemText(ids, {
      accountId,
      to: markedPhone(1),
      from,
      body,
      purpose,
      retentionDays: 90,
      now,
    });
    await table.transact(writes);
    const [message] = writes;
    return message && 'Put' in message ? (message.Put.Item.id as string) : '';
  };
  const firstChunk = async (run: number) => {
    const item = await table.get(accountKey(accountId));
    if (!item) throw new Error('No account');
    const recipients = Array.from({ length: 10 }, (_, index) => ({
      to: markedPhone(index),
      body: `${MARK} {{contact_first_name}}`,
      idempotencyKey: `${MARK}-${run}-${index}`,
    }));
    const { body } = await submitJob(deps, {
      kind: 'batch',
      account: readAccount(item),
      request: { from, recipients },
    });
    return queueEvent({ jobId: (body as { id: string }).id, chunk: 1 });
  };
  const outboxItems = (run: number) =>
    [
      {
        kind: 'event' as const,
        event: {
          detailType: 'messaging.message.received',
          time: clock.now().toISOString(),
          detail: eventDetail(run),
        },
      },
      { kind: 'job' as const, jobId: `brc_${run}`, accountId, from, firstChunk: 1, lastChunk: 1 },
    ].map((entry, index) => outboxItem({ id: `out_${run}_${index}`, entry, now: clock.now() }));
  return {
    'outbox-relay': {
      operation: 'relayOutbox',
      isAccountKnown: false,
      isQueue: false,
      event: async (run) => {
        const items = outboxItems(run);
        await table.batchPut(items);
        return {
          Records: items.map((item, index) => ({
            dynamodb: {
              SequenceNumber: String(index),
              NewImage: marshall(item, { removeUndefinedValues: true }),
            },
          })),
        };
      },
    },
    'fan-out-events': {
      operation: 'fanOutEvents',
      isAccountKnown: true,
      isQueue: true,
      event: async (run) => queueEvent(publishedEvent(run)),
    },
    'enter-by-events': {
      operation: 'enterByEvents',
      isAccountKnown: true,
      isQueue: true,
      event: async (run) => {
        const [id, now] = [ids.next('out'), clock.now()];
        const reported = { id: `evt_${run}`, name: 'order.shipped', at: now.toISOString() };
        const marks = { to: markedPhone(0) as E164, key: `${MARK} ${run}`, data: { text: MARK } };
        const entry = { kind: 'customEvents' as const, accountId, events: [{ ...reported, ...marks }] };
        await table.put({ Item: outboxItem({ id, entry, now }) });
        return queueEvent({ accountId, outboxId: id });
      },
    },
    'deliver-webhook': {
      operation: 'deliverWebhook',
      isAccountKnown: true,
      isQueue: true,
      event: async (run) => {
        const published = readPublishedEvent(publishedEvent(run));
        const queues = { send: async () => [] };
        if (published) await fanOutEvents({ ...deps, queues }, [published]);
        return queueEvent({ accountId, endpointId });
      },
    },
    'send-chunk': { operation: 'sendChunk', isAccountKnown: true, isQueue: true, event: firstChunk },
    'send-paced-chunks': {
      operation: 'sendPacedChunks',
      isAccountKnown: true,
      isQueue: true,
      event: firstChunk,
    },
    'send-queued-message': {
      operation: 'sendQueuedMessage',
      isAccountKnown: true,
      isQueue: true,
      event: async (run) => queueEvent({ messageId: await text(run) }),
    },
    'erase-people': {
      operation: 'erasePeople',
      isAccountKnown: false,
      isQueue: true,
      event: async (run) => {
        const phoneNumber = markedPhone(95) as E164;
        await table.put({
          Item: {
            ...contactKey(accountId, phoneNumber),
            ...{ entity: 'contact', id: `con_${run}`, accountId, phoneNumber, firstName: `${MARK} Anna` },
            memberships: { [groupId]: { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] } },
            version: 1 + run,
            createdAt: '2026-01-01T00:00:00.000Z',
            updatedAt: '2026-01-01T00:00:00.000Z',
          },
        });
        const { id: erasureId } = await requestErasure(deps, { accountId, phoneNumber });
        return queueEvent({ erasureId });
      },
    },
    'record-receipt': {
      operation: 'recordReceipt',
      isAccountKnown: true,
      isQueue: true,
      event: async (run) =>
        queueEvent({
          eventType: 'TEXT_DELIVERED',
          eventTimestamp: clock.now().getTime(),
          isFinal: true,
          destinationPhoneNumber: markedPhone(1),
          originationPhoneNumber: from,
          messageBody: `${MARK} text`,
          context: { messageId: await text(run) },
        }),
    },
    'receive-inbound': {
      operation: 'receiveInbound',
      isAccountKnown: true,
      isQueue: true,
      event: async (run) => {
        const phone = 20 + (run % 70);
        const messageBody = [`${MARK} hello`, 'STOP', 'HELP'];
        return queueEvent(
          ...messageBody.map((body, index) => ({
            originationNumber: markedPhone(phone),
            destinationNumber: from,
            messageBody: body,
            inboundMessageId: `${MARK}-${run}-${index}`,
          })),
        );
      },
    },
    'count-clicks': {
      operation: 'countClicks',
      // A file has clicks of links of many accounts.
      isAccountKnown: false,
      isQueue: true,
      event: async (run) => {
        const key = `${MARK}/${run}.gz`;
        const [host, path] = LINK.split('/');
        const line = {
          ...{ date: '2026-03-01', time: '12:00:00', 'x-host-header': host, 'cs-uri-stem': `/${path}` },
          ...{ 'cs-uri-query': `r=${MARK}&p=${markedPhone(1)}`, 'cs-method': 'GET', 'sc-status': '302' },
          'cs(User-Agent)': `${MARK} ${markedPhone(2)}`,
        };
        world.files.set(key, gzipSync(`${JSON.stringify(line)}\n`));
        return queueEvent({ Records: [{ s3: { object: { key } } }] });
      },
    },
    'transfer-contacts': {
      operation: 'transferContacts',
      isAccountKnown: true,
      isQueue: true,
      event: async () => {
        const item = await table.get(accountKey(accountId));
        if (!item) throw new Error('No account');
        const files = memoryFiles();
        const account = readAccount(item);
        const { contactImport } = await createImport(
          { ...deps, files },
          {
            account,
            body: { format: 'csv', mapping: { [MARK]: 'firstName' }, fileName: MARK },
            by: ANY_ACTOR,
          },
        );
        const place = { accountId, importId: contactImport.id };
        const rows = [`${markedPhone(3)},${MARK}`, `${markedPhone(4)},${MARK.repeat(41)}`, `${MARK},1`];
        const content = Buffer.from(['Phone,' + MARK, ...rows].join('\n'));
        files.contents.set(importFileKey(place), content);
        world.files.set(importFileKey(place), content);
        await startImport({ ...deps, files }, { account, importId: contactImport.id, ...ANY_STARTER });
        return queueEvent({ accountId, transferId: contactImport.id });
      },
    },
    'work-campaigns': {
      operation: 'workCampaigns',
      isAccountKnown: true,
      isQueue: true,
      event: async () => {
        const id = ids.next('cmp');
        const at = clock.now().toISOString();
        const campaign = {
          ...{ id, accountId, from, name: `${MARK} campaign`, body: `${MARK} {{contact_first_name}}` },
          audience: { kind: 'people' as const, everyone: true as const, fieldReferences: {} },
          purpose: 'informational' as const,
          status: 'scheduled' as const,
          version: 1,
          ...{ jobCount: 0, jobsDone: 0, skippedBy: {}, retentionDays: 90 },
          counts: { sent: 0, failed: 0, skipped: 0, unknown: 0 },
          ...{ createdAt: at, updatedAt: at },
        };
        await table.put({ Item: campaignItem.item({ accountId, id }, campaign) });
        return queueEvent({ accountId, campaignId: id });
      },
    },
    sweep: {
      operation: 'sweep',
      isAccountKnown: true,
      isQueue: false,
      event: async (run) => {
        await table.batchPut(outboxItems(run));
        await text(run);
        const phoneNumber = markedPhone(99);
        const dueAt = clock.now().toISOString();
        await table.put({
          Item: {
            ...contactKey(accountId, phoneNumber),
            ...dueAttributes('OPT_OUT', { id: `con_${run}`, dueAt }),
            entity: 'contact',
            id: `con_${run}`,
            accountId,
            phoneNumber,
            hardOptOut: { at: dueAt, source: 'stop' },
            memberships: { [groupId]: { optInAt: dueAt, tagIds: [] } },
            version: 1,
            createdAt: dueAt,
            updatedAt: dueAt,
          },
        });
        // Long overdue, so that the timer logs it.
        world.advance(20 * 60_000);
        return {};
      },
    },
  };
}
