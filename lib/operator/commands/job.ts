import type { Command } from 'commander';
import { cancelJob } from '../../../shared/sending/jobs/read/cancel-job';
import { findJob, isJobOver, listJobs } from '../../../shared/sending/jobs/read/find-job';
import { endedCount, type Job, presentJob, type JobCounts } from '../../../shared/sending/jobs/job';
import { type JobClicks, readJobClicks } from '../../../shared/sending/clicks/click-counters';
import { readCounts } from '../../../shared/sending/jobs/results/read-counts';
import { OperatorError } from '../operator-error';
import { parseCount } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';
import { type RecipientOptions, reportRecipients, withRecipientFilters } from './job-recipients';

interface JobOptions {
  account: string;
  job: string;
}

const DEFAULT_LIMIT = 50;

export const addJobVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; limit: number }>(noun, io, {
    name: 'list',
    summary: 'list broadcasts and batches of an account, newest first',
    declare: (command) =>
      withAccount(command).option('--limit <n>', 'at most so many', parseCount, DEFAULT_LIMIT),
    run: async ({ target }, { account: accountId, limit }) => {
      const account = await requireAccount(target, accountId);
      const jobs = await listJobs(target.table, { accountId: account.id, limit });
      const now = target.clock.now();
      return reportJobs(
        target,
        jobs.filter((job) => !isJobOver(job, account, now)),
      );
    },
  });
  addVerb<JobOptions>(noun, io, {
    name: 'show',
    summary: 'show a job, how many of its recipients have ended how, and how many clicked',
    declare: withJob,
    run: async ({ target }, options) => reportJobWithClicks(target, await requireJob(target, options)),
  });
  addVerb<JobOptions & RecipientOptions>(noun, io, {
    name: 'recipients',
    summary: 'list the outcome of each recipient of a job',
    declare: (command) => withRecipientFilters(withJob(command)),
    run: async ({ target }, options) => reportRecipients(target, await requireJob(target, options), options),
  });
  addVerb<JobOptions>(noun, io, {
    name: 'cancel',
    summary: 'stop a job that has not ended; recipients that were not handed over are skipped and refunded',
    declare: withJob,
    confirmation: (_session, { job }) => ({
      question: `Cancel ${job}? Recipients whose turn has not come get nothing.`,
      isYesRequired: false,
    }),
    run: async ({ target }, options) => {
      const job = await requireJob(target, options);
      return reportJob(target, await cancelJob(target, job));
    },
  });
};

function withJob(command: Command): Command {
  return withAccount(command).requiredOption('--job <id>', 'broadcast or batch, as "job list" shows it');
}

async function requireJob(target: Target, options: JobOptions): Promise<Job> {
  const account = await requireAccount(target, options.account);
  const job = await findJob(target.table, { accountId: account.id, jobId: options.job });
  if (!job || isJobOver(job, account, target.clock.now()))
    throw new OperatorError(`The account has no job ${options.job}.`);
  return job;
}

const HEAD = [
  'id',
  'kind',
  'from',
  'status',
  'recipients',
  'pending',
  'sent',
  'failed',
  'skipped',
  'created at',
];

async function reportJob(target: Target, job: Job): Promise<Report> {
  const counts = await readCounts(target.table, job);
  return { json: describeJob(job, counts), head: HEAD, rows: [jobRow(job, counts)] };
}

/** Reports a job, with a column of clicks if it has tracking links. */
async function reportJobWithClicks(target: Target, job: Job): Promise<Report> {
  const report = await reportJob(target, job);
  if (job.linkToken === undefined) return report;
  const clicks: JobClicks = await readJobClicks(target.table, job.id);
  const [row = []] = report.rows;
  return {
    json: { ...(report.json as object), clicks },
    head: [...HEAD, 'clicked', 'clicks'],
    rows: [[...row, clicks.messages, clicks.clicks]],
  };
}

async function reportJobs(target: Target, jobs: Job[]): Promise<Report> {
  const counted = await Promise.all(
    jobs.map(async (job) => ({ job, counts: await readCounts(target.table, job) })),
  );
  return {
    json: counted.map(({ job, counts }) => describeJob(job, counts)),
    head: HEAD,
    rows: counted.map(({ job, counts }) => jobRow(job, counts)),
    ...(jobs.length === 0 && { note: 'The account has no jobs.' }),
  };
}

/** Presents a job as the API does, with its kind, which the API has in its path. */
function describeJob(job: Job, counts: JobCounts) {
  return { kind: job.kind, ...presentJob(job, counts) };
}

function jobRow(job: Job, counts: JobCounts): Cell[] {
  const { id, kind, from, status, totalRecipients, createdAt } = job;
  const { sent, failed, skipped } = counts;
  const pending = totalRecipients - endedCount(counts);
  return [id, kind, from, status, totalRecipients, pending, sent, failed, skipped, createdAt];
}
