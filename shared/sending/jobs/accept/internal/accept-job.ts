import type { Account } from '../../../../accounts/account';
import { quotaReached, quotaUsedToday, takeQuota } from '../../../../accounts/daily-quota';
import { chargeForJob, isFree, totalCharge } from '../../../../accounts/charge';
import { takeCredits } from '../../../../accounts/credit-writes';
import { balanceOf, gatherCreditShards } from '../../../../accounts/gather-credit-shards';
import { insufficientCredits } from '../../../../accounts/insufficient-credits';
import { ServiceError } from '../../../../errors/service-error';
import { queueJobCompleted } from '../../../../events/job-event';
import { keyExpiry, type KeyRecord, type StoredAnswer } from '../../../idempotency/key-record';
import { putKeyRecord } from '../../../idempotency/key-writes';
import { findTrackingLinks } from '../../../../content/merge-tags';
import { countSegments } from '../../../../content/segments';
import { putIntoOutbox } from '../../../../outbox/outbox';
import { isSlow } from '../../../../senders/slow-number';
import type { Platform } from '../../../../platform/platform';
import type { TransactItem } from '../../../../platform/store/table';
import { commit, type Part, required } from '../../../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../../../platform/store/retry-on-conflict';
import type { CheckedJobRequest } from './check-job-request';
import {
  chunkItem,
  chunkLimits,
  cutIntoChunks,
  cutIntoLanes,
  type JobRecipient,
  type MemberChunk,
  CHUNKS_AT_ONCE,
  shareAmong,
} from '../../chunk';
import type { Lanes } from '../../lanes';
import { countDropped, droppedItems } from '../../dropped-recipients';
import { type FilteredRecipients, filterRecipients } from './filter-recipients';
import type { ForeseenFailures } from './foresee-failures';
import {
  type Job,
  jobItem,
  listedJobItem,
  NO_COUNTS,
  presentAcceptedJob,
  type RequestedJob,
} from '../../job';
import { linkFields, newJobLink, putJobLink } from '../../job-link';
import type { PlaceLimits } from '../../link-token';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

const CHUNK_WRITES_AT_ONCE = 8;

/**
 * Outcome of an acceptance: the job with its answer, or `keyTaken` when another request has claimed the key meanwhile.
 */
type AcceptResult = { accepted: Job; answer: StoredAnswer } | 'keyTaken';

/** Plan of a job: the checked request with its recipients after filtering, ready to be accepted. */
interface PlannedJob {
  account: Account;
  checked: CheckedJobRequest;
  filtered: FilteredRecipients;
}

/**
 * Applies the gate, the quota and the balances to a checked request.
 *
 * @throws ServiceError NotOptedIn, HardOptedOut, DailyQuotaReached (with the seconds to the next UTC day),
 *   InsufficientCredits
 *
 * **Source:** rules 4.2, 4.3, 8.4.
 */
export async function planJob(
  deps: Deps,
  options: { account: Account; checked: CheckedJobRequest },
): Promise<PlannedJob> {
  const { account, checked } = options;
  const filtered = await filterRecipients(deps, { accountId: account.id, recipients: checked.recipients });
  const count = filtered.accepted.length;
  const used = count === 0 ? 0 : await quotaUsedToday(deps, account.id);
  if (count > 0 && used + count > account.dailyQuota) {
    throw quotaReached(deps.clock.now(), used < account.dailyQuota ? 'tooMany' : 'reached');
  }
  const charge = totalCharge(chargeForJob(checked.kind, checked), count);
  const balance = await balanceOf(deps, account);
  if (balance.sms < charge.sms || balance.mms < charge.mms) throw insufficientCredits(charge, balance);
  return { account, checked, filtered };
}

/**
 * Builds the answer to `dryRun: true`. Segments and encoding are those of the bodies as written, before substitution:
 * the most segments that one of them takes, and UCS-2 when any of them needs it. Failures are those of the resolved
 * texts.
 */
export function describeJobDryRun(
  { checked, filtered }: PlannedJob,
  { failing, warnings }: { failing: ForeseenFailures | undefined; warnings: string[] },
): StoredAnswer {
  const bodies =
    checked.kind === 'broadcast'
      ? [checked.request.body ?? '']
      : filtered.accepted.map(({ body }) => body ?? '');
  const counted = [...new Set(bodies)].map((body) => countSegments(body));
  return {
    status: 200,
    body: {
      dryRun: true,
      totalRecipients: filtered.accepted.length,
      dropped: countDropped(filtered.dropped),
      ...describeCautions(filtered),
      encoding: counted.some(({ encoding }) => encoding === 'UCS-2') ? 'UCS-2' : 'GSM-7',
      segments: Math.max(1, ...counted.map(({ segments }) => segments)),
      credits: totalCharge(chargeForJob(checked.kind, checked), filtered.accepted.length),
      ...(failing && { failing }),
      ...(warnings.length > 0 && { warnings }),
    },
  };
}

/** Returns how many accepted recipients would be skipped, by reason; nothing when none would. */
function describeCautions({ cautioned: { review, set_aside: setAside } }: FilteredRecipients) {
  if (review + setAside === 0) return {};
  return { skipped: { ...(review > 0 && { review }), ...(setAside > 0 && { setAside }) } };
}

/**
 * Accepts a job: writes its chunks first, then everything else in one transaction, so that either the whole job is
 * stored or nothing. Chunks of a job that was not accepted are never read, and expire.
 *
 * @param options.key the request's claim on its key; `undefined` without a key
 * @throws ServiceError DailyQuotaReached, InsufficientCredits when they have become true since the plan was made
 *
 * **Source:** rules 4.2, 4.3, 8.3.
 */
export async function acceptJob(
  deps: Deps,
  options: PlannedJob & { key: { name: string; record: KeyRecord } | undefined },
): Promise<AcceptResult> {
  const { checked, filtered } = options;
  const { chunks, lanes } = cut(checked, filtered.accepted);
  const job = newJob(deps, { ...options, chunks, lanes });
  const answer: StoredAnswer = { status: 202, body: presentAcceptedJob(job) };

  // 1. Write the chunks, which are not read before the job exists, and the dropped recipients.
  const recipientItems = [
    ...chunks.map((chunk, index) => chunkItem({ ...chunk, job, chunk: index + 1 })),
    ...droppedItems(job, filtered.dropped),
  ];
  await deps.table.batchPut(recipientItems, CHUNK_WRITES_AT_ONCE);

  // 2. Commit job, credits, quota, key and outbox in one transaction.
  const commitOptions = { ...options, job, answer, chunks };
  let refusal = await commitJob(deps, commitOptions);
  if (refusal === 'insufficientCredits') {
    await gatherCreditShards(deps, options.account.id);
    refusal = await commitJob(deps, commitOptions);
  }
  if (refusal === undefined) return { accepted: job, answer };
  await deps.table.batchDelete(recipientItems);
  switch (refusal) {
    case 'keyTaken':
      return 'keyTaken';
    case 'quotaReached':
      throw quotaReached(deps.clock.now(), 'tooMany');
    case 'insufficientCredits':
      // The balance was sufficient when the plan was made.
      throw new ServiceError('InsufficientCredits', { cause: 'spentMeanwhile' });
  }
}

/** Cuts the recipients into chunks; those of a sender into lanes of its members. */
function cut(
  { ratePerSecond, members }: CheckedJobRequest,
  accepted: JobRecipient[],
): { chunks: MemberChunk[]; lanes?: Lanes } {
  if (members) return cutIntoLanes(shareAmong(members, accepted));
  const limits = chunkLimits({ ratePerSecond, recipients: accepted.length });
  return { chunks: cutIntoChunks(accepted, limits).map((recipients) => ({ recipients })) };
}

type Refusal = 'keyTaken' | 'quotaReached' | 'insufficientCredits';

interface CommitOptions extends PlannedJob {
  job: RequestedJob;
  answer: StoredAnswer;
  key: { name: string; record: KeyRecord } | undefined;
  chunks: MemberChunk[];
}

/**
 * Commits everything of the job except its chunks.
 *
 * @returns the reason for a refusal, of several the one that is reported first; `undefined` when committed
 */
async function commitJob(deps: Deps, options: CommitOptions): Promise<Refusal | undefined> {
  const { job, chunks } = options;
  const needsLink = chunks.length > 0 && hasTrackingLink(options.checked);
  return retryOnConflict(deps.table.waits, async () => {
    const link = needsLink ? newJobLink(deps.ids) : undefined;
    const result = await commit<Refusal | 'linkTokenTaken'>(deps.table, [
      ...refusableParts(deps, options),
      ...required(jobWrites(deps, { ...job, ...linkFields(link, options.account) })),
      ...(link
        ? [{ write: putJobLink(job, link, placeLimits(chunks)), onFail: 'linkTokenTaken' as const }]
        : []),
    ]);
    if (result.committed) return undefined;
    return result.refusal === 'linkTokenTaken' ? CONFLICT : result.refusal;
  });
}

const placeLimits = (chunks: MemberChunk[]): PlaceLimits => ({
  chunkCount: chunks.length,
  largestChunk: Math.max(...chunks.map(({ recipients }) => recipients.length)),
});

function newJob(
  deps: Deps,
  options: Pick<PlannedJob, 'account' | 'checked' | 'filtered'> & {
    chunks: MemberChunk[];
    lanes?: Lanes | undefined;
  },
): RequestedJob {
  const { account, checked, filtered, chunks, lanes } = options;
  const { kind, request } = checked;
  const charge = chargeForJob(kind, checked);
  const { ratePerSecond } = checked;
  const now = deps.clock.now().toISOString();
  const isEmpty = chunks.length === 0;
  return {
    id: deps.ids.next('brc'),
    accountId: account.id,
    kind,
    from: request.from,
    body: kind === 'broadcast' ? request.body : undefined,
    mediaUrl: kind === 'broadcast' ? request.mediaUrl : undefined,
    totalRecipients: chunks.reduce((total, chunk) => total + chunk.recipients.length, 0),
    dropped: countDropped(filtered.dropped),
    status: isEmpty ? 'completed' : 'queued',
    chunkCount: chunks.length,
    chunksDone: 0,
    chunksAtOnce: lanes ? Math.max(1, lanes.sizes.length) : CHUNKS_AT_ONCE,
    lanes,
    isPaced: isSlow(ratePerSecond) ? true : undefined,
    counts: NO_COUNTS,
    chargePerRecipient: charge.perRecipient,
    baseCharge: charge.base,
    linkToken: undefined,
    linkKey: undefined,
    retentionDays: account.retentionDays,
    createdAt: now,
    startedAt: undefined,
    completedAt: isEmpty ? now : undefined,
  };
}

function hasTrackingLink({ request }: CheckedJobRequest): boolean {
  const bodies = [request.body, ...request.recipients.map(({ body }) => body)];
  return bodies.some((body) => body !== undefined && findTrackingLinks(body).length > 0);
}

/** Builds the writes that can be refused, in the order in which refusals are reported. */
function refusableParts(deps: Deps, options: CommitOptions): Array<Part<Refusal>> {
  const { account, checked, job, answer, key } = options;
  const now = deps.clock.now();
  const parts: Array<Part<Refusal>> = [];
  if (key) {
    const write = putKeyRecord({
      address: { accountId: account.id, scope: checked.kind, key: key.name },
      replaces: key.record,
      record: {
        state: 'completed',
        revision: `${job.id}:accepted`,
        subjectId: job.id,
        leaseUntil: undefined,
        expiresAt: keyExpiry(now),
        answer,
      },
    });
    parts.push({ write, onFail: 'keyTaken' });
  }
  if (job.totalRecipients === 0) return parts;
  const quota = takeQuota({ account, recipients: job.totalRecipients, now });
  parts.push({ write: quota, onFail: 'quotaReached' });
  const charge = totalCharge(chargeForJob(checked.kind, checked), job.totalRecipients);
  if (!isFree(charge)) parts.push({ write: takeCredits(account.id, charge), onFail: 'insufficientCredits' });
  return parts;
}

/** Builds the writes of the job, its entry in the account's list, and the work that it begins with. */
function jobWrites(deps: Deps, job: RequestedJob): TransactItem[] {
  const { id: jobId, accountId, from } = job;
  const now = deps.clock.now();
  const lastChunk = Math.min(job.chunkCount, job.chunksAtOnce);
  return [
    { Put: { Item: jobItem(job), ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: listedJobItem.item({ accountId, jobId }, { jobId }) } },
    job.totalRecipients === 0
      ? queueJobCompleted(deps.ids, { job, status: 'completed', counts: NO_COUNTS, now })
      : firstChunks({ ...job, lastChunk }).map((chunks) =>
          putIntoOutbox({
            id: deps.ids.next('out'),
            now,
            entry: { kind: 'job', jobId, accountId, from, ...chunks },
          }),
        ),
  ].flat();
}

/** Returns the chunks that a job begins with, those of slow members apart. */
function firstChunks({ isPaced, lanes, lastChunk }: Pick<Job, 'isPaced' | 'lanes'> & { lastChunk: number }) {
  if (!lanes) return [{ firstChunk: 1, lastChunk, isPaced }];
  const { paced } = lanes;
  return [
    ...(paced > 0 ? [{ firstChunk: 1, lastChunk: paced, isPaced: true as const }] : []),
    ...(paced < lastChunk ? [{ firstChunk: paced + 1, lastChunk, isPaced: undefined }] : []),
  ];
}
