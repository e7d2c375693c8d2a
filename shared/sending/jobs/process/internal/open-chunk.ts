import { readAccount } from '../../../../accounts/account';
import { readSchema } from '../../../../audience/custom-fields/custom-field-schema';
import { findTrackingLinks } from '../../../../content/merge-tags';
import { isLinkIdentifier } from '../../../../content/link';
import { senderKeys, senderOf } from '../../../../senders/number';
import {
  accountKey,
  accountLinkKey,
  chunkKey,
  jobKey,
  progressKey,
  schemaKey,
} from '../../../../platform/store/keys';
import { addLogContext } from '../../../../platform/observability/log';
import { memberOf, readChunk } from '../../chunk';
import { chunkAction, readCampaignOf } from './campaign-turn';
import { startJob, takeLease } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { readJob, senderIdOf } from '../../job';
import { isParked, newProgress, readProgress } from '../../results/progress';

/** Finished chunk with recipients whose outcome is unknown. */
interface DoneWithUnknowns {
  doneWithUnknowns: { size: number };
}

/**
 * Takes a chunk's lease and reads what is needed to work on it.
 *
 * @returns `undefined` when there is nothing to do: the job was never accepted, the campaign is paused or has not begun
 *   to send, or the chunk is done, parked until a later time, or leased by another worker
 */
export async function openChunk(
  deps: ChunkDeps,
  options: { jobId: string; chunk: number },
): Promise<ChunkWork | DoneWithUnknowns | undefined> {
  const { jobId, chunk } = options;
  const [jobItem, chunkItem, progressItem] = await deps.table.batchGet([
    jobKey(jobId),
    chunkKey(jobId, chunk),
    progressKey(jobId, chunk),
  ]);
  if (!jobItem || !chunkItem) return undefined;
  const job = readJob(jobItem);
  addLogContext({ accountId: job.accountId, jobId, chunk });
  const found = progressItem && readProgress(progressItem);
  if (found?.state === 'done') {
    return found.counts.unknown > 0 ? { doneWithUnknowns: { size: found.size } } : undefined;
  }
  const campaign = await readCampaignOf(deps.table, job);
  const duty = chunkAction(campaign);
  if (duty === 'rest') return undefined;
  const isCancelled = job.status === 'cancelled' || duty === 'skip';
  if (found && !isCancelled && isParked(found, deps.clock.now())) return undefined;

  const recipients = readChunk(chunkItem);
  const progress = await takeLease(deps, {
    job,
    found,
    fresh: newProgress({ job, chunk, size: recipients.length }),
    owner: deps.ids.next('own'),
  });
  if (!progress) return undefined;

  const links = linksOf(job.body, recipients);
  const member = memberOf(chunkItem);
  const from = member ?? job.from;
  const sender = senderKeys({ accountId: job.accountId, number: from, senderId: senderIdOf(job) });
  const [startedJob, [accountItem, schemaItem, ...items]] = await Promise.all([
    startJob(deps, job),
    deps.table.batchGet([
      accountKey(job.accountId),
      schemaKey(job.accountId),
      ...sender,
      ...links.map((link) => accountLinkKey(job.accountId, link)),
    ]),
  ]);
  if (!accountItem) return undefined;
  const account = readAccount(accountItem);
  const [senderItems, linkItems] = [items.slice(0, sender.length), items.slice(sender.length)];
  return {
    job: startedJob,
    campaign,
    account,
    chunk,
    ...{ from, member },
    recipients,
    schema: readSchema(schemaItem),
    registeredLinks: new Set(links.filter((_, index) => linkItems[index] !== undefined)),
    textVerdicts: new Map(),
    ...senderOf(senderItems, {
      account,
      isMms: (recipients[0]?.mediaUrl ?? job.mediaUrl) !== undefined,
    }),
    progress,
    freshFrom: progress.nextPosition,
    contactsAhead: undefined,
    lookUps: new Map(),
    lastSendBatchMs: undefined,
    slotLeadMs: undefined,
    heldTexts: new Map(),
    results: new Map(),
  };
}

function linksOf(jobBody: string | undefined, recipients: Array<{ body: string | undefined }>): string[] {
  const bodies = [jobBody, ...recipients.map(({ body }) => body)].filter((body) => body !== undefined);
  return [...new Set(bodies.flatMap(findTrackingLinks))].filter(isLinkIdentifier);
}
