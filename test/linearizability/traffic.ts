import { setTimeout as sleep } from 'node:timers/promises';
import { findAccount } from '../../shared/accounts/account-store';
import { changeCredits } from '../../shared/operations/open-account';
import { NotRunError } from '../support/run/not-run';
import { pickWeighted } from '../support/run/seeded-random';
import { waitFor } from '../support/run/wait-for';
import { readCredits } from '../support/sending/read-credits';
import { insertContact } from '../support/service/api-contact';
import type { Fault, FaultyProxy } from '../support/service/faulty-proxy';
import { type ApiAccount, type ApiAnswer, callApi, createApiAccount } from '../support/service/service';
import type { TestService } from '../support/service/service';
import { type Answered, type AskedText, type Call, isOp, nowMicroseconds } from './history';

/** Number whose texts the simulator takes without a receipt: receipts are not judged, and take most of the time. */
const UNREPORTED_NUMBER = '+15005550014';
/** Number that the simulator refuses. */
const REFUSED_NUMBER = '+15005550001';
const KEYS = ['key:1', 'key:2', 'key:3', 'key:4'];
/** Clients of an account without credit shards: with more, conflicts would open them. */
const CLIENTS_OF_ONE_BALANCE = 4;
const ROUNDS = 3;
const CALLS_A_ROUND = 5;
/** Each answer that is lost doubles what the judge has to try, and a refused text has two such steps. */
const MOST_LOST = 10;

/** Account whose calls are recorded, and the clients that make them. */
export interface Traffic {
  service: TestService;
  /** Networks of the clients of the API, each before one of the services. */
  networks: FaultyProxy[];
  hasCreditShards: boolean;
  random: () => number;
}

/** Makes an account with few credits, lets all clients and operators call it at once, and returns their history. */
export async function recordTraffic(traffic: Traffic): Promise<Call[]> {
  const { service, networks, random, hasCreditShards } = traffic;
  const { table } = service.deps;
  const sms = 5 + Math.floor(random() * 6);
  const account = await createApiAccount(service, { smsCredits: sms, hasCreditShards });
  const { accountId } = account;
  const texts = await prepareTexts(traffic, account);
  const at = nowMicroseconds();
  const calls: Call[] = [
    { account: accountId, client: 0, op: 'open', call: at, return: at, input: { sms, hasCreditShards } },
  ];
  const clients = networks
    .slice(0, hasCreditShards ? networks.length : CLIENTS_OF_ONE_BALANCE)
    .map((network, index) => new Client({ traffic, account, network, calls, texts, number: index + 1 }));
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([
      ...clients.map(async (client) => client.run(CALLS_A_ROUND)),
      operate({ traffic, accountId, calls, client: networks.length + 1 }),
      operate({ traffic, accountId, calls, client: networks.length + 2 }),
    ]);
    await waitFor(async () => networks.every(({ underWay }) => underWay === 0) || undefined);
    await readBalance({ traffic, accountId, calls, client: 0 }, { isQuiet: true });
  }
  // Conflicts open the credit shards of an account: then its history is that of a busy one.
  const ended = await findAccount(table, accountId);
  const [opened] = calls.filter(isOp('open'));
  if (opened && ended?.hasCreditShards === true) opened.input.hasCreditShards = true;
  return calls;
}

async function prepareTexts({ service }: Traffic, account: ApiAccount): Promise<AskedText[]> {
  for (const to of [UNREPORTED_NUMBER, REFUSED_NUMBER]) await insertContact(service, account, to);
  return [
    { to: UNREPORTED_NUMBER, text: 'Text 1', isRefused: false },
    { to: UNREPORTED_NUMBER, text: 'Text 2', isRefused: false },
    { to: REFUSED_NUMBER, text: 'Text 3', isRefused: true },
  ];
}

interface Operator {
  traffic: Traffic;
  accountId: string;
  calls: Call[];
  client: number;
}

/** Adds credits, takes some, and reads the balance. */
async function operate(operator: Operator): Promise<void> {
  const { traffic, accountId, calls, client } = operator;
  const { service, random, hasCreditShards } = traffic;
  for (let turn = 0; turn < CALLS_A_ROUND; turn++) {
    await sleep(random() * 25);
    const kind = pickWeighted(random, [
      [5, 'read'],
      [4, 'add'],
      // The credits of a busy account are gathered first, which sends can prevent.
      [hasCreditShards ? 0 : 1, 'take'],
    ] as const);
    if (kind === 'read') {
      await readBalance(operator, { isQuiet: false });
      continue;
    }
    const amount = 1 + Math.floor(random() * 5);
    const sms = kind === 'add' ? amount : -amount;
    const call = nowMicroseconds();
    const changed = await changeCredits(service.deps.table, { accountId, sms, mms: 0 });
    const output = { isRefused: changed === undefined };
    calls.push({
      account: accountId,
      client,
      op: 'credits',
      call,
      return: nowMicroseconds(),
      input: { sms },
      output,
    });
  }
}

async function readBalance(operator: Operator, input: { isQuiet: boolean }): Promise<void> {
  const { traffic, accountId, calls, client } = operator;
  const call = nowMicroseconds();
  const { sms } = await readCredits(traffic.service.deps.table, accountId);
  calls.push({
    account: accountId,
    client,
    op: 'balance',
    call,
    return: nowMicroseconds(),
    input,
    output: { sms },
  });
}

/** Client of the API, which makes one call after another. */
class Client {
  constructor(
    private readonly options: {
      traffic: Traffic;
      account: ApiAccount;
      network: FaultyProxy;
      calls: Call[];
      texts: AskedText[];
      number: number;
    },
  ) {}

  async run(count: number): Promise<void> {
    const { random } = this.options.traffic;
    for (let turn = 0; turn < count; turn++) {
      await pickWeighted(random, [
        [8, async () => this.send()],
        [1, async () => this.dryRun()],
        [2, async () => this.lookUp()],
      ])();
    }
  }

  private async send(): Promise<void> {
    const { traffic, texts } = this.options;
    const { random } = traffic;
    const key = random() < 0.65 ? KEYS[Math.floor(random() * KEYS.length)] : undefined;
    const usual = key === undefined ? texts[0] : texts[KEYS.indexOf(key) % texts.length];
    const text = (random() < 0.7 ? usual : texts[Math.floor(random() * texts.length)]) ?? texts[0];
    if (!text) throw new Error('There are no texts');
    const input = { ...text, ...(key !== undefined && { key }) };
    const call = nowMicroseconds();
    const output = await this.post({ to: text.to, body: text.text, idempotencyKey: key }, this.pickFault());
    this.record({ op: 'send', input, ...output }, call);
  }

  private async dryRun(): Promise<void> {
    const [text] = this.options.texts;
    const call = nowMicroseconds();
    const output = await this.post({ to: text?.to, body: text?.text, dryRun: true }, 'none');
    this.record({ op: 'dryRun', input: {}, ...output }, call);
  }

  private async lookUp(): Promise<void> {
    const { calls, traffic } = this.options;
    const known = calls.flatMap((call) => (call.op === 'send' ? (call.output?.id ?? []) : []));
    const id = known[Math.floor(traffic.random() * known.length)];
    if (id === undefined) return;
    const call = nowMicroseconds();
    const output = await this.request('GET', `/api/v1/messaging/message/${id}`);
    this.record({ op: 'lookUp', input: { id }, ...output }, call);
  }

  private pickFault(): Fault {
    const { calls, traffic } = this.options;
    const lost = calls.filter((call) => call.op === 'send' && call.return === undefined).length;
    if (lost >= MOST_LOST) return 'none';
    return pickWeighted(traffic.random, [
      [20, 'none'],
      [1, 'killed'],
      [1, 'abandoned'],
      [1, 'lost'],
    ] as const);
  }

  private async post(body: object, fault: Fault) {
    const { account, network } = this.options;
    if (fault !== 'none') network.faults.push(fault);
    return this.request('POST', '/api/v1/messaging/message', { from: account.from, ...body });
  }

  /** @returns the answer; nothing when it was lost */
  private async request(method: string, path: string, body?: object): Promise<{ output?: Answered }> {
    const { account, network, traffic } = this.options;
    const service = { ...traffic.service, baseUrl: network.baseUrl };
    try {
      return { output: toAnswered(await callApi(service, { account, method, path, body })) };
    } catch (error) {
      // As `fetch` reports a connection that has ended.
      if (error instanceof TypeError) return {};
      throw error;
    }
  }

  private record(
    made: Pick<Extract<Call, { output?: Answered }>, 'op' | 'input' | 'output'>,
    call: number,
  ): void {
    const { account, calls, number } = this.options;
    const times = { call, ...(made.output && { return: nowMicroseconds() }) };
    calls.push({ account: account.accountId, client: number, ...made, ...times } as Call);
  }
}

function toAnswered({ status, headers, body }: ApiAnswer): Answered {
  if (status >= 300) return { status, code: (body as { code: number }).code };
  const { id, status: state, to, body: text, errorType } = body as Record<string, string>;
  // It keeps its credits and frees its key, which no model knows.
  if (errorType === 'outcome_unknown')
    throw new NotRunError('a provider did not answer in time on a machine this busy');
  const isReplayed = headers.get('idempotent-replayed') === 'true';
  return { status, ...(id !== undefined && { id, state, to, text, isReplayed }) };
}
