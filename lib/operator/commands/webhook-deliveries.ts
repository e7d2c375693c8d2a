import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Delivery } from '../../../shared/webhooks/delivery';
import { findDelivery } from '../../../shared/webhooks/delivery-store';
import { findConfiguredEndpoints } from '../../../shared/webhooks/endpoint-store';
import {
  listFailures,
  replayDeliveries,
  replayDelivery,
  type ReplayResult,
  sendTestEvent,
} from '../../../shared/webhooks/replay-deliveries';
import { OperatorError } from '../operator-error';
import { parseTime } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';

interface SomeEndpoints {
  account: string;
  endpoint?: string;
}

interface ReplayOptions extends SomeEndpoints {
  event?: string;
  since?: Date;
  includeDelivered?: true;
}

/** Time that `webhook test` waits for the first attempt: the longest one takes 15 s. */
const TEST_TIMEOUT_MS = 25_000;
const LOOK_AGAIN_AFTER_MS = 200;

/** Adds the verbs about deliveries: each for one endpoint, or for every endpoint of the account. */
export const addDeliveryVerbs: AddVerbs = (noun, io) => {
  addVerb<SomeEndpoints>(noun, io, {
    name: 'test',
    summary: 'send a test event and say what came of it',
    declare: withSomeEndpoints,
    run: async ({ target }, options) => {
      const deliveries = await Promise.all(
        (await findAddresses(target, options)).map((address) => test(target, address)),
      );
      return reportDeliveries(deliveries, { none: 'The account has no endpoints.' });
    },
  });
  addVerb<SomeEndpoints & { since?: Date }>(noun, io, {
    name: 'failures',
    summary: 'list deliveries that were given up, by the time of their event',
    declare: (command) =>
      withSomeEndpoints(command).option('--since <time>', 'only of events since then', parseTime),
    run: async ({ target }, options) => {
      const failures: Delivery[] = [];
      for (const address of await findAddresses(target, options)) {
        failures.push(...(await listFailures(target.table, { ...address, since: options.since })));
      }
      return reportDeliveries(failures, { none: 'Nothing was given up.' });
    },
  });
  addVerb<ReplayOptions>(noun, io, {
    name: 'replay',
    summary: 'deliver again: one event, or all that failed',
    declare: (command) =>
      withSomeEndpoints(command)
        .option('--event <id>', 'only this event, whether it failed or arrived')
        .option('--since <time>', 'only events since then', parseTime)
        .option('--include-delivered', 'also what arrived, for a receiver that lost it'),
    check: ({ event, since, includeDelivered }) => {
      if (event !== undefined && (since !== undefined || includeDelivered)) {
        throw new OperatorError('Give either --event, or --since and --include-delivered.');
      }
    },
    run: ({ target }, options) => replay(target, options),
  });
};

function withSomeEndpoints(command: Command): Command {
  return withAccount(command).option(
    '--endpoint <id>',
    'endpoint, as "webhook list" shows it; every one of the account without it',
  );
}

type Address = { accountId: string; endpointId: string };

async function findAddresses(target: Target, options: SomeEndpoints): Promise<Address[]> {
  const { id: accountId } = await requireAccount(target, options.account);
  const endpoints = await findConfiguredEndpoints(target.table, accountId);
  // Test events have no form of Twilio's.
  const wanted = endpoints.filter(({ id, form }) =>
    options.endpoint === undefined ? form === undefined : id === options.endpoint,
  );
  if (options.endpoint !== undefined && wanted.length === 0) {
    throw new OperatorError(`The account has no endpoint ${options.endpoint}.`);
  }
  return wanted.map(({ id }) => ({ accountId, endpointId: id }));
}

async function test(target: Target, address: Address): Promise<Delivery> {
  let delivery = await sendTestEvent(target, address);
  if (!delivery) throw disabled(address);
  const endsAtMs = performance.now() + TEST_TIMEOUT_MS;
  while (delivery.attempts === 0 && delivery.status === 'pending' && performance.now() < endsAtMs) {
    await sleep(LOOK_AGAIN_AFTER_MS);
    delivery = (await findDelivery(target.table, delivery)) ?? delivery;
  }
  return delivery;
}

async function replay(target: Target, options: ReplayOptions): Promise<Report> {
  const addresses = await findAddresses(target, options);
  const { event: eventId, since, includeDelivered: includesDelivered = false } = options;
  const replayed =
    eventId === undefined
      ? await replayFailed(target, { ...options, addresses, since, includesDelivered })
      : await replayEvent(target, { ...options, addresses, eventId });
  const note = replayed === 1 ? '1 delivery is on its way.' : `${replayed} deliveries are on their way.`;
  return { json: { replayed }, rows: [], note };
}

async function replayFailed(
  target: Target,
  options: {
    endpoint?: string;
    addresses: Address[];
    since: Date | undefined;
    includesDelivered: boolean;
  },
): Promise<number> {
  const { addresses, since, includesDelivered } = options;
  let replayed = 0;
  for (const address of addresses) {
    const result = await replayDeliveries(target, { ...address, since, includesDelivered });
    if (result === undefined && options.endpoint !== undefined) throw disabled(address);
    replayed += result?.replayed ?? 0;
  }
  return replayed;
}

/** @throws OperatorError when no endpoint gets the event */
async function replayEvent(
  target: Target,
  options: { endpoint?: string; addresses: Address[]; eventId: string },
): Promise<number> {
  const { addresses, eventId } = options;
  if (addresses.length === 0) throw new OperatorError('The account has no endpoints.');
  const results: ReplayResult[] = [];
  for (const address of addresses) {
    const result = await replayDelivery(target, { ...address, eventId });
    if (result !== 'replayed' && options.endpoint !== undefined) {
      throw describeRefusedReplay(result, { ...address, eventId });
    }
    results.push(result);
  }
  const replayed = results.filter((result) => result === 'replayed').length;
  if (replayed > 0) return replayed;
  throw new OperatorError(
    results.includes('pending')
      ? `${eventId} is on its way already.`
      : `${eventId} was for no enabled endpoint of the account, or is over 30 days old.`,
  );
}

function describeRefusedReplay(
  result: Exclude<ReplayResult, 'replayed'>,
  options: Address & { eventId: string },
): OperatorError {
  switch (result) {
    case 'unknown':
      return new OperatorError(
        `${options.eventId} was not for ${options.endpointId}, or is over 30 days old.`,
      );
    case 'pending':
      return new OperatorError(`${options.eventId} is on its way to ${options.endpointId} already.`);
    case 'endpointDisabled':
      return disabled(options);
  }
}

function disabled({ endpointId }: { endpointId: string }): OperatorError {
  return new OperatorError(`${endpointId} is disabled: nothing is sent there. See "webhook enable".`);
}

function reportDeliveries(deliveries: Delivery[], options: { none: string }): Report {
  return {
    json: deliveries.map(({ payload, expiresAtEpochSeconds: _, ...delivery }) => ({
      ...delivery,
      event: JSON.parse(payload) as unknown,
    })),
    head: ['event', 'type', 'event time', 'endpoint', 'status', 'attempts', 'last attempt', 'why'],
    rows: deliveries.map((delivery) => [
      delivery.eventId,
      delivery.eventType,
      delivery.eventTime,
      delivery.endpointId,
      delivery.status,
      delivery.attempts,
      delivery.lastAttemptAt,
      delivery.lastError,
    ]),
    ...(deliveries.length === 0 && { note: options.none }),
  };
}
