import { SNSClient } from '@aws-sdk/client-sns';
import type { Log } from '../../lib/local/mappings';
import { type Simulator, startSimulator } from '../../lib/local/simulator/simulator';
import { connect } from '../../lib/operator/target';
import { getSealingKey } from '../../shared/platform/secrets/sealing-key';
import { addEndpoint } from '../../shared/webhooks/manage-endpoints';
import { createQuietLog } from '../support/logs/quiet-log';
import { waitFor } from '../support/run/wait-for';
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  verifyWebhook,
} from '../support/webhooks/webhook-receiver';
import { type ApiAnswer, type ApiKey, callApi } from './deployed-api';
import { type Deployment, findDeployment, findResource } from './deployment';
import { addEmulatorGrants } from './emulator-grants';
import { operate } from './operate';

/**
 * Timeout of a wait, for two cores, a Python process that is a whole AWS, and other load on the machine: these tests
 * measure no times. A message whose function was ended by a busy machine stays hidden for six minutes, as in AWS.
 */
const WAIT_TIMEOUT_MS = 8 * 60_000;

export interface DeployedService {
  deployment: Deployment;
  simulator: Simulator & { log: Log & { lines: string[] } };
  accountId: string;
  key: ApiKey;
  groupId: string;
  /** URL of the account's webhook endpoint, and the events that have arrived there with a valid signature. */
  webhookUrl: string;
  events(): DeliveredEvent[];
  /** Waits for an event of the type that also meets the condition. */
  event(type: string, isWanted?: (event: DeliveredEvent) => boolean): Promise<DeliveredEvent>;
  call(options: CallOptions): Promise<ApiAnswer>;
  stop(): Promise<void>;
}

export interface DeliveredEvent {
  id: string;
  type: string;
  [field: string]: unknown;
}

/** Options of a call. Without a key of its own it has the account's; `null`: none. */
type CallOptions = Omit<Parameters<typeof callApi>[0], 'baseUrl' | 'key'> & { key?: ApiKey | null };

/**
 * Creates an account and all that it needs, as an operator does between `cdk deploy` and the first request.
 *
 * @param sender a number that no other account has
 */
export async function openAccount(sender: string): Promise<DeployedService> {
  const deployment = await findDeployment();
  await addEmulatorGrants(deployment);

  const log = createQuietLog();
  const simulator = await startSimulator({
    port: Number(process.env.SIMULATOR_PORT),
    latencyMs: 0,
    clock: standingClock(),
    sns: new SNSClient({}),
    topics: {
      inbound: findResource(deployment, 'AWS::SNS::Topic', 'Inbound'),
      receipts: findResource(deployment, 'AWS::SNS::Topic', 'Receipts'),
    },
    log,
  });
  const receiver = await startWebhookReceiver();

  const make = <T = { id: string }>(...argv: string[]) => operate<T>(argv);
  const { id: accountId } = await make(
    ...['account', 'create', '--name', 'Acme', '--sms-credits', '5000', '--rate-limit', 'read=10000'],
    '--silent-opt-in',
  );
  const own = ['--account', accountId];
  const key = await make<ApiKey>('key', 'create', ...own);
  await make('number', 'add', ...own, '--number', sender);
  const { id: groupId } = await make(
    ...['group', 'create', ...own, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
    ...['--opt-in-message', 'Welcome to Acme. Reply STOP to stop.', '--from', sender],
  );
  await make('field', 'create', ...own, '--label', 'Plan', '--type', 'TEXT');
  const { secret, endpoint } = await addReceiver(deployment.stack, { accountId, url: receiver.url });

  const events = () => receiver.received.map((webhook) => verifyEvent(webhook, secret));
  const { baseUrl } = deployment;
  return {
    deployment,
    simulator: { ...simulator, log },
    accountId,
    key,
    groupId,
    webhookUrl: receiver.url,
    events,
    event: (type, isWanted = () => true) =>
      waitFor(() => events().find((event) => event.type === type && isWanted(event)), WAIT_TIMEOUT_MS),
    call: (options) => callApi({ baseUrl, key, ...options }),
    stop: async () => {
      // Later events of the account must not be retried when the receiver has stopped.
      await operate(['webhook', 'disable', ...own, '--endpoint', endpoint.id]);
      await Promise.all([simulator.stop(), receiver.stop()]);
    },
  };
}

/** Waits for as long as a busy machine may need. */
export function waitUntilFound<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return waitFor(async () => {
    const found = await look();
    if (found === undefined) await new Promise((resolve) => setTimeout(resolve, 250));
    return found;
  }, WAIT_TIMEOUT_MS);
}

/**
 * Adds the receiver as an endpoint by the use case behind the operator CLI, with the policy of the local service: it is
 * on this machine, to which the CLI allows no endpoint of a deployed stack. The handlers deliver there because of the
 * machine that they run on: see `LOCAL_SERVICE` in test/deploy/ministack.ts.
 */
async function addReceiver(
  stack: string,
  endpoint: { accountId: string; url: string },
): ReturnType<typeof addEndpoint> {
  const target = await connect({ stack, environment: process.env });
  const sealingKey = await getSealingKey();
  return addEndpoint({ ...target, sealingKey, policy: { allowsLoopback: true } }, endpoint);
}

function verifyEvent(webhook: ReceivedWebhook, secret: string): DeliveredEvent {
  const verified = verifyWebhook(webhook, secret);
  if (typeof verified === 'string') throw new Error(`A webhook with an invalid signature: ${verified}`);
  return verified as DeliveredEvent;
}

function standingClock() {
  return {
    now: () => new Date(),
    offsetMs: 0,
    advance: () => undefined,
    onAdvance: () => () => undefined,
    uninstall: () => undefined,
  };
}
