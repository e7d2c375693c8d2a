import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callbackUrl, signedOutUrl } from '../../functions/console/addresses';
import { findUsed } from '../../shared/operations/examine-service';
import { getPlatform } from '../../shared/platform/platform';
import { buildConsole, CONSOLE_DIST } from '../console/build-console';
import { installAccessControl } from './access-control';
import { writeClockOffset } from './clock';
import { newLocalCredentials, newWebhookKey, readOrCreateWebhookKey, WEBHOOK_KEY_FILE } from './credentials';
import { type DemoDescription, openDataDir } from './data-dir';
import { DEMO_CONTACT, DEMO_USERS, prepareDemo } from './demo';
import { fillDemo } from './demo-data/fill-demo';
import { isUnreachable } from './demo-data/people';
import { createEntrance } from './entrance';
import { localEnvironment, mergeFunctionEnvironments } from './environment';
import { startEventBus } from './event-bus';
import { type EventSources, startEventSources } from './event-sources';
import { createFunctionRuntime, type FunctionRuntime, readFunctions } from './function-runtime';
import { readRoutes } from './http-router';
import { startHttpServer } from './http-server';
import { type ConsoleIssuer, startIssuer } from './issuer';
import { traceInvocations } from './invocation-traces';
import { startInvocations } from './invocations';
import { Teardown } from './lifecycle';
import { type Log, readBusRules } from './mappings';
import { createMessagingResources, purgeQueues } from './messaging-resources';
import { openServiceLog } from './service-log';
import { type AwsAccount, type AwsFault, createAwsAccount } from './simulator/aws-account';
import type { Decision } from './simulator/registrations';
import { startSimulator } from './simulator/simulator';
import {
  allOrFirstError,
  createClients,
  ensureTableAt,
  persistedIn,
  provideDynamodb,
  provideEventArchive,
  provideMessagingCloud,
  provideObjectStore,
  type ServiceOptions,
  startClock,
  type Startup,
  synthesizeUntilStop,
} from './startup';
import { ensureTable, type LocalTable, recreateTable, tableDefinition } from './table-setup';
import { LOCAL_REGION, setLocalReferences, Template } from './template';

const IDLE_TIMEOUT_MS = 2_000;

export interface LocalService {
  baseUrl: string;
  demo: DemoDescription;
  /** Phone number of a contact that can be sent to. */
  demoContact: string;
  logFile: string;
  /** Builds the console when it is missing or older than its sources; until then it answers that it is being built. */
  buildConsole(): Promise<void>;
  /** Fills an empty service whose options ask for it; afterwards the clock is at the present. */
  makeDemoData(): Promise<void>;
  /** Loads the functions behind the API, so that first requests are not slower than others. */
  preload(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the whole service from the synthesised template, in the order in which the parts need each other.
 *
 * @throws StartupError with a plain sentence; nothing is left running then
 */
export async function startService(options: ServiceOptions): Promise<LocalService> {
  const teardown = new Teardown();
  const dataDir = openDataDir({ path: options.dataDir, fresh: options.isFresh });
  teardown.add('files', () => dataDir.close());
  let log: Log | undefined;
  try {
    const serviceLog = openServiceLog({ path: dataDir.file('service.log'), isVerbose: options.isVerbose });
    teardown.add('files', () => serviceLog.close());
    log = serviceLog.log;
    const credentials = newLocalCredentials();
    const makesDemoData = options.isDemo && (options.isInMemory || !existsSync(dataDir.file('table.db')));
    return await bringUp({ ...options, makesDemoData, dataFolder: dataDir, log, teardown, credentials });
  } catch (error) {
    await teardown.run((failure) => log?.error('Cannot undo a start', failure));
    throw error;
  }
}

async function bringUp(startup: Startup): Promise<LocalService> {
  const { dataFolder, log, teardown, credentials } = startup;
  const clock = startClock(startup);

  // 1. Starts the parts that do not need the template.
  const server = await startHttpServer({
    port: startup.port,
    onError: (error) => log.error('Cannot answer a request', error),
  });
  teardown.add('entrances', () => server.stop());
  const baseUrl = `http://localhost:${server.port}`;
  const [templatePath, dynamodbUrl, { url: cloudUrl, mailbox }, objects] = await allOrFirstError([
    synthesizeUntilStop(startup),
    provideDynamodb(startup),
    provideMessagingCloud(startup),
    provideObjectStore(startup, baseUrl),
  ]);

  // 2. Creates the template's resources.
  const template = Template.load(templatePath);
  setLocalReferences(template, { baseUrl, sqs: cloudUrl });
  const clients = createClients({ dynamodbUrl, cloudUrl, credentials });
  const definition = tableDefinition(template, { withStream: startup.dynamodbEndpoint !== undefined });
  const [table] = await allOrFirstError([
    ensureTableAt(dynamodbUrl, () =>
      startup.isFresh
        ? recreateTable(clients.dynamodb, definition)
        : ensureTable(clients.dynamodb, definition),
    ),
    createMessagingResources({ template, ...clients }),
  ]);
  const archive = provideEventArchive(startup);
  const bus = await startEventBus({
    rules: readBusRules(template),
    sqs: clients.sqs,
    clock,
    log,
    accessKeyId: credentials.accessKeyId,
    ...persistedIn(startup, 'events.jsonl'),
    ...(archive && { onDelivered: archive.add }),
  });
  teardown.add('cloud', () => bus.stop());
  const account = awsAccountOf(template);
  const simulator = await startSimulator({
    latencyMs: startup.simulatorLatencyMs,
    ...(startup.simulatorRatePerSecond !== undefined && { ratePerSecond: startup.simulatorRatePerSecond }),
    clock,
    sns: clients.sns,
    topics: findTopics(template),
    log,
    account,
    ...(startup.isDemo && { isUnreachable }),
    ...persistedIn(startup, 'sent.jsonl'),
  });
  teardown.add('cloud', () => simulator.stop());

  // 3. Starts the functions, and the parts that call them.
  const provideIssuer = async (): Promise<ConsoleIssuer> => {
    const local = await startIssuer({
      people: DEMO_USERS,
      password: () => demo.consolePassword,
      redirectUri: callbackUrl(baseUrl),
      signedOutUri: signedOutUrl(baseUrl),
      onError: (error) => log.error('The local issuer cannot answer a request', error),
    });
    teardown.add('entrances', () => local.stop());
    return local;
  };
  const issuer = startup.issuer ?? (await provideIssuer());
  const access = installAccessControl({ template, log });
  teardown.add('files', () => access.uninstall());
  const functions = readFunctions(template);
  const runtime = createFunctionRuntime(functions, startup.importModule, traceInvocations(access.runAs));
  const invocations = await startInvocations({
    functions,
    invoke: (logicalId, event) => runtime.invoke(logicalId, event),
    log,
    accessKeyId: credentials.accessKeyId,
    account,
  });
  teardown.add('entrances', () => invocations.stop());
  const endpoints = {
    dynamodb: dynamodbUrl,
    sqs: cloudUrl,
    sns: cloudUrl,
    s3: objects.url,
    events: bus.url,
    lambda: invocations.url,
  };
  const webhookKey = startup.isInMemory
    ? newWebhookKey()
    : readOrCreateWebhookKey(dataFolder.file(WEBHOOK_KEY_FILE));
  const environment = {
    ...mergeFunctionEnvironments(template),
    ...localEnvironment({
      ...{ baseUrl, endpoints, credentials, webhookKey, issuer },
      ...{ provider: startup.provider, simulatorUrl: simulator.url, mfa: startup.mfa },
      eventArchive: startup.eventArchive,
      consoleFiles: join(startup.rootDir, CONSOLE_DIST),
    }),
  };
  // Functions read it at their first call, so it must be set before any of them is loaded.
  Object.assign(process.env, environment);
  const demo = await prepareDemo({ dataFolder, baseUrl });
  const startSources = (on: LocalTable): EventSources =>
    startEventSources({
      template,
      invoke: (logicalId, event) => runtime.invoke(logicalId, event),
      ...clients,
      table: on,
      clock,
      log,
    });
  let sources = startSources(table);
  teardown.add('entrances', () => sources.stop());
  runtime.onEnd(() => sources.nudge());

  // 4. Answers requests.
  const reset = async (): Promise<DemoDescription> => {
    await sources.stop();
    await untilIdle(runtime);
    let current = table;
    try {
      current = await recreateTable(clients.dynamodb, definition);
      await purgeQueues(template, clients.sqs);
      await objects.clear();
      simulator.clear();
      account.setFaults([]);
      account.registrations.clear();
      bus.clear();
      mailbox.clear();
      return await prepareDemo({ dataFolder, baseUrl });
    } finally {
      sources = startSources(current);
    }
  };
  const describe = () =>
    dataFolder.writeService({
      pid: process.pid,
      baseUrl,
      region: LOCAL_REGION,
      tableName: table.name,
      endpoints: { ...endpoints, simulator: simulator.url },
      environment,
      clockOffsetMs: clock.offsetMs,
      outputs: template.outputs(),
    });
  const advanceClock = (ms: number): Date => {
    clock.advance(ms);
    if (!startup.isInMemory) writeClockOffset(dataFolder.file('clock.json'), clock.offsetMs);
    describe();
    return clock.now();
  };
  const routes = readRoutes(template);
  const controls = {
    ...{ sent: simulator.sent, inbound: simulator.inbound, receipt: simulator.receipt },
    ...{ recentEvents: () => bus.recentEvents(), mails: () => mailbox.list() },
    setAwsFaults: (faults: readonly AwsFault[]) => account.setFaults(faults),
    decideRegistration: (decision: Decision) => account.registrations.decide(decision),
    ...{ providerFaults: simulator.faults, switchProviderFault: simulator.switchFault },
    ...{ advanceClock, reset },
  };
  server.serve(createEntrance({ routes, runtime, log, controls }));
  describe();
  const stopBuilding = new AbortController();
  teardown.add('entrances', () => stopBuilding.abort());
  return {
    baseUrl,
    demo,
    buildConsole: async () => {
      await buildConsole(startup.rootDir, { signal: stopBuilding.signal }).catch((error: unknown) => {
        if (!stopBuilding.signal.aborted) log.error('The console cannot be built', error);
      });
    },
    makeDemoData: async () => {
      if (startup.makesDemoData) await fillDemo({ demo, controls, clock });
    },
    demoContact: DEMO_CONTACT,
    logFile: dataFolder.file('service.log'),
    preload: async () => {
      // One after the other: requests that arrive meanwhile go first.
      for (const { functionLogicalId } of routes) await runtime.load(functionLogicalId);
    },
    stop: () => teardown.run((error) => log.error('Cannot stop a part of the service', error)),
  };
}

/** Waits for running functions, which would write into the emptied table; a function that hangs is not waited for. */
async function untilIdle(runtime: FunctionRuntime): Promise<void> {
  const deadlineMs = performance.now() + IDLE_TIMEOUT_MS;
  while (runtime.running > 0 && performance.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Creates the AWS account of the service. It has everything that an account of the service sends from. */
function awsAccountOf(template: Template): AwsAccount {
  const outputs = template.outputs();
  return createAwsAccount({
    used: async () => findUsed(getPlatform().table),
    inboundTopicArn: outputs.InboundTopicArn,
    receiptTopicArn: outputs.ReceiptTopicArn,
    configurationSet: outputs.ConfigurationSetName,
  });
}

/** Returns the ARNs of the topics by which End User Messaging tells of texts and receipts, by their roles. */
function findTopics(template: Template): { inbound?: string; receipts?: string } {
  const topics = template.resources('AWS::SNS::Topic');
  return Object.fromEntries(
    topics.map(({ logicalId, metadata }) => [metadata.role, String(template.resolve({ Ref: logicalId }))]),
  ) as { inbound?: string; receipts?: string };
}
