import { EVENT, planAutomation, planSteps, type PlannedTrigger } from './automation-plans';
import { LEAVERS_NAME, type WorldAccount } from './seeded-account';
import { ask, pick, type Scene } from './traffic';
import type { Answer, Operation } from './world';

/** Time in which people enter, and in which their automation is paused, changed and stopped. */
const LASTS_MS = 3 * 60_000;
/** Keys that reported events share. */
const KEYS = ['order:1', 'order:2', 'order:3'];
const MOST_EVENTS = 6;
/** Number of members who are likely to be on the way. */
const LIKELY = 5;

/** Automation that its caller knows of. */
export interface PlannedAutomation {
  account: WorldAccount;
  id: string;
  trigger: PlannedTrigger;
  hasExit: boolean;
  entry: 'once' | 'always';
  /** Requests about it and their answers, with the step of the simulation and the time before each. */
  /** Time at which it was stopped because all had ended, epoch milliseconds. */
  endedAtMs?: number;
  steps: Array<{ verb: Verb; askedAtStep: number; askedAtMs: number; answer: TimedAnswer | undefined }>;
}
export type TimedAnswer = Answer & { atMs: number };
type Verb = 'start' | 'approve' | 'pause' | 'resume' | 'update' | 'stop';

/** Request that gives a contact the last name of people who leave. */
export interface NamedLeaver {
  account: WorldAccount;
  phone: string;
  answers: TimedAnswer[];
}

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
  const body = planAutomation({ random, nowMs: simulation.now().getTime() }, account);
  const { trigger, entry } = body;
  const { answers } = await ask(scene, {
    account,
    operation: 'createAutomation',
    body,
    isRepeatable: false,
  });
  const created = answers.find(({ status }) => status === 201);
  if (!created) return;
  const hasExit = body.exit !== undefined;
  const id = String(created.body.id);
  const planned: PlannedAutomation = { account, id, trigger, entry, hasExit, steps: [] };
  scene.traffic.automations.push(planned);
  await steerAutomation(scene, planned, 'start');
  const later = (verb: Verb) =>
    simulation.after(random() * LASTS_MS, () => void steerAutomation(scene, planned, verb));
  for (const verb of ['start', 'approve', 'approve', 'approve'] as const) later(verb);
  if (random() < 0.6) for (const verb of ['pause', 'resume', 'resume'] as const) later(verb);
  if (random() < 0.5) later('update');
  if (random() < 0.1 * mix.cancels) later('stop');
  if (hasExit)
    for (let times = 0; times < 4; times++)
      simulation.after(random() * LASTS_MS, () => void nameLeaver(scene, planned));
  if ('date' in trigger || 'every' in trigger) return;
  const people = 3 + Math.floor(random() * 4);
  for (let index = 0; index < people; index++)
    simulation.after(
      random() * LASTS_MS,
      () =>
        void ('joined' in trigger ? joinGroup(scene, planned, trigger.joined) : reportEvents(scene, account)),
    );
}

/** Gives someone the last name by which their ways end, mostly someone who is on the way. */
async function nameLeaver(scene: Scene, { account, trigger }: PlannedAutomation): Promise<void> {
  const { random } = scene.world.simulation;
  const likely = 'every' in trigger ? account.favorites : account.members.slice(0, LIKELY);
  const phoneNumber = pick(random, random() < 0.8 ? likely : account.members);
  const named: NamedLeaver = { account, phone: phoneNumber, answers: [] };
  scene.traffic.leavers.push(named);
  const asked = await ask(scene, {
    account,
    operation: 'updateContact',
    body: { lastName: LEAVERS_NAME },
    pathParameters: { phoneNumber },
    isRepeatable: true,
  });
  const atMs = scene.world.simulation.now().getTime();
  named.answers.push(...asked.answers.map((answer) => ({ ...answer, atMs })));
}

/** Has some people join a group at about the same time. */
function joinGroup(scene: Scene, { account, hasExit }: PlannedAutomation, groupId: string): void {
  const { random } = scene.world.simulation;
  const count = 1 + Math.floor(random() * 3);
  for (let index = 0; index < count; index++)
    void ask(scene, {
      account,
      operation: 'addMembership',
      body: { optInMode: 'SILENT' },
      pathParameters: {
        phoneNumber: pick(random, hasExit ? account.members.slice(0, LIKELY) : account.members),
        groupId,
      },
      isRepeatable: true,
    });
}

/** Reports events about people, some of them about one person twice. */
async function reportEvents(scene: Scene, account: WorldAccount): Promise<void> {
  const { simulation } = scene.world;
  const { random } = simulation;
  const events = Array.from({ length: 1 + Math.floor(random() * MOST_EVENTS) }, () => ({
    name: random() < 0.9 ? EVENT : 'order.lost',
    to: pick(random, random() < 0.5 ? account.members.slice(0, LIKELY) : account.members),
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
  { account, id, steps, trigger }: PlannedAutomation,
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
        ...(verb === 'update' && {
          body: {
            steps: planSteps(
              { random: simulation.random, nowMs: simulation.now().getTime() },
              { isDaily: 'every' in trigger && trigger.every === 'day' },
            ),
          },
        }),
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

/**
 * Ends all automations of these accounts, so that none looks for people any more. Call it when all their people have
 * ended, or wait for what never comes.
 */
export async function endAutomations(
  { world, traffic }: Scene,
  accounts: readonly WorldAccount[],
): Promise<void> {
  for (const planned of traffic.automations) {
    if (!accounts.includes(planned.account)) continue;
    planned.endedAtMs ??= world.simulation.now().getTime();
    await world.request('stopAutomation', {
      authorization: planned.account.authorization,
      pathParameters: { id: planned.id },
    });
  }
}
