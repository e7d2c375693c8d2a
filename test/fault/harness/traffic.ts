import { pickWeighted } from '../../support/run/seeded-random';
import {
  type NamedLeaver,
  type PlannedAutomation,
  type ReportedEvents,
  runAutomation,
} from './automation-traffic';
import { type PlannedCampaign, sendCampaign } from './campaign-traffic';
import { type Click, lastTakenFor, planFeedback, withLink } from './feedback-traffic';
import { GROUPS, type WorldAccount } from './seeded-account';
import type { Moment } from './moments';
import { breakDown, pause, type PlannedOutage, type PlannedPause } from './hold-traffic';
import { anyNumber, changeMember, fromOf } from './sender-traffic';
import { exportContacts, importFile, type PlannedExport, type PlannedImport } from './transfer-traffic';
import type { Answer, Operation, World } from './world';

/** Duration of the traffic in simulated time. */
const LASTS_MS = 4 * 60_000;
const PESTERING_LASTS_MS = 20_000;
/** Time after its request in which most of a job is handed over. */
const SENT_WITHIN_MS = 4_000;
const SHORTEST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 70_000;
const TRIES = 4;
/** Keys that single sends and the recipients of jobs share. */
const KEYS = ['key:1', 'key:2', 'key:3', 'key:4', 'key:5', 'key:6'];
/** Smallest broadcast and batch of the contract. */
const BROADCAST_SIZE = 100;
const BATCH_SIZE = 10;
/** Time within which a STOP to a further member is put to the test. */
const HEEDED_WITHIN_MS = 60_000;
/** Queues whose messages are work of jobs. */
const SEND_QUEUES = ['chunk', 'paced'] as const;
const LONGEST_JUMP_MS = 20 * 60_000;
/** Share of what happens at any time that happens during a hand-over. */
const DURING_SEND = 0.4;
const HOUR_MS = 3_600_000;

/** Request of a caller with its last answer. */
export interface Asked {
  account: WorldAccount;
  operation: Operation;
  body: Record<string, unknown> | undefined;
  answers: Answer[];
}

/** Text from a phone to an account. */
export interface Said {
  id: string;
  account: WorldAccount;
  phone: string;
  /** Number that it was sent to. */
  to: string;
  body: string;
  /** The provider's id of the message that it answers; absent when the phone has got none. */
  answeredId: string | undefined;
}

export interface Traffic {
  asked: Asked[];
  said: Said[];
  clicks: Click[];
  campaigns: PlannedCampaign[];
  automations: PlannedAutomation[];
  reports: ReportedEvents[];
  leavers: NamedLeaver[];
  /** Number of files made for imports, which their callers may not know. */
  files: number;
  imports: PlannedImport[];
  exports: PlannedExport[];
  pauses: PlannedPause[];
  outages: PlannedOutage[];
}

/** Plans everything that people, callers and providers do in a run; it happens when the simulation runs. */
export function planTraffic(world: World, accounts: WorldAccount[]): Traffic {
  const { simulation } = world;
  const { random } = simulation;
  const traffic: Traffic = {
    ...{
      asked: [],
      said: [],
      clicks: [],
      campaigns: [],
      automations: [],
      reports: [],
      leavers: [],
      files: 0,
      imports: [],
      exports: [],
      pauses: [],
      outages: [],
    },
  };
  const scene: Scene = { world, traffic };
  const times = (
    count: number,
    act: (account: WorldAccount) => void | Promise<void>,
    name: string,
    inSend?: Moment,
  ) => {
    for (let index = 0; index < count; index++) {
      const account = pick(random, accounts);
      const now = () => {
        simulation.note(`${name} of ${account.id}`);
        if (inSend !== undefined && world.provider.underWay > 0) world.moments.meet(inSend);
        void act(account);
      };
      const isInSend = inSend !== undefined && random() < DURING_SEND;
      simulation.after(
        random() * LASTS_MS,
        isInSend ? () => void world.provider.duringNextHandOver(now) : now,
      );
    }
  };
  const upTo = (most: number) => Math.floor(random() * (most + 1));

  times(4 + upTo(12), async (account) => sendSingle(scene, account), 'single send');
  times(upTo(4) === 0 ? 0 : 1, async (account) => sendJob(scene, account, 'sendBroadcast'), 'broadcast');
  times(upTo(2), async (account) => sendJob(scene, account, 'sendBatch'), 'batch');
  times(upTo(2), async (account) => sendCampaign(scene, account), 'campaign');
  times(upTo(2), async (account) => runAutomation(scene, account), 'automation');
  times(upTo(2), async (account) => importFile(scene, account), 'import');
  times(upTo(2), async (account) => exportContacts(scene, account), 'export');
  times(upTo(8), async (account) => enrol(scene, account), 'enrolment');
  times(upTo(4), async (account) => remove(scene, account), 'removal');
  times(upTo(1), (account) => pester(scene, account), 'pestering');
  times(
    upTo(6),
    (account) => say(scene, account, pick(random, ['YES', 'y', 'START', 'HELP', 'Hello'])),
    'text',
  );
  times(upTo(world.mix.stops), (account) => say(scene, account, 'STOP'), 'STOP', 'stopInSend');
  times(upTo(10), () => receipt(scene), 'receipt');
  times(upTo(world.mix.cancels), async (account) => cancel(scene, account), 'cancel', 'cancelInSend');
  times(
    upTo(world.mix.jumps),
    () => {
      const ms = random() < 0.1 ? random() * 50 * HOUR_MS : random() * LONGEST_JUMP_MS;
      simulation.note(`the clocks jump ${Math.round(ms / 1000)} s`);
      simulation.jump(ms);
      world.cloud.showAgain(SEND_QUEUES);
    },
    'clock jump',
    'clockInSend',
  );
  times(upTo(world.mix.pauses), async (account) => pause(scene, account), 'pause', 'pauseInSend');
  times(upTo(world.mix.outages), (account) => breakDown(scene, account), 'outage');
  if (accounts.some(({ sender }) => sender))
    times(upTo(2), async (account) => changeMember(scene, account), 'change of a member', 'memberInSend');
  planFeedback(scene, accounts);
  return traffic;
}

export interface Scene {
  world: World;
  traffic: Traffic;
}

export function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

const anyPhone = (random: () => number, account: WorldAccount) =>
  pickWeighted(random, [
    [8, pick(random, account.members.slice(0, 8))],
    [4, pick(random, account.members)],
    [2, pick(random, account.outsiders)],
  ] as const);

/**
 * Sends a request as a caller, and repeats it until it gets an answer; sometimes also after it, or at the same time.
 */
export async function ask(
  { world, traffic }: Scene,
  request: Pick<Asked, 'account' | 'operation' | 'body'> & {
    pathParameters?: Record<string, string>;
    isRepeatable: boolean;
  },
): Promise<Asked> {
  const { simulation } = world;
  const { account, operation, body, pathParameters, isRepeatable } = request;
  const asked: Asked = { account, operation, body, answers: [] };
  traffic.asked.push(asked);
  const askOnce = async () => {
    const { authorization } = account;
    const answer = await world.request(operation, {
      authorization,
      ...(body && { body }),
      ...(pathParameters && { pathParameters }),
    });
    if (answer) asked.answers.push(answer);
    simulation.note(`  ${operation}: ${answer ? `${answer.status} ${summary(answer)}` : 'no answer'}`);
    return answer;
  };
  if (isRepeatable && simulation.random() < 0.15) void askOnce();
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer = await askOnce();
    const isAnswered = answer !== undefined && answer.status < 500 && answer.body.code !== 33104;
    if (!isRepeatable || (isAnswered && simulation.random() < 0.8)) return asked;
    await simulation.sleep(SHORTEST_RETRY_MS + simulation.random() * LONGEST_RETRY_MS);
  }
  return asked;
}

function summary({ body }: Answer): string {
  const { id, status, errorType, code, totalRecipients } = body as Record<
    string,
    string | number | undefined
  >;
  return [id, status, errorType, code, totalRecipients].filter((value) => value !== undefined).join(' ');
}

/** Sends a single message, to anyone from anywhere unless it is given. */
export async function sendSingle(
  scene: Scene,
  account: WorldAccount,
  given: { to?: string; from?: string } = {},
): Promise<void> {
  const { random } = scene.world.simulation;
  const key = random() < 0.75 ? pick(random, KEYS) : undefined;
  const isMms = random() < 0.15;
  await ask(scene, {
    account,
    operation: 'sendMessage',
    body: {
      to: given.to ?? anyPhone(random, account),
      from: given.from ?? fromOf(random, account),
      body: withLink(random, account, 'Hello {{contact_first_name}}'),
      ...(key !== undefined && { idempotencyKey: key }),
      ...(isMms && { mediaUrl: 'https://example.com/a.png' }),
    },
    // Without a key, a repeated request is another message.
    isRepeatable: key !== undefined,
  });
}

async function sendJob(
  scene: Scene,
  account: WorldAccount,
  operation: 'sendBroadcast' | 'sendBatch',
): Promise<void> {
  const { random } = scene.world.simulation;
  const isBroadcast = operation === 'sendBroadcast';
  const phones = isBroadcast
    ? [...account.members, ...account.strangers].slice(0, BROADCAST_SIZE)
    : account.members.slice(0, BATCH_SIZE + Math.floor(random() * BATCH_SIZE));
  const keys = [...KEYS];
  const keyShare = pickWeighted(random, [
    [2, 0],
    [2, 0.2],
    [1, 1],
  ] as const);
  const isMms = random() < 0.2;
  const media = isMms && { mediaUrl: 'https://example.com/a.png' };
  const recipients = phones.map((to, index) => {
    const isKeyed = random() < keyShare;
    const shared =
      isKeyed && random() < 0.3 ? keys.splice(Math.floor(random() * keys.length), 1)[0] : undefined;
    return {
      to,
      ...(isKeyed && { idempotencyKey: shared ?? `recipient:${index}` }),
      ...(!isBroadcast && { body: withLink(random, account, `Number ${index}`), ...media }),
    };
  });
  const key = random() < 0.8 ? `job:${Math.floor(random() * 3)}` : undefined;
  if (random() < 0.15 * scene.world.mix.cancels) {
    scene.world.simulation.after(random() * SENT_WITHIN_MS, () => void cancel(scene, account));
  }
  await ask(scene, {
    account,
    operation,
    body: {
      from: fromOf(random, account),
      recipients,
      ...(isBroadcast && { body: withLink(random, account, 'Hello everybody'), ...media }),
      ...(key !== undefined && { idempotencyKey: key }),
    },
    isRepeatable: key !== undefined,
  });
}

async function enrol(scene: Scene, account: WorldAccount): Promise<void> {
  const { random } = scene.world.simulation;
  await ask(scene, {
    account,
    operation: 'addMembership',
    body: { optInMode: pick(random, ['DIRECT', 'CONFIRM', 'SILENT']) },
    pathParameters: { phoneNumber: anyPhone(random, account), groupId: pick(random, GROUPS) },
    isRepeatable: true,
  });
}

async function remove(scene: Scene, account: WorldAccount): Promise<void> {
  const { random } = scene.world.simulation;
  await ask(scene, {
    account,
    operation: 'removeMembership',
    body: undefined,
    pathParameters: { phoneNumber: anyPhone(random, account), groupId: pick(random, GROUPS) },
    isRepeatable: true,
  });
}

/** Asks one contact again and again to confirm one group, and removes it in between. */
function pester(scene: Scene, account: WorldAccount): void {
  const { random } = scene.world.simulation;
  const pathParameters = { phoneNumber: pick(random, account.outsiders), groupId: pick(random, GROUPS) };
  const { phoneNumber } = pathParameters;
  for (let times = 0; times < 6; times++) {
    scene.world.simulation.after(random() * PESTERING_LASTS_MS, () => {
      const body = { optInMode: 'CONFIRM' };
      void ask(scene, { account, operation: 'addMembership', body, pathParameters, isRepeatable: true });
      say(scene, account, 'HELP', phoneNumber);
    });
    scene.world.simulation.after(random() * PESTERING_LASTS_MS, () => {
      void ask(scene, {
        account,
        operation: 'removeMembership',
        body: undefined,
        pathParameters,
        isRepeatable: true,
      });
    });
  }
}

export function say({ world, traffic }: Scene, account: WorldAccount, body: string, from?: string): void {
  const { simulation, cloud } = world;
  const phone = from ?? anyPhone(simulation.random, account);
  const id = `in-${traffic.said.length}`;
  const to = anyNumber(simulation.random, account);
  if (body === 'STOP' && to !== account.from) {
    world.moments.meet('stopToMember');
    simulation.after(
      simulation.random() * HEEDED_WITHIN_MS,
      () => void sendSingle({ world, traffic }, account, { to: phone }),
    );
  }
  const answeredId = lastTakenFor(world, phone)?.providerMessageId;
  traffic.said.push({ id, account, phone, to, body, answeredId });
  simulation.note(`  ${phone} says ${body} to ${to}`);
  cloud.put('inbound', {
    originationNumber: phone,
    destinationNumber: to,
    messageKeyword: 'KEYWORD',
    messageBody: body,
    inboundMessageId: id,
    previousPublishedMessageId: answeredId ?? '',
  });
}

/** Sends the provider's receipts of some messages that it took, in any order. */
function receipt({ world }: Scene): void {
  const { simulation, cloud, provider } = world;
  const { random } = simulation;
  for (let count = 0; count < 3 && provider.taken.length > 0; count++) {
    const { message } = pick(random, provider.taken);
    const eventType = pick(random, ['TEXT_SENT', 'TEXT_DELIVERED', 'TEXT_DELIVERED', 'TEXT_UNREACHABLE']);
    cloud.put('receipts', {
      eventType,
      eventTimestamp: simulation.now().getTime(),
      isFinal: eventType !== 'TEXT_SENT',
      context: { messageId: message.messageId },
    });
  }
}

async function cancel(scene: Scene, account: WorldAccount): Promise<void> {
  const jobs = scene.traffic.asked.flatMap(({ account: of, operation, answers }) =>
    of === account && (operation === 'sendBroadcast' || operation === 'sendBatch')
      ? answers.filter(({ status }) => status === 202).map(({ body }) => ({ operation, id: String(body.id) }))
      : [],
  );
  if (jobs.length === 0) return;
  const { operation, id } = pick(scene.world.simulation.random, jobs);
  await ask(scene, {
    account,
    operation: operation === 'sendBroadcast' ? 'cancelBroadcast' : 'cancelBatch',
    body: undefined,
    pathParameters: { id },
    isRepeatable: true,
  });
}
