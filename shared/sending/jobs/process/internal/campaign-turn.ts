import type { Contact } from '../../../../audience/contacts/contact';
import { MISSED_AFTER_MS } from '../../../../automations/record/automation';
import { readSendId } from '../../../../automations/record/send-id';
import { type Campaign, campaignItem } from '../../../../campaigns/record/campaign';
import { contactTimesAt } from '../../../../campaigns/record/campaign-timing';
import { epochMs } from '../../../../platform/clock';
import { contactKey } from '../../../../platform/store/keys';
import type { Item } from '../../../../platform/store/item';
import type { Table } from '../../../../platform/store/table';
import type { SendTime } from '../../../../campaigns/timing/send-time';
import { gatedContactItem } from '../../../../audience/contacts/contact';
import { isErasedRecipient } from '../../chunk';
import type { Job } from '../../job';
import { jobMessageId } from '../../results/job-message-id';
import type { PageResults } from '../../results/result';
import { type ChunkDeps, type ChunkWork, type ContactRead, recipientAt } from './chunk-work';
import {
  type CountedMarketing,
  readCountedMarketing,
  returnTakenPlaces,
  takeCapPlace,
} from './marketing-cap';

/** Reads the current state of the job's campaign; `undefined` when the job belongs to none. */
export async function readCampaignOf(
  table: Table,
  job: Pick<Job, 'accountId' | 'campaignId' | 'createdAt'>,
): Promise<Campaign | undefined> {
  const { accountId, campaignId: id } = job;
  if (id === undefined) return undefined;
  return campaignOf(job, await table.get(campaignItem.key({ accountId, id })));
}

/** Time for which texts of an automation wait for their hours, which open every week. */
const WAITS_FOR_HOURS_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Reads the campaign of a job. The texts of a step of an automation begin anew with each job, and are missed when they
 * waited for longer than a day at the end of a pause.
 *
 * **Source:** rules E10.4.
 */
export function campaignOf(
  { createdAt }: Pick<Job, 'createdAt'>,
  item: Item | undefined,
): Campaign | undefined {
  const campaign = campaignItem.readIfAny(item);
  if (!campaign || !readSendId(campaign.id)) return campaign;
  const [startedMs, resumedMs] = [Date.parse(createdAt), Date.parse(campaign.launchedAt ?? '')];
  const waitsMs = resumedMs - startedMs > MISSED_AFTER_MS ? MISSED_AFTER_MS : WAITS_FOR_HOURS_MS;
  return { ...campaign, startedAt: createdAt, expiresAt: new Date(startedMs + waitsMs).toISOString() };
}

/**
 * Decides what the chunks of a campaign do in its current status: `skip` all recipients after a cancellation, `send`
 * while it is sending, otherwise `rest`. Without a campaign: `send`.
 */
export function chunkAction(campaign: Campaign | undefined): 'send' | 'skip' | 'rest' {
  switch (campaign?.status) {
    case undefined:
    case 'sending':
      return 'send';
    case 'cancelled':
      return 'skip';
    default:
      return 'rest';
  }
}

/**
 * Returns the function that decides when a contact may be sent to, by the campaign's hours; for other jobs always now.
 */
export function timesAt({ campaign, account }: ChunkWork, nowMs: number): (contact: Contact) => SendTime {
  if (!campaign) return () => ({ kind: 'now' });
  return contactTimesAt({ campaign, account, nowMs });
}

/** Reads the recent marketing messages of contacts for a marketing campaign, by contact id; empty for other jobs. */
export async function readMarketing(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  contacts: ContactRead[],
): Promise<ReadonlyMap<string, CountedMarketing | undefined>> {
  if (!isMarketing(work)) return new Map();
  const { accountId } = work.job;
  const contactIds = contacts.flatMap((contact) =>
    contact === 'unreadable' || contact?.id === undefined ? [] : [contact.id],
  );
  const counted = await readCountedMarketing(deps.table, { accountId, contactIds });
  return new Map(contactIds.map((contactId, index) => [contactId, counted[index]]));
}

/**
 * Counts a message of a marketing campaign for its recipient, even when the account has no cap.
 *
 * @returns false when the recipient has had as many marketing messages as the account allows
 */
export async function takePlaceWithinCap(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  options: {
    position: number;
    contact: Contact | undefined;
    marketing: ReadonlyMap<string, CountedMarketing | undefined>;
    nowMs: number;
  },
): Promise<boolean> {
  const { position, contact, marketing, nowMs } = options;
  if (!isMarketing(work) || contact?.id === undefined) return true;
  const place = { ...placeIn(work, position), contactId: contact.id };
  const { marketingCap: cap } = work.account;
  return takeCapPlace(deps.table, place, { cap, known: marketing.get(contact.id), nowMs });
}

/** Gives back the cap places of recipients whose message was not handed over. Idempotent. */
export async function returnCapPlaces(
  deps: Pick<ChunkDeps, 'table' | 'clock'>,
  work: ChunkWork,
  results: PageResults,
): Promise<void> {
  await returnCapPlacesAt(
    deps,
    work,
    [...results].flatMap(([position, { status }]) =>
      status === 'failed' || status === 'skipped' ? [position] : [],
    ),
  );
}

/** Gives back the cap places of recipients without a result, whose message may be handed over much later. */
export async function returnCapPlacesAt(
  deps: Pick<ChunkDeps, 'table' | 'clock'>,
  work: ChunkWork,
  ofPositions: readonly number[],
): Promise<void> {
  const positions = ofPositions.filter((position) => !isErasedRecipient(recipientAt(work, position)));
  if (!isMarketing(work) || positions.length === 0) return;
  const items = await deps.table.batchGet(
    positions.map((position) => contactKey(work.job.accountId, recipientAt(work, position).to)),
  );
  const places = positions.flatMap((position, index) => {
    const contactId = gatedContactItem.readIfAny(items[index])?.id;
    return contactId === undefined ? [] : [{ ...placeIn(work, position), contactId }];
  });
  await returnTakenPlaces(deps.table, places, { nowMs: epochMs(deps.clock) });
}

const isMarketing = ({ campaign }: ChunkWork) => campaign?.purpose === 'marketing';

const placeIn = ({ job, chunk }: ChunkWork, position: number) => ({
  accountId: job.accountId,
  messageId: jobMessageId({ jobId: job.id, chunk, position }),
});
