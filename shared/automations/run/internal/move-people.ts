import type { Account } from '../../../accounts/account';
import { gatherCreditShards } from '../../../accounts/gather-credit-shards';
import { takeCredits } from '../../../accounts/credit-writes';
import { takeQuota } from '../../../accounts/daily-quota';
import { chargeForSingle, NO_CHARGE } from '../../../accounts/charge';
import { findTrackingLinks } from '../../../content/merge-tags';
import { putIntoOutbox } from '../../../outbox/outbox';
import type { Platform } from '../../../platform/platform';
import { commit, type Part, required } from '../../../platform/store/commit';
import { automationShardOf } from '../../../platform/store/keys';
import type { TransactItem } from '../../../platform/store/table';
import { type CampaignSender, rateOfJob } from '../../../campaigns/run/campaign-sender';
import { isSlow } from '../../../senders/slow-number';
import { chunkItem, LARGEST_CHUNK } from '../../../sending/jobs/chunk';
import { type Job, jobItem, nextCheck, NO_COUNTS } from '../../../sending/jobs/job';
import { linkFields, newJobLink, putJobLink } from '../../../sending/jobs/job-link';
import { type AutomationPlan, isSend, type StoredStep } from '../../record/automation';
import { runIdOf, sendIdOf } from '../../record/send-id';
import { putAutomationJob } from '../../record/automation-job';
import { CountChanges } from '../../record/counts';
import { type Person, retainedItemOfPerson, runOf } from '../../record/person';
import type { Way } from '../decide-way';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;
export interface Move extends Way {
  before: Person;
}

/**
 * Moves people of one version on, at most 80, and hands those whose turn it is for a text to a job, in one transaction:
 * whoever dies, no person moves without their text, and none gets it twice.
 *
 * @returns `moved` when another worker has moved one of them; `cannotPay` without credits or quota
 */
export async function movePeople(
  deps: Deps,
  options: {
    account: Account;
    plan: AutomationPlan;
    sender: CampaignSender;
    /** Member of the sender that sends to all of them; absent for a number. */
    member: string | undefined;
    moves: [Move, ...Move[]];
    now: Date;
  },
): Promise<'done' | 'moved' | 'cannotPay'> {
  const { account, plan, moves } = options;
  const [{ before: first, send }] = moves;
  const jobId = deps.ids.next('brc');
  const parts: Array<Part<'moved' | 'cannotPay' | 'linkTaken'>> = [
    ...moves.map(({ before, after }) => ({
      write: putPerson(before, send === undefined ? after : sentBy(jobId, after), account),
      onFail: 'moved' as const,
    })),
    ...required(countWrites(first, { plan, moves })),
    ...(send === undefined ? [] : sendParts(deps, { ...options, step: send, jobId })),
  ];
  let result = await commit(deps.table, parts);
  if (!result.committed && result.refusal === 'cannotPay') {
    await gatherCreditShards(deps, account.id);
    result = await commit(deps.table, parts);
  }
  if (result.committed) return 'done';
  return result.refusal === 'cannotPay' ? 'cannotPay' : 'moved';
}

/** Builds the writes of the counts, of which each shard has its own. */
function countWrites(
  first: Person,
  { plan, moves }: { plan: AutomationPlan; moves: Move[] },
): TransactItem[] {
  const byShard = new Map<number, CountChanges>();
  for (const { before, after } of moves) {
    const shard = automationShardOf(before.phoneNumber);
    const counts = byShard.get(shard) ?? new CountChanges();
    byShard.set(shard, counts.move(before, after, plan.steps.length));
  }
  return [...byShard].map(([shard, counts]) => counts.write({ ...first, shard }));
}

/** Builds the write of a person, which fails when another worker has moved them. */
export const putPerson = (before: Person, after: Person, account: Pick<Account, 'retentionDays'>) => ({
  Put: {
    Item: retainedItemOfPerson({ ...after, revision: before.revision + 1 }, account),
    ConditionExpression: 'revision = :read',
    ExpressionAttributeValues: { ':read': before.revision },
  },
});

/** Returns true when people go on from a text without a wait to a step that begins after it. */
function isTextAwaited({ steps }: AutomationPlan, index: number): boolean {
  return awaitsText(steps.slice(index + 1).find((step) => 'wait' in step || awaitsText(step)));
}

/** Returns true for a step that begins when the text before it has gone out, or has failed. */
export const awaitsText = (step: StoredStep | undefined): boolean =>
  step !== undefined && ('leave' in step || 'send' in step);

/** Adds the job to the last text of a way. */
const sentBy = (jobId: string, person: Person): Person => ({
  ...person,
  sends: person.sends.map((send, index) => (index === person.sends.length - 1 ? { ...send, jobId } : send)),
});

/** Builds the job of a step's text, with one chunk, and takes its credits at the price of single sends. */
function sendParts(
  deps: Deps,
  options: {
    account: Account;
    plan: AutomationPlan;
    sender: CampaignSender;
    member: string | undefined;
    moves: Move[];
    step: number;
    jobId: string;
    now: Date;
  },
): Array<Part<'cannotPay' | 'linkTaken'>> {
  const { account, plan, sender, member, moves, step: index, jobId, now } = options;
  const step = plan.steps[index];
  const [first] = moves;
  if (!isSend(step) || !first) return [];
  const { body, mediaUrl } = step.send;
  const isMms = mediaUrl !== undefined;
  const charge = chargeForSingle({ isMms });
  const { accountId } = first.before;
  const run = runOf(first.before);
  const link = findTrackingLinks(body ?? '').length > 0 ? newJobLink(deps.ids) : undefined;
  const job: Job = {
    id: jobId,
    accountId,
    kind: 'campaign',
    campaignId: sendIdOf({ ...first.before, step: index }),
    runId: run === undefined ? undefined : runIdOf({ ...first.before, run }),
    from: plan.from,
    body,
    mediaUrl,
    totalRecipients: moves.length,
    status: 'queued',
    chunkCount: 1,
    chunksDone: 0,
    chunksAtOnce: 1,
    isPaced: isSlow(rateOfJob(sender, member)) ? true : undefined,
    isAwaited: isTextAwaited(plan, index) ? true : undefined,
    counts: NO_COUNTS,
    skippedBy: {},
    chargePerRecipient: charge,
    baseCharge: NO_CHARGE,
    ...linkFields(link, account),
    retentionDays: account.retentionDays,
    createdAt: now.toISOString(),
  };
  const recipients = moves.map(({ before }) => ({
    to: before.phoneNumber,
    idempotencyKey: undefined,
    body: undefined,
    mediaUrl: undefined,
    eventData: before.eventData,
    entry: before.entry,
  }));
  const limits = { chunkCount: 1, largestChunk: LARGEST_CHUNK.recipients };
  const { from, isPaced } = job;
  const total = { sms: charge.sms * moves.length, mms: charge.mms * moves.length };
  return [
    { write: takeCredits(accountId, total), onFail: 'cannotPay' },
    { write: takeQuota({ account, recipients: moves.length, now }), onFail: 'cannotPay' },
    ...(link ? [{ write: putJobLink(job, link, limits), onFail: 'linkTaken' as const }] : []),
    ...required([
      { Put: { Item: chunkItem({ job, chunk: 1, recipients, member }) } },
      { Put: { Item: { ...jobItem(job), ...nextCheck(jobId, now) } } },
      putAutomationJob(first.before, { jobId, now }),
      putIntoOutbox({
        id: deps.ids.next('out'),
        now,
        entry: { kind: 'job', ...{ jobId, accountId, from, isPaced }, firstChunk: 1, lastChunk: 1 },
      }),
    ]),
  ];
}
