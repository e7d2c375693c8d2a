import { pickWeighted } from '../../support/run/seeded-random';
import { GROUPS, type WorldAccount } from './seeded-account';
import { fromOf } from './sender-traffic';
import { ask, pick, type Scene } from './traffic';
import type { Answer, Operation } from './world';

/** Time in which people enter, and in which their automation is paused, changed and stopped. */
const LASTS_MS = 3 * 60_000;
const EVENT = 'order.shipped';
/** Keys that reported events share. */
const KEYS = ['order:1', 'order:2', 'order:3'];
const MOST_EVENTS = 6;

/** Automation that its caller knows of. */
export interface PlannedAutomation {
  account: WorldAccount;
  id: string;
  trigger: { joined: string } | { event: string };
  entry: 'once' | 'always';
  /** Requests about it and their answers, with the step of the simulation and the time before each. */
  steps: Array<{ verb: Verb; askedAtStep: number; askedAtMs: number; answer: TimedAnswer | undefined }>;
}
export type TimedAnswer = Answer & { atMs: number };
type Verb = 'start' | 'approve' | 'pause' | 'resume' | 'update' | 'stop';

/** Request that reports events, by a caller. */
export interface ReportedEvents {
  account: WorldAccount;
  events: Array<{ name: string; to: string; key?: string }>;
  askedAtMs: number;
  answers: Answer[];
}

/** Creates and starts an automation; then people enter while it is paused, resumed, changed and stopped. */
export async function runAutomation(scene: Scene, account: WorldAccount): Promise<void> {
  const { simulation, mix } = scene.world;
  const { random } = simulation;
  const trigger = random() < 0.5 ? { joined: pick(random, GROUPS.slice(1)) } : { event: EVENT };
  const entry = random() < 0.4 ? ('once' as const) : ('always' as const);
  const { answers } = await ask(scene, {
    account,
    operation: 'createAutomation',
    body: { ...planAutomation(random, account), trigger, entry },
    isRepeatable: false,
  });
  const created = answers.find(({ status }) => status === 201);
  if (!created) return;
  const planned: PlannedAutomation = { account, id: String(created.body.id), trigger, entry, steps: [] };
  scene.traffic.automations.push(planned);
  await steerAutomation(scene, planned, 'start');
  const later = (verb: Verb) =>
    simulation.after(random() * LASTS_MS, () => void steerAutomation(scene, planned, verb));
  for (const verb of ['start', 'approve', 'approve', 'approve'] as const) later(verb);
  if (random() < 0.6) for (const verb of ['pause', 'resume', 'resume'] as const) later(verb);
  if (random() < 0.5) later('update');
  if (random() < 0.1 * mix.cancels) later('stop');
  const people = 3 + Math.floor(random() * 4);
  for (let index = 0; index < people; index++)
    simulation.after(
      random() * LASTS_MS,
      () =>
        void ('joined' in trigger ? joinGroup(scene, account, trigger.joined) : reportEvents(scene, account)),
    );
}

function planAutomation(random: () => number, account: WorldAccount) {
  const sendingHours = pickWeighted(random, [
    [4, undefined],
    [1, { from: '01:30', to: '24:00' }],
  ] as const);
  return {
    name: 'Automation',
    from: fromOf(random, account),
    purpose: pick(random, ['informational', 'informational', 'marketing']),
    steps: planSteps(random),
    ...(random() < 0.3 && { audience: { everyone: true } }),
    ...(sendingHours && { sendingHours }),
  };
}

const planSteps = (random: () => number) => {
  const waits = () => ({ wait: { minutes: 1 + Math.floor(random() * 2) } });
  return [
    ...(random() < 0.3 ? [waits()] : []),
    { send: { body: 'One {{event_order}}' } },
    ...(random() < 0.7 ? [waits()] : []),
    ...(random() < 0.3 ? [{ stopUnless: { field: 'isFavorite', op: 'equals', value: false } }] : []),
    { send: { body: 'Two', ...(random() < 0.2 && { mediaUrl: 'https://example.com/a.png' }) } },
    ...(random() < 0.4 ? [waits(), { send: { body: 'Three' } }] : []),
    ...(random() < 0.2 ? [{ leave: GROUPS[2] }] : []),
  ];
};

/** Has some people join a group at about the same time. */
function joinGroup(scene: Scene, account: WorldAccount, groupId: string): void {
  const { random } = scene.world.simulation;
  const count = 1 + Math.floor(random() * 3);
  for (let index = 0; index < count; index++)
    void ask(scene, {
      account,
      operation: 'addMembership',
      body: { optInMode: 'SILENT' },
      pathParameters: { phoneNumber: pick(random, account.members), groupId },
      isRepeatable: true,
    });
}

/** Reports events about people, some of them about one person twice. */
async function reportEvents(scene: Scene, account: WorldAccount): Promise<void> {
  const { simulation } = scene.world;
  const { random } = simulation;
  const events = Array.from({ length: 1 + Math.floor(random() * MOST_EVENTS) }, () => ({
    name: random() < 0.9 ? EVENT : 'order.lost',
    to: pick(random, random() < 0.5 ? account.members.slice(0, 5) : account.members),
    data: { order: Math.floor(random() * 1000) },
    ...(random() < 0.5 && { key: pick(random, KEYS) }),
  }));
  const reported: ReportedEvents = { account, events, askedAtMs: simulation.now().getTime(), answers: [] };
  scene.traffic.reports.push(reported);
  const asked = await ask(scene, {
    account,
    operation: 'acceptEvents',
    body: { events },
    isRepeatable: events.every(({ key }) => key !== undefined),
  });
  reported.answers.push(...asked.answers);
}

async function steerAutomation(
  { world }: Scene,
  { account, id, steps }: PlannedAutomation,
  verb: Verb,
): Promise<TimedAnswer | undefined> {
  const { simulation } = world;
  const asked: PlannedAutomation['steps'][number] = {
    verb,
    askedAtStep: simulation.step,
    askedAtMs: simulation.now().getTime(),
    answer: undefined,
  };
  steps.push(asked);
  const { authorization } = account;
  const answer = await (verb === 'approve'
    ? world.approve(account.id, id)
    : world.request(`${verb}Automation` satisfies Operation, {
        authorization,
        pathParameters: { id },
        ...(verb === 'update' && { body: { steps: planSteps(simulation.random) } }),
      }));
  asked.answer = answer && { ...answer, atMs: simulation.now().getTime() };
  simulation.note(`  ${verb} ${id}: ${answer?.status ?? 'no answer'}`);
  return asked.answer;
}

/** Lets people go on. Call it after the traffic. */
export async function letAutomationsGoOn(scene: Scene): Promise<void> {
  for (const planned of scene.traffic.automations) {
    await steerAutomation(scene, planned, 'start');
    await steerAutomation(scene, planned, 'approve');
    await steerAutomation(scene, planned, 'resume');
  }
}

/** Ends all automations, so that none looks for people any more. Call it when all people have ended. */
export async function endAutomations({ world, traffic }: Scene): Promise<void> {
  for (const { id, account } of traffic.automations)
    await world.request('stopAutomation', {
      authorization: account.authorization,
      pathParameters: { id },
    });
}
