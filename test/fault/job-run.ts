import { cancelJob } from '../../shared/jobs/cancel-job';
import type { JobRequestBody } from '../../shared/jobs/job-request.schema';
import { readJobMessageId } from '../../shared/jobs/job-message-id';
import type { HandOver, OutboundMessage } from '../../shared/platform/provider/port';
import { recordReceipt } from '../../shared/receipts/record-receipt';
import type { TestEngine } from '../support/engine';
import { auditJobs } from '../support/job-books';
import { createJobsFixture, type JobsFixture, START } from '../support/jobs-fixture';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../support/scripted-provider';
import { pickWeighted, seededRandom } from '../support/seeded-random';
import { type CallFaults, MortalProcess, NO_FAULTS } from './job-process';

/** What goes wrong in a run. Chances are in [0, 1]. */
export interface RunPlan {
  recipients: number;
  /** Jobs to the same recipients, submitted at once. */
  jobs: number;
  hasKeys: boolean;
  isMms: boolean;
  ratePerSecond?: number;
  /** That a worker dies. */
  death: number;
  /** That a queue message is lost. */
  loss: number;
  /** How often each queue message comes, all at the same time. */
  deliveries: number;
  calls: CallFaults;
  provider: ReadonlyArray<readonly [number, ProviderFault]>;
  /** At a step of the run: */
  stop: number;
  cancel: number;
  deactivate: number;
  receipt: number;
}

export type ProviderFault = 'accept' | 'refuse' | 'unavailable' | 'lostAnswer' | 'lostRequest' | 'breaks';

export const CALM: RunPlan = {
  recipients: 60,
  jobs: 1,
  hasKeys: false,
  isMms: false,
  death: 0,
  loss: 0,
  deliveries: 1,
  calls: NO_FAULTS,
  provider: [[1, 'accept']],
  stop: 0,
  cancel: 0,
  deactivate: 0,
  receipt: 0,
};

const STEPS = 14;
const CALLS_OF_A_LIFE = 40;
const LONGEST_JUMP_MS = 45_000;

/** One run, and what has been found wrong on the way. */
interface Run {
  engine: TestEngine;
  fixture: JobsFixture;
  plan: RunPlan;
  random: () => number;
  jobIds: string[];
  /** How often the provider had a phone's message, or a job's, when nothing more was to be sent to it. */
  quietPhones: Map<string, number>;
  quietJobs: Map<string, number>;
}

/**
 * Runs jobs with everything going wrong that the plan says, lets them come to their end in peace, and looks into the
 * books.
 *
 * @returns what does not hold
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
  const run: Run = { engine, fixture, plan, random, jobIds, quietPhones: new Map(), quietJobs: new Map() };

  for (let step = 0; step < STEPS; step++) {
    await interfere(run);
    await fixture.relay();
    if (random() < 0.4) await fixture.wake();
    await workOnQueue(run);
    fixture.advance(random() * LONGEST_JUMP_MS);
  }
  fixture.answer.current = acceptAll;
  await fixture.setNumber({ status: 'Active' });
  await fixture.runToEnd();
  await deliverReceipts(run, plan.receipt);
  await fixture.runToEnd();
  return [...findNoise(run), ...(await auditJobs(fixture, { jobIds, before }))];
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

function answer(fixture: JobsFixture, fault: ProviderFault, message: OutboundMessage): HandOver {
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

/** What people and providers do while nobody works: from then on, it holds. */
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

/** Some receipts, in any order, some of them again. */
async function deliverReceipts({ fixture, random }: Run, chance: number): Promise<void> {
  for (const { messageId } of fixture.taken) {
    if (random() >= chance) continue;
    const at = fixture.clock.now().toISOString();
    const status = random() < 0.5 ? 'pending' : 'delivered';
    await recordReceipt(fixture, { messageId, status, at });
  }
}

async function workOnQueue({ engine, fixture, plan, random }: Run): Promise<void> {
  const tasks = fixture.tasks.splice(0).filter(() => random() >= plan.loss);
  const deliveries = tasks.flatMap((task) => Array.from({ length: plan.deliveries }, () => task));
  await Promise.all(
    deliveries.map(async (task) => {
      const process = new MortalProcess({
        engine,
        provider: fixture.provider,
        faults: plan.calls,
        random,
        callsToLive: random() < plan.death ? 1 + Math.floor(random() * CALLS_OF_A_LIFE) : undefined,
      });
      try {
        await fixture.work(task, { ...fixture, table: process.table, provider: process.provider });
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    }),
  );
}

function isExpected(error: unknown): boolean {
  const names = ['Crash', 'ProvisionedThroughputExceededException', 'TableUnavailableError'];
  return error instanceof Error && (names.includes(error.name) || /kept conflicting/.test(error.message));
}

/** Whatever went out to those to whom nothing was to go any more. */
function findNoise({ fixture, quietPhones, quietJobs }: Run): string[] {
  const phones = [...quietPhones].filter(
    ([phone, taken]) => countTaken(fixture, ({ to }) => to === phone) > taken,
  );
  const jobs = [...quietJobs].filter(([jobId, taken]) => countTaken(fixture, isOf(jobId)) > taken);
  return [
    ...phones.map(([phone]) => `${phone} was sent to after a STOP`),
    ...jobs.map(([jobId]) => `${jobId} was sent after it was cancelled`),
  ];
}

const isOf =
  (jobId: string) =>
  ({ messageId }: OutboundMessage) =>
    readJobMessageId(messageId)?.jobId === jobId;

const countTaken = (fixture: JobsFixture, is: (message: OutboundMessage) => boolean) =>
  fixture.taken.filter(is).length;
