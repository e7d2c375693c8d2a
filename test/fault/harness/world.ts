import { createHash } from 'node:crypto';
import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import * as acceptEvents from '../../../functions/http/accept-events';
import * as answerUnknownRoute from '../../../functions/http/answer-unknown-route';
import * as addMembership from '../../../functions/http/add-membership';
import * as cancelJobs from '../../../functions/http/cancel-jobs';
import * as changeAutomations from '../../../functions/http/change-automations';
import * as changeCampaigns from '../../../functions/http/change-campaigns';
import * as cancelImport from '../../../functions/http/cancel-import';
import * as createContactExport from '../../../functions/http/create-contact-export';
import * as createImport from '../../../functions/http/create-import';
import * as removeMembership from '../../../functions/http/remove-membership';
import * as sendBatch from '../../../functions/http/send-batch';
import * as sendBroadcast from '../../../functions/http/send-broadcast';
import * as sendMessage from '../../../functions/http/send-message';
import * as updateContact from '../../../functions/http/update-contact';
import * as startImport from '../../../functions/http/start-import';
import * as enterByEvents from '../../../functions/workers/enter-by-events';
import * as fanOutEvents from '../../../functions/workers/fan-out-events';
import * as outboxRelay from '../../../functions/workers/outbox-relay';
import * as receiveInbound from '../../../functions/workers/receive-inbound';
import * as recordReceipt from '../../../functions/workers/record-receipt';
import * as sendChunk from '../../../functions/workers/send-chunk';
import * as sendPacedChunks from '../../../functions/workers/send-paced-chunks';
import * as sendQueuedMessage from '../../../functions/workers/send-queued-message';
import * as sweep from '../../../functions/workers/sweep';
import * as workCampaigns from '../../../functions/workers/work-campaigns';
import { ROUTES } from '../../../functions/http/routes';
import { findAccount } from '../../../shared/accounts/account-store';
import { lookUpImported } from '../../../shared/audience/import/look-up-imported';
import { findSchema } from '../../../shared/audience/custom-fields/define-fields';
import { approveAutomation } from '../../../shared/automations/plan/change-automation';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import { approveCampaign } from '../../../shared/campaigns/plan/approve-campaign';
import { ERROR_CODES } from '../../../shared/errors/error-codes';
import { ServiceError } from '../../../shared/errors/service-error';
import { workTransfer } from '../../../shared/exports/work-transfer';
import { isExport } from '../../../shared/transfers/take-turn';
import type { TransferTask } from '../../../shared/outbox/relay-outbox';
import { getFilesPlatform } from '../../../shared/platform/files/files-platform';
import type { Ids } from '../../../shared/platform/ids';
import type { FeedbackTaker, LookUps } from '../../../shared/platform/provider/port';
import { createLog } from '../../../shared/platform/observability/log';
import { getPlatform, type Platform } from '../../../shared/platform/platform';
import { Table } from '../../../shared/platform/store/table';
import { sendWhileActive } from '../../../shared/regions/send-while-active';
import { Absences } from './absences';
import { type Defect, withProviderDefect, withTableDefect } from './defects';
import { withFeedbackDefect, withLookUpDefect } from './feature-defects';
import { GrantCheck } from './grant-check';
import { createFaultyClient } from './faulty-document-client';
import { CALM, type Mix } from './mix';
import {
  isClaim,
  isLostMove,
  isProgressOfHolder,
  type LateClaim,
  Moments,
  opensBreaker,
  readClaim,
} from './moments';
import { SimulatedCloud } from './simulated-cloud';
import { createSimulatedFiles } from './simulated-files';
import { SimulatedFeedback } from './simulated-feedback';
import { paceByInstance, SimulatedLookUps } from './simulated-look-ups';
import { SimulatedProvider } from './simulated-provider';
import type { PreviousRelease } from './previous-release';
import { Instances, useTableOfInstance } from './instances';
import { type Outcome, Simulation } from './simulation';
import { START } from './start';
import { itemsPutBy } from '../../support/engines/items-put-by';
import { seededRandom } from '../../support/run/seeded-random';
import { memoryFiles } from '../../support/audience/memory-files';
import { routeKeyOf } from '../../support/routes/on-route';

/**
 * Times at which runs begin: in the morning of the western zones, before clocks in New York are put forward and back,
 * and before its legal hours close.
 */
const STARTS = [
  START,
  '2026-03-08T06:56:00.000Z',
  '2026-11-01T05:56:00.000Z',
  '2026-03-10T00:57:00.000Z',
] as const;
/** Timeouts, as deployed. */
const HTTP_TIMEOUT_MS = 29_000;
const WORKER_TIMEOUT_MS = 60_000;
/** Timeout of the worker of campaigns, which leaves the last minute unused: a page of the audience, or two. */
const CAMPAIGN_TIMEOUT_MS = 61_000;
/**
 * Reserves of the worker of imports and exports, which leaves the last half a minute, or the last minute, unused:
 * enough for a batch of rows, or for some of them.
 */
const TRANSFER_RESERVES_MS = { import: 30_000, export: 60_000 } as const;
const SHORTEST_TRANSFER_MS = 80;
const TRANSFER_SPREAD_MS = 400;
/** Size of a part, so that the file of an export has several. */
const PART_BYTES = 3_000;
const CALLS_OF_A_LIFE = 40;
const SETTINGS_SEED = 1_100_000_000;

const HTTP_HANDLERS = {
  sendMessage,
  sendBroadcast,
  sendBatch,
  cancelBroadcast: cancelJobs,
  cancelBatch: cancelJobs,
  createCampaign: changeCampaigns,
  pauseCampaign: changeCampaigns,
  resumeCampaign: changeCampaigns,
  cancelCampaign: changeCampaigns,
  createAutomation: changeAutomations,
  updateAutomation: changeAutomations,
  startAutomation: changeAutomations,
  pauseAutomation: changeAutomations,
  resumeAutomation: changeAutomations,
  stopAutomation: changeAutomations,
  acceptEvents,
  addMembership,
  removeMembership,
  updateContact,
  createImport,
  startImport,
  cancelImport,
  createContactExport,
} as const;
export type Operation = keyof typeof HTTP_HANDLERS;
const WORKERS = [
  'outbox-relay',
  'send-queued-message',
  'send-chunk',
  'send-paced-chunks',
  'work-campaigns',
  'enter-by-events',
  'transfer-contacts',
  'fan-out-events',
  'record-receipt',
  'receive-inbound',
  'sweep',
] as const;
type Worker = (typeof WORKERS)[number];

/** Returns the file of the function that is deployed for an operation, and possibly for others. */
function entryOf(operation: Operation): string {
  const route = ROUTES.find(({ operationId }) => operationId === operation);
  if (!route) throw new Error(`No route is called ${operation}`);
  return route.handler;
}
const withoutEnding = (file: string) => file.replace(/\.ts$/, '');
/** Files of all functions that run here, without their ending. */
export const FUNCTION_FILES = [
  ...new Set(
    (Object.keys(HTTP_HANDLERS) as Operation[]).map((operation) => withoutEnding(entryOf(operation))),
  ),
  ...WORKERS.map((worker) => `functions/workers/${worker}`),
];

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** Step of the simulation at that time. */
  atStep: number;
}

type Handler = (event: never, context: never) => Promise<unknown>;
interface BatchAnswer {
  batchItemFailures: Array<{ itemIdentifier: string }>;
}

/** The service's real functions on a real table, with all faults that a cloud and a provider can have. */
export class World {
  readonly simulation: Simulation;
  readonly provider: SimulatedProvider;
  readonly lookUps: SimulatedLookUps;
  readonly feedback: SimulatedFeedback;
  /** Picks the settings of accounts, without a change of what else happens in a run. */
  readonly pickSetting: () => number;
  readonly cloud: SimulatedCloud;
  /** The table without faults, for set-up and the check of the books. */
  readonly table: Table;
  /** The bucket without faults. */
  readonly files = memoryFiles();
  readonly grants = new GrantCheck();
  readonly moments: Moments;
  readonly lateClaims: LateClaim[] = [];
  /** Times at which numbers could not be sent from. */
  readonly absences: Absences;
  /** Step at which each inbound text was carried out, by its id. */
  readonly carriedOut = new Map<string, number>();
  /** Faults at present, and those that were planned for the traffic. */
  mix: Mix;
  readonly plannedMix: Mix;
  private readonly previous: PreviousRelease | undefined;
  private readonly instances = new Instances();
  /** Look-ups as functions have them. */
  private readonly pacedLookUps: LookUps;

  constructor(options: {
    seed: number;
    mix: (random: () => number) => Mix;
    client: DynamoDBDocumentClient;
    tableName: string;
    defect: Defect | undefined;
    /** Time at which it begins; absent: one that the seed picks. */
    start?: string;
    /** Earlier release, whose functions run in half of the invocations. */
    previous?: PreviousRelease | undefined;
  }) {
    this.previous = options.previous;
    const { client, tableName, defect } = options;
    this.simulation = new Simulation({
      seed: options.seed,
      start: options.start ?? STARTS[options.seed % STARTS.length] ?? START,
    });
    this.pickSetting = seededRandom(SETTINGS_SEED + options.seed);
    this.moments = new Moments(this.simulation);
    this.absences = new Absences(this.simulation);
    this.plannedMix = options.mix(this.simulation.random);
    this.mix = this.plannedMix;
    const mix = () => this.mix;
    const { simulation, instances, moments } = this;
    this.table = new Table(client, tableName);
    this.provider = new SimulatedProvider({ simulation, mix });
    this.lookUps = new SimulatedLookUps({ simulation, mix, instances, moments });
    this.feedback = new SimulatedFeedback({ simulation, mix, moments });
    this.pacedLookUps = withLookUpDefect(
      defect === 'ignoresThrottling' ? this.lookUps : paceByInstance(instances, this.lookUps, getPlatform()),
      defect,
    );
    simulation.onDeath = (how) => {
      if (/^(before|after) hand over /.test(how)) this.moments.meet('deathInSend');
    };
    this.cloud = new SimulatedCloud({
      simulation,
      mix,
      relay: async (Records) => this.invokeWithBatch('outbox-relay', outboxRelay.handler, { Records }),
      consumers: {
        message: async (Records) => {
          this.feedback.noteDelivery(Records);
          return this.invokeWithBatch('send-queued-message', sendQueuedMessage.handler, { Records });
        },
        chunk: async (Records) => this.invokeWithBatch('send-chunk', sendChunk.handler, { Records }),
        paced: async (Records) =>
          this.invokeWithBatch('send-paced-chunks', sendPacedChunks.handler, { Records }),
        campaign: async (Records) =>
          this.invokeWithBatch('work-campaigns', workCampaigns.handler, { Records }, CAMPAIGN_TIMEOUT_MS),
        customEvent: async (Records) =>
          this.invokeWithBatch('enter-by-events', enterByEvents.handler, { Records }),
        transfer: async (Records) => this.workTransfer(Records),
        events: async (Records) => this.invokeWithBatch('fan-out-events', fanOutEvents.handler, { Records }),
        receipts: async (Records) =>
          this.invokeWithBatch('record-receipt', recordReceipt.handler, { Records }),
        inbound: async (Records) => this.receiveInbound(Records),
      },
    });
    const faulty = createFaultyClient({
      simulation,
      mix,
      send: withTableDefect(client.send.bind(client) as never, defect),
      checkGrant: (command) => this.grants.check(command),
      onWritten: (command, when) => {
        const items = itemsPutBy(command);
        // The table's stream shows new outbox items, and nothing else.
        for (const item of items) {
          if (item.sk !== 'OUTBOX') continue;
          this.cloud.insert(item);
          this.feedback.noteOutbox(item);
        }
        this.lookUps.note(command);
        for (const item of items) this.absences.note(item);
        if (when === 'late' && isClaim(command)) {
          this.moments.meet('lateClaim');
          this.lateClaims.push({ ...readClaim(command), atStep: simulation.step });
        }
        if (opensBreaker(command)) this.moments.meet('openBreaker');
      },
      onRefused: (command, error) => {
        if (isProgressOfHolder(command)) this.moments.meet('lostLease');
        if (isLostMove(command, error as TransactionCanceledException)) this.moments.meet('lostMove');
      },
    });
    const platform: Partial<Platform> & { feedback: FeedbackTaker } = {
      clock: { now: () => simulation.now() },
      ids: createSeededIds(simulation),
      log: createLog(() => undefined),
      provider: Object.assign(
        sendWhileActive(withProviderDefect(this.provider, defect), getPlatform()),
        this.pacedLookUps,
      ),
      feedback: withFeedbackDefect(this.feedback, defect),
      queues: this.cloud.sender,
      eventBus: this.cloud.eventBus,
      visibility: this.cloud.visibility,
      files: createSimulatedFiles({ simulation, mix, files: this.files }),
    };
    Object.assign(getPlatform(), platform);
    const table = useTableOfInstance(this.instances, () => new Table(faulty, tableName));
    this.previous?.usePlatform({ ...platform, table }, { client: faulty, name: tableName });
  }

  get ids(): Ids {
    return getPlatform().ids;
  }

  /** Ends all faults. */
  calmDown(): void {
    this.mix = CALM;
    this.provider.outage = undefined;
  }

  /** @returns `undefined` without an answer */
  async request(
    operation: Operation,
    request: { authorization: string; body?: object; pathParameters?: Record<string, string> },
  ): Promise<Answer | undefined> {
    const event = {
      version: '2.0',
      routeKey: routeKeyOf(operation),
      headers: { authorization: request.authorization, 'content-type': 'application/json' },
      requestContext: { requestId: 'request', timeEpoch: this.simulation.now().getTime() },
      isBase64Encoded: false,
      ...(request.pathParameters && { pathParameters: request.pathParameters }),
      ...(request.body && { body: JSON.stringify(request.body) }),
    };
    const entry = entryOf(operation);
    const handler = this.eitherRelease(withoutEnding(entry), HTTP_HANDLERS[operation].handler);
    const outcome = await this.invoke(operation, HTTP_TIMEOUT_MS, async () =>
      this.grants.runAs(entry, () => handler(event as never, {} as never)),
    );
    if (outcome.state !== 'ended') return undefined;
    const { statusCode, body } = outcome.value as { statusCode: number; body?: string };
    const atStep = this.simulation.step;
    return { status: statusCode, body: JSON.parse(body ?? '{}') as Record<string, unknown>, atStep };
  }

  /**
   * Follows a short link, as a browser or another program does.
   *
   * @returns status and target; `undefined` without an answer
   */
  async follow(
    { host, pathname, searchParams }: URL,
    userAgent: string,
  ): Promise<{ status: number; target: string | undefined } | undefined> {
    const event = {
      ...{ version: '2.0', routeKey: '$default', rawPath: pathname },
      headers: { host, 'user-agent': userAgent },
      queryStringParameters: Object.fromEntries(searchParams),
      requestContext: {
        requestId: 'request',
        timeEpoch: this.simulation.now().getTime(),
        http: { method: 'GET' },
      },
    };
    const outcome = await this.invoke('follow', HTTP_TIMEOUT_MS, async () =>
      this.grants.runAs('functions/http/answer-unknown-route.ts', () =>
        answerUnknownRoute.handler(event as never, {} as never),
      ),
    );
    if (outcome.state !== 'ended') return undefined;
    const { statusCode, headers } = outcome.value as { statusCode: number; headers?: { location?: string } };
    return { status: statusCode, target: headers?.location };
  }

  /** True when functions of the previous release run beside the present ones. */
  get isMixed(): boolean {
    return this.previous !== undefined;
  }

  /** Approves as an operator who has not launched the campaign, or started the automation. */
  async approve(accountId: string, id: string): Promise<Answer | undefined> {
    const outcome = await this.invoke('approve', HTTP_TIMEOUT_MS, async () => {
      const deps = withCampaigns(getPlatform());
      const account = await findAccount(deps.table, accountId);
      const schema = await findSchema(deps.table, accountId);
      const actor = { kind: 'operator', id: 'ada' } as const;
      if (!account) return undefined;
      const decision = { account, schema, actor, readBody: () => ({}) };
      return id.startsWith('aut_')
        ? approveAutomation(deps, { ...decision, automationId: id })
        : approveCampaign(deps, { ...decision, campaignId: id });
    });
    const atStep = this.simulation.step;
    if (outcome.state === 'ended') return { status: 200, body: {}, atStep };
    return outcome.state === 'failed' && outcome.error instanceof ServiceError
      ? { status: ERROR_CODES[outcome.error.code].status, body: { code: outcome.error.code }, atStep }
      : undefined;
  }

  /** Runs the timer, as the scheduler does once a minute. */
  async sweep(): Promise<void> {
    const handler = this.eitherRelease('functions/workers/sweep', sweep.handler);
    await this.invoke('sweep', WORKER_TIMEOUT_MS, async () =>
      this.grants.runAs('functions/workers/sweep.ts', () => handler({} as never, {} as never)),
    );
  }

  /** Picks the old or new function, which run side by side during a deployment. */
  private eitherRelease(file: string, present: Handler): Handler {
    if (!this.previous || this.simulation.random() < 0.5) return present;
    const handler = this.previous.handlerOf(file);
    if (handler) this.simulation.note(`of the previous release: ${file}`);
    return handler ?? present;
  }

  private async invokeWithBatch(
    name: Worker,
    present: Handler,
    event: { Records: object[] },
    timeoutMs = WORKER_TIMEOUT_MS,
  ): Promise<'all' | string[]> {
    const handler = this.eitherRelease(`functions/workers/${name}`, present);
    const outcome = await this.invoke(name, timeoutMs, async (remainingMs) => {
      const context: Partial<Context> = { getRemainingTimeInMillis: remainingMs };
      return this.grants.runAs(`functions/workers/${name}.ts`, () =>
        handler(event as never, context as never),
      );
    });
    if (outcome.state !== 'ended') return 'all';
    return (outcome.value as BatchAnswer).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  }

  /** Runs a part of an import or an export, or look-ups, as the handler does, with smaller parts of an export. */
  private async workTransfer(records: Array<{ messageId: string; body: string }>): Promise<'all' | string[]> {
    const task = JSON.parse(records[0]?.body ?? '') as TransferTask;
    const stretchMs = SHORTEST_TRANSFER_MS + this.simulation.random() * TRANSFER_SPREAD_MS;
    const outcome = await this.invoke(
      'transfer-contacts',
      TRANSFER_RESERVES_MS[isExport(task.transferId) ? 'export' : 'import'] + stretchMs,
      async (remainingMs) =>
        this.grants.runAs('functions/workers/transfer-contacts.ts', () =>
          task.lookUp
            ? lookUpImported(
                { ...getFilesPlatform(), lookUps: this.pacedLookUps },
                { accountId: task.accountId, importId: task.transferId, remainingMs },
              )
            : workTransfer(withCampaigns(getFilesPlatform()), {
                ...task,
                remainingMs,
                partBytes: PART_BYTES,
              }),
        ),
    );
    return outcome.state === 'ended' ? [] : 'all';
  }

  private async receiveInbound(
    records: Array<{ messageId: string; body: string }>,
  ): Promise<'all' | string[]> {
    const failed = await this.invokeWithBatch('receive-inbound', receiveInbound.handler, {
      Records: records,
    });
    for (const { messageId, body } of records) {
      if (failed === 'all' || failed.includes(messageId)) continue;
      const { inboundMessageId } = JSON.parse(body) as { inboundMessageId: string };
      if (!this.carriedOut.has(inboundMessageId)) this.carriedOut.set(inboundMessageId, this.simulation.step);
    }
    return failed;
  }

  private async invoke<T>(
    name: string,
    timeoutMs: number,
    act: (remainingMs: () => number) => Promise<T>,
  ): Promise<Outcome<T>> {
    const { simulation, mix } = this;
    const { random } = simulation;
    const isMortal = mix.death > 0 && random() < mix.death;
    const fate = isMortal
      ? {
          call: 1 + Math.floor(random() ** 2 * CALLS_OF_A_LIFE),
          when: random() < 0.5 ? ('before' as const) : ('after' as const),
        }
      : undefined;
    const fullName = `${name}-${simulation.step}`;
    const { instance } = this.instances.take(name);
    const outcome = await simulation.spawn(fullName, { timeoutMs, fate }, async (remainingMs) => {
      this.instances.enter(instance);
      return act(remainingMs);
    });
    if (outcome.state !== 'dead') this.instances.giveBack(instance);
    if (outcome.state === 'failed') {
      simulation.note(`${fullName} fails: ${String((outcome.error as Error).message)}`);
    }
    return outcome;
  }
}

/** Creates ids of their usual form that the seed determines. */
function createSeededIds(simulation: Simulation): Ids {
  const nextUlid = monotonicFactory(() => simulation.random());
  let secrets = 0;
  const digest = (length: number) =>
    createHash('sha256')
      .update(`${(secrets += 1)} ${simulation.random()}`)
      .digest('hex')
      .slice(0, length);
  return {
    next: (prefix) => `${prefix}_${nextUlid(simulation.now().getTime())}`,
    secret: () => digest(43),
    token: (characters) => digest(characters),
  };
}
