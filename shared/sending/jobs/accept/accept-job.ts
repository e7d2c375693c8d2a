import type { Account } from '../../../accounts/account';
import { quotaReached, quotaUsedToday, takeQuota } from '../../../accounts/daily-quota';
import { chargeForJob, isFree, totalCharge } from '../../../accounts/charge';
import { takeCredits } from '../../../accounts/credit-writes';
import { ServiceError } from '../../../errors/service-error';
import { queueJobCompleted } from '../../../events/job-event';
import { keyExpiry, type KeyRecord, type StoredAnswer } from '../../idempotency/key-record';
import { putKeyRecord } from '../../idempotency/key-writes';
import { findTrackingLinks } from '../../../content/merge-tags';
import { countSegments } from '../../../content/segments';
import { putIntoOutbox } from '../../../outbox/outbox';
import { jobListKey } from '../../../platform/store/keys';
import { pauseWithJitter } from '../../../platform/pause';
import type { Platform } from '../../../platform/platform';
import type { TransactItem } from '../../../platform/store/table';
import type { TransactResult } from '../../../platform/store/write-outcome';
import type { CheckedJobRequest } from './check-job-request';
import { chunkItem, chunkLimits, cutIntoChunks, type JobRecipient, PACED_CHUNKS_AT_ONCE } from '../chunk';
import { countDropped, droppedItems } from '../dropped-recipients';
import { type FilteredRecipients, filterRecipients } from './filter-recipients';
import type { ForeseenFailures } from './foresee-failures';
import { type Job, jobItem, NO_TALLY, presentAcceptedJob } from '../job';
import { newJobLink, putJobLink } from '../job-link';
import type { JobLink } from '../link-token';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

const MAX_COMMIT_ROUNDS = 12;
const CHUNK_WRITES_AT_ONCE = 8;

/** What became of an acceptance: the job, or word that another request has taken the key meanwhile. */
export type AcceptResult = { accepted: Job; answer: StoredAnswer } | 'keyTaken';

/** A job whose recipients are known, and what it takes. */
export interface PlannedJob {
  account: Account;
  checked: CheckedJobRequest;
  filtered: FilteredRecipients;
}

/**
 * Applies the gate, the quota and the balances to a checked request.
 *
 * @throws ServiceError NotOptedIn, HardOptedOut, DailyQuotaReached (with the seconds to the next UTC day), InsufficientCredits
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
  if (count > 0 && used + count > account.dailyQuota) throw quotaReached(deps.clock.now());
  const charge = totalCharge(chargeForJob(checked.kind, checked), count);
  if (account.smsCredits < charge.sms || account.mmsCredits < charge.mms)
    throw new ServiceError('InsufficientCredits');
  return { account, checked, filtered };
}

/**
 * What `dryRun: true` answers: of the bodies as written, before substitution, the most segments that one of them takes,
 * and UCS-2 when any of them needs it; of the resolved texts, how many would fail.
 */
export function describeJobDryRun(
  { checked, filtered }: PlannedJob,
  failing: ForeseenFailures | undefined,
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
      encoding: counted.some(({ encoding }) => encoding === 'UCS-2') ? 'UCS-2' : 'GSM-7',
      segments: Math.max(1, ...counted.map(({ segments }) => segments)),
      credits: totalCharge(chargeForJob(checked.kind, checked), filtered.accepted.length),
      ...(failing && { failing }),
    },
  };
}

/**
 * Accepts a job: its chunks first, then everything else in one transaction, so that there is either the whole job or
 * nothing. Chunks of a job that did not come about lie unread until they expire.
 *
 * @param options.keyRecord the request's claim on its key; absent without a key
 * @throws ServiceError DailyQuotaReached, InsufficientCredits when they have become true since the plan was made
 *
 * **Source:** rules 4.2, 4.3, 8.3.
 */
export async function acceptJob(
  deps: Deps,
  options: PlannedJob & { key: { name: string; record: KeyRecord } | undefined },
): Promise<AcceptResult> {
  const { account, checked, filtered, key } = options;
  const limits = chunkLimits({
    ratePerSecond: checked.number.ratePerSecond,
    recipients: filtered.accepted.length,
  });
  const chunks = cutIntoChunks(filtered.accepted, limits);
  const link = chunks.length > 0 && hasTrackingLink(checked) ? await newJobLink(deps, account.id) : undefined;
  const job = newJob(deps, { account, checked, filtered, chunks, link });
  const answer: StoredAnswer = { status: 202, body: presentAcceptedJob(job) };

  // 1. The chunks, which are not read before there is a job, and the dropped recipients.
  const recipientItems = [
    ...chunks.map((recipients, index) => chunkItem({ job, chunk: index + 1, recipients })),
    ...droppedItems(job, filtered.dropped),
  ];
  await deps.table.batchPut(recipientItems, CHUNK_WRITES_AT_ONCE);

  // 2. Job, credits, quota, key and outbox: all or nothing.
  const parts = commitParts(deps, { ...options, job, answer, chunks, link });
  for (let round = 1; round <= MAX_COMMIT_ROUNDS; round++) {
    const result = await deps.table.transact(parts.map(({ action }) => action));
    if (result.committed) return { accepted: job, answer };
    const refusal = refusalOf(result, parts);
    if (refusal !== 'conflict') {
      await deps.table.batchDelete(recipientItems);
      if (refusal === 'credits') throw new ServiceError('InsufficientCredits');
      if (refusal === 'quota') throw quotaReached(deps.clock.now());
      if (refusal === 'key' && key) return 'keyTaken';
      throw new Error('The job could not be committed');
    }
    await pauseWithJitter(round);
  }
  throw new Error('Committing a job kept conflicting');
}

function newJob(
  deps: Deps,
  options: Pick<PlannedJob, 'account' | 'checked' | 'filtered'> & {
    chunks: JobRecipient[][];
    link: JobLink | undefined;
  },
): Job {
  const { account, checked, filtered, chunks, link } = options;
  const { kind, request } = checked;
  const charge = chargeForJob(kind, checked);
  const now = deps.clock.now().toISOString();
  const isEmpty = chunks.length === 0;
  return {
    id: deps.ids.next('brc'),
    accountId: account.id,
    kind,
    from: request.from,
    body: kind === 'broadcast' ? request.body : undefined,
    mediaUrl: kind === 'broadcast' ? request.mediaUrl : undefined,
    totalRecipients: chunks.reduce((total, chunk) => total + chunk.length, 0),
    dropped: countDropped(filtered.dropped),
    status: isEmpty ? 'completed' : 'queued',
    chunkCount: chunks.length,
    chunksDone: 0,
    chunksAtOnce:
      checked.number.ratePerSecond === undefined ? Math.max(1, chunks.length) : PACED_CHUNKS_AT_ONCE,
    tally: NO_TALLY,
    chargePerRecipient: charge.perRecipient,
    baseCharge: charge.base,
    linkToken: link?.token,
    linkKey: link?.key,
    createdAt: now,
    startedAt: undefined,
    completedAt: isEmpty ? now : undefined,
  };
}

function hasTrackingLink({ request }: CheckedJobRequest): boolean {
  const bodies = [request.body, ...request.recipients.map(({ body }) => body)];
  return bodies.some((body) => body !== undefined && findTrackingLinks(body).length > 0);
}

type Refusal = 'credits' | 'quota' | 'key' | 'other';

function commitParts(
  deps: Deps,
  options: PlannedJob & {
    job: Job;
    answer: StoredAnswer;
    key: { name: string; record: KeyRecord } | undefined;
    chunks: JobRecipient[][];
    link: JobLink | undefined;
  },
): Array<{ action: TransactItem; refusal: Refusal }> {
  const { account, checked, job, answer, key, chunks, link } = options;
  const now = deps.clock.now();
  const parts: Array<{ action: TransactItem; refusal: Refusal }> = [
    {
      action: { Put: { Item: jobItem(job), ConditionExpression: 'attribute_not_exists(pk)' } },
      refusal: 'other',
    },
    {
      action: { Put: { Item: { ...jobListKey(account.id, job.id), jobId: job.id } } },
      refusal: 'other',
    },
  ];
  if (key) {
    parts.push({
      action: putKeyRecord({
        address: { accountId: account.id, scope: checked.kind, key: key.name },
        replaces: key.record,
        record: {
          state: 'consumed',
          revision: `${job.id}:accepted`,
          subjectId: job.id,
          leaseUntil: undefined,
          expiresAt: keyExpiry(now),
          answer,
        },
      }),
      refusal: 'key',
    });
  }
  if (job.totalRecipients === 0) {
    const action = queueJobCompleted(deps.ids, { job, status: 'completed', tally: NO_TALLY, now });
    return [...parts, { action, refusal: 'other' }];
  }
  const charge = totalCharge(chargeForJob(checked.kind, checked), job.totalRecipients);
  if (!isFree(charge)) parts.push({ action: takeCredits(account.id, charge), refusal: 'credits' });
  parts.push(
    { action: takeQuota({ account, recipients: job.totalRecipients, now }), refusal: 'quota' },
    {
      action: putIntoOutbox({
        id: deps.ids.next('out'),
        now,
        entry: {
          kind: 'job',
          jobId: job.id,
          accountId: account.id,
          from: job.from,
          firstChunk: 1,
          lastChunk: Math.min(job.chunkCount, job.chunksAtOnce),
        },
      }),
      refusal: 'other',
    },
  );
  if (link) {
    const limits = {
      chunkCount: job.chunkCount,
      largestChunk: Math.max(...chunks.map(({ length }) => length)),
    };
    parts.push({ action: putJobLink(job, link, limits), refusal: 'other' });
  }
  return parts;
}

/** Of several reasons the one that the caller is to hear first: key, quota, credits. */
function refusalOf(
  result: Extract<TransactResult, { committed: false }>,
  parts: Array<{ refusal: Refusal }>,
): Refusal | 'conflict' {
  const unmet = result.failed
    .filter(({ reason }) => reason === 'conditionFailed')
    .map(({ index }) => parts[index]?.refusal ?? 'other');
  for (const refusal of ['key', 'quota', 'credits', 'other'] as const)
    if (unmet.includes(refusal)) return refusal;
  return 'conflict';
}
