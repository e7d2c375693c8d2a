import type { Account } from '../../../accounts/account';
import { epochMs } from '../../../platform/clock';
import { updateExpression } from '../../../platform/store/expressions';
import { isHeld, leaseIsFree, leaseIsMine, newLease } from '../../../platform/store/lease';
import { chunkItem } from '../../../sending/jobs/chunk';
import { jobItem } from '../../../sending/jobs/job';
import { type Campaign, campaignItem } from '../../record/campaign';
import { contactTimesAt } from '../../record/campaign-timing';
import { walkRecipients } from '../audience-source';
import { buildJob, MAX_CHUNKS } from './campaign-job';
import { campaignPartItem, partsOf, type PlacedChunk } from './part-item';
import { RecipientBuffer } from './recipient-buffer';
import type { SelectedPage } from './selected-page';
import { type CampaignRun, campaignRunItem, type CampaignJob } from '../run-item';
import type { CampaignDeps } from './campaign-deps';
import type { CampaignSender } from '../campaign-sender';

/** Lease of a worker, renewed with every checkpoint. The next worker starts this long after the last renewal. */
export const SELECTION_LEASE_MS = 60_000;
const CHECKPOINT_AFTER_MS = 10_000;
/** Recipients between checkpoints, which take about 5 MB of memory. */
const CHECKPOINT_AFTER_RECIPIENTS = 20_000;
/** Time that is kept for a checkpoint and the steps after the last one. */
const RESERVE_MS = 60_000;
const WRITES_AT_ONCE = 8;

/**
 * Takes the lease of a campaign's run.
 *
 * @returns `undefined` when another worker has it
 */
export async function acquireLease(deps: CampaignDeps, campaign: Campaign): Promise<CampaignRun | undefined> {
  const now = deps.clock.now();
  const { ConditionExpression, values } = leaseIsFree(now);
  const result = await deps.table.update({
    Key: campaignRunItem.key(campaign.id),
    ...updateExpression(
      {
        set: { ...newLease({ leaseId: deps.ids.next('own'), now, durationMs: SELECTION_LEASE_MS }) },
        setIfAbsent: {
          entity: campaignRunItem.entity,
          campaignId: campaign.id,
          accountId: campaign.accountId,
        },
      },
      { values },
    ),
    ConditionExpression,
  });
  return result.written && result.item ? campaignRunItem.read(result.item) : undefined;
}

/** Releases the lease, so that the next call continues at once. */
export async function releaseLease(deps: CampaignDeps, run: CampaignRun): Promise<void> {
  const { ConditionExpression, values } = leaseIsMine(run);
  await deps.table.update({
    Key: campaignRunItem.key(run.campaignId),
    ...updateExpression({ remove: ['leaseId', 'leaseUntil'] }, { values }),
    ConditionExpression,
  });
}

/**
 * End of a selection. `stopped`: another worker has the lease, or the campaign was paused or cancelled. `outOfTime`:
 * the audience is not finished.
 */
export type SelectionEnd = { kind: 'walked'; run: CampaignRun } | { kind: 'stopped' } | { kind: 'outOfTime' };

/**
 * Selects the audience of a campaign, from where the previous worker stopped. Recipients are written in chunks, by
 * their due time; a checkpoint then adds them to the campaign, in one write with the position of the walk. A worker
 * that dies leaves chunks that belong to no campaign, because every worker writes jobs of its own.
 *
 * **Source:** rules E4.1.
 */
export async function selectRecipients(
  deps: CampaignDeps,
  options: {
    campaign: Campaign;
    account: Account;
    sender: CampaignSender;
    run: CampaignRun;
    remainingMs: () => number;
  },
): Promise<SelectionEnd> {
  const { campaign, account, remainingMs } = options;
  let { run } = options;
  if (run.isWalked) return { kind: 'walked', run };
  const buffer = new RecipientBuffer();
  const ownJobs = new Map<string, CampaignJob>();
  const momentOf = momentsOf({ campaign, account });
  let checkedAtMs = epochMs(deps.clock);
  let { position } = run;
  for await (const step of untilFailure(walkRecipients(deps, { campaign, account, from: position }))) {
    if ('error' in step) {
      // A checkpoint keeps the walk so far, so that a table that throttles the walk does not stop it for good.
      if (buffer.size > 0) await checkpoint(deps, { ...options, run, buffer, ownJobs, position });
      throw step.error;
    }
    const { page } = step;
    position = page.position;
    for (const contact of page.contacts) buffer.add(momentOf(contact), contact);
    const isLong = epochMs(deps.clock) - checkedAtMs >= CHECKPOINT_AFTER_MS;
    const isOutOfTime = remainingMs() < RESERVE_MS;
    if (!isLong && !isOutOfTime && buffer.size < CHECKPOINT_AFTER_RECIPIENTS) continue;
    const saved = await checkpoint(deps, { ...options, run, buffer, ownJobs, position });
    if (!saved) return { kind: 'stopped' };
    run = saved;
    if (isOutOfTime) return { kind: 'outOfTime' };
    if (!(await isStillSelecting(deps, campaign))) {
      await releaseLease(deps, run);
      return { kind: 'stopped' };
    }
    checkedAtMs = epochMs(deps.clock);
  }
  const walked = await checkpoint(deps, { ...options, run, buffer, ownJobs, isWalked: true });
  return walked ? { kind: 'walked', run: walked } : { kind: 'stopped' };
}

type WalkStep = { page: SelectedPage } | { error: unknown };

/** Returns the pages of a walk, and at the end the error with which it failed, if it did. */
async function* untilFailure(walk: AsyncGenerator<SelectedPage>): AsyncGenerator<WalkStep> {
  try {
    for (;;) {
      const next = await walk.next().catch((error: unknown) => ({ error }));
      if ('error' in next) yield next;
      if ('error' in next || next.done) return;
      yield { page: next.value };
    }
  } finally {
    await walk.return(undefined);
  }
}

/**
 * Returns a function that gives the due time of a recipient, epoch milliseconds; recipients without a later time are
 * due when the campaign begins.
 */
function momentsOf({ campaign, account }: { campaign: Campaign; account: Account }) {
  const nowMs = Date.parse(campaign.startedAt ?? campaign.createdAt);
  const timeOf = contactTimesAt({ campaign, account, nowMs });
  return (contact: Parameters<typeof timeOf>[0]): number => {
    const time = timeOf(contact);
    return time.kind === 'wait' ? time.dueAtMs : nowMs;
  };
}

/** Returns false when the campaign was paused or cancelled. One that is selected ahead is `scheduled`. */
async function isStillSelecting(deps: CampaignDeps, campaign: Campaign): Promise<boolean> {
  const now = campaignItem.readIfAny(await deps.table.get(campaignItem.key(campaign)));
  return now?.status === 'selecting' || now?.status === 'scheduled';
}

interface Checkpoint {
  campaign: Campaign;
  sender: CampaignSender;
  run: CampaignRun;
  buffer: RecipientBuffer;
  /** Last job of this worker for each due time, and member of the sender. */
  ownJobs: Map<string, CampaignJob>;
  position?: string[] | undefined;
  isWalked?: boolean;
}

/** @returns the run after the checkpoint; `undefined` when the lease has run out or another worker has it */
async function checkpoint(deps: CampaignDeps, options: Checkpoint): Promise<CampaignRun | undefined> {
  const { campaign, run, position = run.position, isWalked = false } = options;
  // An erasure does not wait for a worker whose lease has run out: its contacts may have been erased meanwhile.
  if (!isHeld(run, deps.clock.now())) return undefined;
  // 1. Place the recipients into chunks.
  const { jobs, placed } = place(deps, options);
  // 2. Write the jobs before their chunks: an erasure treats chunks without a job as remains of an acceptance.
  const newJobs = new Set(placed.map(({ jobId }) => jobId));
  for (const { jobId } of run.jobs) newJobs.delete(jobId);
  for (const planned of jobs.filter(({ jobId }) => newJobs.has(jobId))) {
    const job = buildJob({ ...options, planned });
    await deps.table.put({ Item: jobItem(job), ConditionExpression: 'attribute_not_exists(pk)' });
  }
  await deps.table.batchPut(chunkItems(options, placed), WRITES_AT_ONCE);
  await deps.table.batchPut(partItems(run, placed), WRITES_AT_ONCE);
  // 3. Add them to the campaign.
  const { ConditionExpression, values } = leaseIsMine(run);
  const { leaseUntil } = newLease({ leaseId: '', now: deps.clock.now(), durationMs: SELECTION_LEASE_MS });
  const result = await deps.table.update({
    Key: campaignRunItem.key(campaign.id),
    ...updateExpression({ set: { jobs, position, isWalked, leaseUntil } }, { values }),
    ConditionExpression,
  });
  return result.written && result.item ? campaignRunItem.read(result.item) : undefined;
}

/** Adds chunks to the worker's own jobs, and begins new jobs when these are full. */
function place(
  deps: CampaignDeps,
  { sender, run, buffer, ownJobs }: Checkpoint,
): { jobs: CampaignJob[]; placed: PlacedChunk[] } {
  const jobs = new Map(run.jobs.map((one) => [one.jobId, one]));
  const placed: PlacedChunk[] = [];
  for (const { dueAtMs, member, chunks } of buffer.take(sender)) {
    const place = `${dueAtMs} ${member ?? ''}`;
    for (const chunk of chunks) {
      const open = ownJobs.get(place);
      const job =
        open && open.chunkCount < MAX_CHUNKS
          ? open
          : { dueAtMs, jobId: deps.ids.next('brc'), chunkCount: 0, recipients: 0, member };
      const grown: CampaignJob = {
        ...job,
        chunkCount: job.chunkCount + 1,
        recipients: job.recipients + chunk.recipients.length,
      };
      ownJobs.set(place, grown);
      jobs.set(grown.jobId, grown);
      placed.push({ ...chunk, jobId: grown.jobId, chunk: grown.chunkCount });
    }
  }
  return { jobs: [...jobs.values()], placed };
}

function chunkItems(options: Checkpoint, placed: PlacedChunk[]) {
  return placed.map(({ jobId, chunk, recipients, member }) => {
    const job = buildJob({ ...options, planned: { jobId, chunkCount: 0, recipients: 0, member } });
    return chunkItem({ job, chunk, recipients, member });
  });
}

function partItems({ campaignId, leaseId = '' }: CampaignRun, placed: PlacedChunk[]) {
  return partsOf(placed).map(({ shard, ...part }) =>
    campaignPartItem.item({ campaignId, shard, leaseId, lastContactId: part.lastContactId }, part),
  );
}
