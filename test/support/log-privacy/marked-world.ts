import { createApiKey } from '../../../shared/accounts/api-keys';
import { createAccount } from '../../../shared/accounts/create-account';
import { createField } from '../../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../../shared/audience/groups/create-group';
import { addNumber } from '../../../shared/senders/number-store';
import type { Clock } from '../../../shared/platform/clock';
import { createIds } from '../../../shared/platform/ids';
import type { SendOutcome } from '../../../shared/platform/provider/port';
import { getPlatform, type Platform } from '../../../shared/platform/platform';
import { deriveSealingKey } from '../../../shared/platform/secrets/sealing-key';
import { addEndpoint } from '../../../shared/webhooks/manage-endpoints';
import { captureLog } from '../logs/captured-log';
import { createForm } from '../../../shared/opt-in-forms/change-forms';
import { registerLink } from '../service/own-links';
import { startEngine, type TestEngine } from '../engines/engine';
import { memoryFiles } from '../audience/memory-files';
import { everyLimit } from '../routes/rate-limits';
import { putContact } from '../sending/sending-account';
import { startWebhookReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver';
import { MARK, markedPhone, markedSender } from './marks';
import { createQuotingFaults, type QuotingFaults, quotingError } from './quoting-faults';

export interface MarkedAccount {
  accountId: string;
  authorization: string;
  from: string;
  groupId: string;
}

/** Account whose every text and number is marked, and handlers whose ports fail with errors that quote their input. */
export interface MarkedWorld extends MarkedAccount {
  /** Account whose rate limits allow no request. */
  limited: MarkedAccount;
  endpointId: string;
  formId: string;
  /** The table without faults, for preparations. */
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>;
  documents: TestEngine['documents'];
  /** Files by their keys. */
  files: Map<string, Buffer>;
  receiver: WebhookReceiver;
  faults: QuotingFaults;
  /** The provider's answer to the next messages. */
  provider: { answer: SendOutcome };
  log: { lines: string[] };
  /** Further values that must not be logged, and that the tests did not make. */
  secrets: string[];
  advance(ms: number): void;
  stop(): Promise<void>;
}

const PLENTY = 100_000;

/** Creates the world. Call it before any handler: it creates the platform of this process. */
export async function createMarkedWorld(environment: Record<string, string> = {}): Promise<MarkedWorld> {
  Object.assign(process.env, {
    POWERTOOLS_METRICS_DISABLED: 'false',
    POWERTOOLS_METRICS_NAMESPACE: 'MessagingService',
    POWERTOOLS_SERVICE_NAME: 'messaging-test',
    WEBHOOK_KEY: `${MARK}-sealing-key`,
    ...environment,
  });
  const log = captureLog();
  const engine = await startEngine();
  engine.setEnvironment();
  const receiver = await startWebhookReceiver();

  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs) };
  const faults = createQuotingFaults(engine);
  const provider = { answer: { outcome: 'accepted', providerMessageId: `${MARK}-1` } as SendOutcome };
  const breakable =
    <Result>(result: () => Result) =>
    async (...subject: unknown[]) => {
      if (faults.arePortsBroken) throw quotingError(subject);
      return result();
    };
  const ids = createIds(clock);
  const files = memoryFiles();
  const breakableFiles = Object.fromEntries(
    Object.entries(files).map(([name, method]) => [
      name,
      async (...args: unknown[]) =>
        breakable(() => (method as (...all: unknown[]) => unknown)(...args))(name, ...args),
    ]),
  );
  Object.assign(getPlatform(), {
    clock,
    ids,
    table: faults.table,
    provider: { send: breakable(() => provider.answer) },
    queues: { send: breakable(() => []), countWaiting: breakable(() => 0) },
    eventBus: { publish: breakable(() => []) },
    files: breakableFiles,
    linkLogs: breakableFiles,
    deadLetters: { sift: breakable(() => true), putBack: breakable(() => true) },
  });
  // Set only now, so that the log above is made as in AWS. It allows webhooks to this machine.
  process.env.LOCAL_SERVICE = '1';

  const deps = { table: engine.table, clock, ids };
  const secrets: string[] = [];
  const makeAccount = async (options: { index: number; limit: number }): Promise<MarkedAccount> => {
    const from = markedSender(options.index);
    const { id: accountId } = await createAccount(deps, {
      name: `${MARK} Ltd`,
      smsCredits: 1_000_000,
      mmsCredits: 1_000_000,
      dailyQuota: 1_000_000,
      freeTexts: 1_000_000,
      defaultNumber: from,
      helpText: `${MARK} help`,
      rateLimits: everyLimit(options.limit),
    });
    const key = await createApiKey(deps, accountId);
    if (!key) throw new Error('No account for the key');
    const credentials = Buffer.from(`${key.key.id}:${key.secret}`).toString('base64');
    secrets.push(key.secret, credentials);
    await addNumber(deps, { accountId, number: from, status: 'Active' });
    await createField(deps, { accountId, label: `${MARK} note`, type: 'TEXT', options: [] });
    const group = await createGroup(deps, {
      accountId,
      name: `${MARK} group`,
      optInType: 'SINGLE',
      optInMessage: `${MARK} welcome`,
    });
    return { accountId, authorization: `Basic ${credentials}`, from, groupId: group.id };
  };
  const account = await makeAccount({ index: 0, limit: PLENTY });
  const limited = await makeAccount({ index: 1, limit: 0 });
  const { accountId, groupId } = account;
  for (let index = 0; index < 100; index++) {
    await putContact(engine, {
      accountId,
      phoneNumber: markedPhone(index),
      firstName: `${MARK} Anna`,
      email: `anna@${MARK}.example.com`,
      memberships: { [groupId]: { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] } },
    });
  }
  await registerLink(deps, { accountId, link: LINK, url: `https://example.com/${MARK}` });
  const { endpoint, secret } = await addEndpoint(
    {
      ...deps,
      sealingKey: deriveSealingKey(process.env.WEBHOOK_KEY ?? ''),
      policy: { allowsLoopback: true },
    },
    { accountId, url: `${receiver.url}/${MARK}` },
  );
  secrets.push(secret, receiver.url);
  const form = await createForm(deps, {
    accountId,
    content: {
      ...{ groupId, brand: `${MARK} Shoes`, description: `${MARK} news`, frequency: `${MARK} a day` },
      termsUrl: `https://example.com/${MARK}/terms`,
      privacyUrl: `https://example.com/${MARK}/privacy`,
      countries: undefined,
    },
  });

  return {
    ...account,
    limited,
    endpointId: endpoint.id,
    formId: form.id,
    deps,
    documents: engine.documents,
    files: files.contents,
    receiver,
    faults,
    provider,
    log,
    secrets,
    advance: (ms) => void (aheadMs += ms),
    stop: async () => {
      log.restore();
      await receiver.stop();
      await engine.stop();
    },
  };
}

/** Short link of the account. */
export const LINK = `go.example.com/${MARK}`;
