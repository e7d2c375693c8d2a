import { cancelJob } from '../../shared/sending/jobs/read/cancel-job';
import type { JobRequestBody } from '../../shared/sending/jobs/job-request.schema';
import { readJobMessageId } from '../../shared/sending/jobs/results/job-message-id';
import type { ChunkTask } from '../../shared/outbox/relay-outbox';
import type { SendOutcome, OutboundMessage } from '../../shared/platform/provider/port';
import { recordReceipt } from '../support/sending/record-receipt';
import type { TestEngine } from '../support/engines/engine';
import { auditJobs } from '../support/sending/job-books';
import { createJobsFixture, type JobsFixture, START } from '../support/sending/jobs-fixture';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../support/sending/scripted-provider';
import { pickWeighted, seededRandom } from '../support/run/seeded-random';
import { type CallFaults, type Fate, MortalProcess, NO_FAULTS } from './job-process';

/** Faults of a run. Probabilities are in [0, 1]. */
export interface RunPlan {
  recipients: number;
  /** Number of jobs to the same recipients, submitted at once. */
  jobs: number;
  hasKeys: boolean;
  isMms: boolean;
  ratePerSecond?: number;
  /** A worker dies. */
  death: number;
  /** A worker freezes for longer than its lease, and continues then. */
  freeze: number;
  /** A queue message is lost. */
  loss: number;
  /** Number of deliveries of each queue message, all at the same time. */
  deliveries: number;
  calls: CallFaults;
  provider: ReadonlyArray<readonly [number, ProviderFault]>;
  /** Probabilities of these requests at a step of the run. */
  stop: number;
  cancel: number;
  deactivate: number;
  receipt: number;
  /** True: nothing keeps any recipient from being sent to. */
  isHarmless: boolean;
}

export type ProviderFault = 'accept' | 'refuse' | 'unavailable' | 'lostAnswer' | 'lostRequest' | 'breaks';

export const CALM: RunPlan = {
  recipients: 60,
  jobs: 1,
  hasKeys: false,
  isMms: false,
  death: 0,
  freeze: 0,
  loss: 0,
  deliveries: 1,
  calls: NO_FAULTS,
  provider: [[1, 'accept']],
  stop: 0,
  cancel: 0,
  deactivate: 0,
  receipt: 0,
  isHarmless: false,
};

const STEPS = 14;
const CALLS_OF_A_LIFE = 40;
const LONGEST_JUMP_MS = 45_000;

/** Run with the violations that were found on the way. */
interface Run {
  engine: TestEngine;
  fixture: JobsFixture;
  plan: RunPlan;
  random: () => number;
  jobIds: string[];
  /** Number of messages that a phone or a job had, when nothing more was to be sent to it. */
  quietPhones: Map<string, number>;
  quietJobs: Map<string, number>;
  /** Workers that are frozen. */
  frozen: Array<{ process: MortalProcess; done: Promise<void> }>;
}

/**
 * Runs jobs with the faults of the plan, lets them end without faults, and checks the result.
 *
 * @returns the violations
 */
export async function runJobs(engine: TestEngine, plan: RunPlan, seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const { ratePerSecond } = plan;
  const fixture = await createJobsFixture(engine.table, {
    contacts: plan.recipients,
    ...(ratePerSecond !== undefined && { ratePerSecond }),
  });
  const acceptAll = fixture.answer.current;
  fixture.answer.current = (message) => answer(fixture, pickWeighted(random, plan.provider), message);
  const before = await fixture.credits();
  const jobIds = await submitJobs(fixture, plan);
  const quiet = { quietPhones: new Map<string, number>(), quietJobs: new Map<string, number>() };
  const run: Run = { engine, fixture, plan, random, jobIds, ...quiet, frozen: [] };

  for (let step = 0; step < STEPS; step++) {
    await interfere(run);
    await fixture.relay();
    if (random() < 0.4) await fixture.sweep();
    await workOnQueue(run);
    await thaw(run, 0.3);
    fixture.advance(random() * LONGEST_JUMP_MS);
  }
  await thaw(run, 1);
  fixture.answer.current = acceptAll;
  await fixture.setNumber({ status: 'Active' });
  await fixture.runToEnd();
  await deliverReceipts(run, plan.receipt);
  await fixture.runToEnd();
  return [
    ...findNoise(run),
    ...(plan.isHarmless ? await findUnsent(run) : []),
    ...(await auditJobs(fixture, { jobIds, before })),
  ];
}

async function submitJobs(fixture: JobsFixture, plan: RunPlan): Promise<string[]> {
  const request: Partial<JobRequestBody> = {
    recipients: fixture.phones.map((to, index) => ({
      to,
      ...(plan.hasKeys && { idempotencyKey: `key-${index}` }),
    })),
    body: 'Hello {{contact_first_name}}',
    ...(plan.isMms && { mediaUrl: 'https://example.com/a.png' }),
  };
  const jobIds: string[] = [];
  for (let job = 0; job < plan.jobs; job++) jobIds.push(await fixture.broadcast(request));
  return jobIds;
}

function answer(fixture: JobsFixture, fault: ProviderFault, message: OutboundMessage): SendOutcome {
  switch (fault) {
    case 'refuse':
      return REFUSED;
    case 'unavailable':
      return UNAVAILABLE;
    case 'lostRequest':
      return UNKNOWN;
    case 'accept':
    case 'lostAnswer':
    case 'breaks':
      fixture.taken.push(message);
  }
  if (fault === 'lostAnswer') return UNKNOWN;
  if (fault === 'breaks') throw new Error('The adapter broke');
  return { outcome: 'accepted', providerMessageId: `sim_${fixture.taken.length}` };
}

/** Runs the steps of people and providers while no worker runs: they apply from then on. */
async function interfere(run: Run): Promise<void> {
  const { fixture, plan, random } = run;
  const { phones, table, clock, ids } = fixture;
  if (random() < plan.stop) {
    const phone = phones[Math.floor(random() * phones.length)] ?? '';
    await fixture.changeContact(phone, { memberships: {}, hardOptOut: { at: START, source: 'stop' } });
    run.quietPhones.set(
      phone,
      countTaken(fixture, ({ to }) => to === phone),
    );
  }
  if (random() < plan.cancel) {
    const jobId = run.jobIds[Math.floor(random() * run.jobIds.length)] ?? '';
    const job = await cancelJob({ table, clock, ids }, await fixture.job(jobId));
    if (job.status === 'cancelled') run.quietJobs.set(jobId, countTaken(fixture, isOf(jobId)));
  }
  if (random() < plan.deactivate) {
    await fixture.setNumber({ status: random() < 0.5 ? 'Active' : 'Inactive' });
  }
  await deliverReceipts(run, plan.receipt);
}

/** Delivers some receipts, in any order, some of them again. */
async function deliverReceipts({ fixture, random }: Run, chance: number): Promise<void> {
  for (const { messageId } of fixture.taken) {
    if (random() >= chance) continue;
    const at = fixture.clock.now().toISOString();
    const status = random() < 0.5 ? 'pending' : 'delivered';
    await recordReceipt(fixture, { messageId, status, at });
  }
}

async function workOnQueue(run: Run): Promise<void> {
  const { fixture, plan, random } = run;
  const tasks = fixture.tasks.splice(0).filter(() => random() >= plan.loss);
  const deliveries = tasks.flatMap((task) => Array.from({ length: plan.deliveries }, () => task));
  await Promise.all(
    deliveries.map(async (task) => {
      const process = startProcess(run);
      const done = workUntilDeath(run, task, process);
      await Promise.race([done, process.frozen.then(() => void run.frozen.push({ process, done }))]);
    }),
  );
}

function startProcess({ engine, fixture, plan, random }: Run): MortalProcess {
  const callsLeft = 1 + Math.floor(random() * CALLS_OF_A_LIFE);
  const end = pickWeighted<Fate['end'] | undefined>(random, [
    [plan.death, 'death'],
    [plan.freeze, 'freeze'],
    [Math.max(0, 1 - plan.death - plan.freeze), undefined],
  ]);
  const fate = end && { end, callsLeft };
  const { provider, pause } = fixture;
  return new MortalProcess({ engine, provider, pause, faults: plan.calls, random, fate });
}

async function workUntilDeath({ fixture }: Run, task: ChunkTask, process: MortalProcess): Promise<void> {
  try {
    await fixture.work(task, { ...fixture, table: process.table, provider: process.provider });
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** Lets some of the frozen workers continue, while others have taken over their work. */
async function thaw(run: Run, chance: number): Promise<void> {
  const thawing = run.frozen.filter(() => run.random() < chance);
  run.frozen = run.frozen.filter((one) => !thawing.includes(one));
  for (const { process } of thawing) process.thaw();
  await Promise.all(thawing.map(async ({ done }) => done));
}

function isExpected(error: unknown): boolean {
  const names = ['Crash', 'ProvisionedThroughputExceededException', 'StoreBusyError'];
  return error instanceof Error && names.includes(error.name);
}

/** Finds messages to recipients to whom nothing was to be sent any more. */
function findNoise({ fixture, plan, quietPhones, quietJobs }: Run): string[] {
  // A worker that froze before a hand-over still hands over, and then the outcome is unknown.
  if (plan.freeze > 0) return [];
  const phones = [...quietPhones].filter(
    ([phone, taken]) => countTaken(fixture, ({ to }) => to === phone) > taken,
  );
  const jobs = [...quietJobs].filter(([jobId, taken]) => countTaken(fixture, isOf(jobId)) > taken);
  return [
    ...phones.map(([phone]) => `${phone} was sent to after a STOP`),
    ...jobs.map(([jobId]) => `${jobId} was sent after it was cancelled`),
  ];
}

async function findUnsent({ fixture, jobIds }: Run): Promise<string[]> {
  const jobs = await Promise.all(jobIds.map(async (jobId) => fixture.job(jobId)));
  return jobs
    .filter(({ counts, totalRecipients }) => counts.sent !== totalRecipients)
    .map(({ id, counts }) => `${id} reached ${counts.sent} only`);
}

const isOf =
  (jobId: string) =>
  ({ messageId }: OutboundMessage) =>
    readJobMessageId(messageId)?.jobId === jobId;

const countTaken = (fixture: JobsFixture, is: (message: OutboundMessage) => boolean) =>
  fixture.taken.filter(is).length;
