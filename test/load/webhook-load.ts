import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../shared/accounts/create-account';
import { outboxItem } from '../../shared/outbox/outbox';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { deriveSealingKey } from '../../shared/platform/secrets/sealing-key';
import type { Table } from '../../shared/platform/store/table';
import { addEndpoint } from '../../shared/webhooks/manage-endpoints';
import { listFailures, replayDeliveries } from '../../shared/webhooks/replay-deliveries';
import { ATTEMPT_DELAYS_MS } from '../../shared/webhooks/internal/retry-schedule';
import { KillableService } from '../support/service/killable-service';
import { startWebhookReceiver, verifyWebhook } from '../support/webhooks/webhook-receiver';

export interface WebhookLoadFigures {
  events: number;
  requests: number;
  /** Number of requests that `standardwebhooks` did not verify. */
  unverified: number;
  processed: number;
  givenUp: number;
  kills: number;
  seconds: number;
}

/** Time without a request after which all remaining deliveries wait for their time. */
const QUIET_MS = 2_500;
const MAX_REPLAYS = 5;

/**
 * Sends events through the whole local service to a receiver that fails half of its requests at random, until each was
 * processed; the service is killed in between. The clock is moved over the waits of the schedule.
 */
export async function runWebhookLoad(options: {
  events: number;
  kills: number;
}): Promise<WebhookLoadFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'webhook-load-'));
  const receiver = await startWebhookReceiver();
  const service = new KillableService({ dataDir });
  try {
    await service.start();
    const { accountId, endpointId, secret } = await prepare(service, receiver.url);
    const processed = new Set<string>();
    let unverified = 0;
    receiver.answer = (response, webhook) => {
      if (typeof verifyWebhook(webhook, secret) !== 'object') unverified++;
      const isProcessed = Math.random() < 0.5;
      if (isProcessed) processed.add(webhook.id);
      response.writeHead(isProcessed ? 204 : 500).end();
    };

    const startedMs = performance.now();
    await emit(service.table(), { accountId, count: options.events });
    for (let kill = 0; kill < options.kills; kill++) {
      const killAt = ((kill + 1) * options.events) / (options.kills + 1);
      await until(() => processed.size >= killAt / 2, 600_000);
      await service.kill();
      await service.start();
    }
    const isDone = () => processed.size === options.events;
    let givenUp = 0;
    for (let round = 0; round <= MAX_REPLAYS && !isDone(); round++) {
      if (round > 0) {
        const deps = { table: service.table(), clock: systemClock, ids: createIds(systemClock) };
        givenUp += (await listFailures(deps.table, { accountId, endpointId })).length;
        await replayDeliveries(deps, { accountId, endpointId });
      }
      // Work of a dead service is resumed after its lease; other deliveries by the schedule.
      for (const waitMs of [120_000, ...ATTEMPT_DELAYS_MS]) {
        if (isDone()) break;
        await untilQuiet(() => receiver.received.length);
        if (!isDone()) await advance(service, waitMs / 1000 + 1);
      }
      if (!isDone()) await untilQuiet(() => receiver.received.length);
    }
    return {
      events: options.events,
      requests: receiver.received.length,
      unverified,
      processed: processed.size,
      givenUp,
      kills: options.kills,
      seconds: (performance.now() - startedMs) / 1000,
    };
  } finally {
    await service.kill();
    await receiver.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function prepare(
  service: KillableService,
  url: string,
): Promise<{ accountId: string; endpointId: string; secret: string }> {
  const deps = {
    table: service.table(),
    clock: systemClock,
    ids: createIds(systemClock),
    sealingKey: deriveSealingKey(service.description().environment.WEBHOOK_KEY),
    policy: { allowsLoopback: true },
  };
  const { id: accountId } = await createAccount(deps, { name: 'Load' });
  const { endpoint, secret } = await addEndpoint(deps, { accountId, url });
  return { accountId, endpointId: endpoint.id, secret };
}

/** Writes events into the outbox, as the changes that cause them do. */
async function emit(table: Table, options: { accountId: string; count: number }): Promise<void> {
  const ids = createIds(systemClock);
  const { accountId } = options;
  const items = Array.from({ length: options.count }, (_, index) => {
    const now = systemClock.now();
    const time = now.toISOString();
    const detail = {
      id: ids.next('evt'),
      type: 'contacts.group.opted_in',
      version: 1,
      time,
      accountId,
      contact: { id: `con_${index}`, phoneNumber: '+12125550123' },
      group: { id: 'grp_load', name: 'Load' },
      optInMode: 'DIRECT',
    };
    const entry = { kind: 'event' as const, event: { detailType: detail.type, time, detail } };
    return outboxItem({ id: ids.next('out'), entry, now });
  });
  await table.batchPut(items);
}

async function advance(service: KillableService, advanceSeconds: number): Promise<void> {
  await service.request('POST', '/_local/clock', { body: { advanceSeconds } });
}

async function untilQuiet(count: () => number): Promise<void> {
  let seen = count();
  let lastChangeMs = performance.now();
  while (performance.now() - lastChangeMs < QUIET_MS) {
    await sleep(50);
    if (count() === seen) continue;
    seen = count();
    lastChangeMs = performance.now();
  }
}

async function until(isTrue: () => boolean, timeoutMs: number): Promise<void> {
  const endsAtMs = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new Error('It did not come true in time');
    await sleep(20);
  }
}
