import { findContact, idsOfContact } from '../audience/contacts/find-contact';
import { findAutomations } from '../automations/record/automation-store';
import { findWays } from '../automations/record/person';
import { sendIdOf } from '../automations/record/send-id';
import { findInCampaign } from '../campaigns/run/find-hand-overs';
import { type Campaign, campaignItem } from '../campaigns/record/campaign';
import { SEARCH_AT_MOST_MS } from '../limits';
import type { ListPage } from '../lists/list-query';
import { type Message, readMessage } from '../messages/message';
import { forEachAtOnce } from '../platform/at-once';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { CHUNK_PREFIX, campaignsPk, chunkKey, CONTACT_INDEX, textsPk } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type JobRecipient, readChunk } from '../sending/jobs/chunk';
import type { Job } from '../sending/jobs/job';
import { findJob, listJobs } from '../sending/jobs/read/find-job';
import type { JobPlace } from '../sending/jobs/results/job-message-id';
import { findRecipientMessage } from '../sending/jobs/results/recipient-message';

type Address = { accountId: string; phoneNumber: string };

/** Text to or from a phone, and the job or campaign that it was part of. */
export interface PhoneText {
  message: Message;
  job?: Pick<Job, 'id' | 'kind'>;
  /** Id of the campaign; for a text of an automation, that of its step. */
  campaignId?: string;
  /** Name of the campaign, or of the automation. */
  campaignName?: string;
}

/** Item that may hold texts to the phone; `place` is its place in the list, by time. */
interface Source {
  place: string;
  read: () => Promise<PhoneText[]>;
}

const JOBS_A_READ = 25;

/**
 * Lists the texts to and from a phone, newest first. Single texts and those from the phone are found by an index.
 * Recipients of a job have no items of their own: its chunks are searched, so that a page ends after two seconds,
 * perhaps empty.
 *
 * @param options.isMeant filter of the texts
 * @param options.since ISO time; older texts have expired
 */
export async function listTextsOfPhone(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: Address & { page: ListPage; since: string; isMeant?: (text: PhoneText) => boolean },
): Promise<{ texts: PhoneText[]; nextPlace: string | undefined }> {
  const { page, since, isMeant = () => true } = options;
  const endsAtMs = epochMs(clock) + SEARCH_AT_MOST_MS;
  const texts: PhoneText[] = [];
  for await (const { place, read } of newestFirst([
    singleTexts(table, { ...options, before: page.place }),
    jobs(table, { ...options, before: page.place }),
    campaigns(table, { ...options, before: page.place }),
    automations(table, { ...options, before: page.place }),
  ])) {
    if (place < since) break;
    texts.push(...(await read()).filter(isMeant));
    // A source is listed completely: a campaign has one text to a phone, hardly ever more.
    if (texts.length >= page.limit || epochMs(clock) >= endsAtMs) return { texts, nextPlace: place };
  }
  return { texts, nextPlace: undefined };
}

/** Merges lists that are each sorted by place. */
async function* newestFirst(lists: Array<AsyncGenerator<Source>>): AsyncGenerator<Source> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, head: await list.next() })));
  for (;;) {
    const newest = heads
      .flatMap((one) => (one.head.done ? [] : [{ one, source: one.head.value }]))
      .sort((a, b) => (a.source.place < b.source.place ? 1 : -1))[0];
    if (!newest) return;
    yield newest.source;
    newest.one.head = await newest.one.list.next();
  }
}

type Before = Address & { before: string | undefined };

async function* singleTexts(
  table: Table,
  { accountId, phoneNumber, before }: Before,
): AsyncGenerator<Source> {
  const items = table.query({
    IndexName: CONTACT_INDEX,
    KeyConditionExpression: `gsi2pk = :pk${before === undefined ? '' : ' AND gsi2sk < :before'}`,
    ExpressionAttributeValues: {
      ':pk': textsPk(accountId, phoneNumber),
      ...(before !== undefined && { ':before': before }),
    },
    ScanIndexForward: false,
    Limit: JOBS_A_READ,
  });
  for await (const item of items) {
    const message = readMessage(item);
    yield { place: `${message.createdAt}#${message.id}`, read: async () => [{ message }] };
  }
}

async function* jobs(table: Table, { accountId, phoneNumber, before }: Before): AsyncGenerator<Source> {
  let olderThan: string | undefined;
  for (;;) {
    const found = await listJobs(table, { accountId, limit: JOBS_A_READ, olderThan });
    for (const job of found) {
      olderThan = job.id;
      const place = `${job.createdAt}#${job.id}`;
      if (before !== undefined && place >= before) continue;
      yield { place, read: () => textsOfJob(table, job, { phoneNumber }) };
    }
    if (found.length < JOBS_A_READ) return;
  }
}

async function textsOfJob(
  table: Table,
  { id, kind }: Job,
  recipient: { phoneNumber: string; entry?: string },
): Promise<PhoneText[]> {
  const chunks = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': chunkKey(id, 0).pk, ':prefix': CHUNK_PREFIX },
  });
  // The numbers of a job are unique, but that of a person with several ways through an automation.
  const isMeant = ({ to, entry }: JobRecipient) =>
    to === recipient.phoneNumber && (recipient.entry === undefined || entry === recipient.entry);
  for await (const item of chunks) {
    const position = readChunk(item).findIndex(isMeant);
    if (position < 0) continue;
    const chunk = Number(item.sk.slice(CHUNK_PREFIX.length));
    const message = await findRecipientMessage(table, { jobId: id, chunk, position });
    return message ? [{ message, job: { id, kind } }] : [];
  }
  return [];
}

async function* campaigns(table: Table, { accountId, phoneNumber, before }: Before): AsyncGenerator<Source> {
  const contact = await findContact(table, { accountId, phoneNumber });
  const members = contact ? idsOfContact(contact).map((id) => ({ id, phoneNumber })) : [];
  if (members.length === 0) return;
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId) },
  });
  const begun = items
    .map(campaignItem.read)
    .filter((campaign): campaign is Campaign & { startedAt: string } => campaign.startedAt !== undefined)
    .map((campaign) => ({ campaign, place: `${campaign.startedAt}#${campaign.id}` }))
    .filter(({ place }) => before === undefined || place < before)
    .sort((a, b) => (a.place < b.place ? 1 : -1));
  for (const { campaign, place } of begun) {
    const read = async () =>
      (await Promise.all(members.map((member) => textsOfCampaign(table, campaign, member)))).flat();
    yield { place, read };
  }
}

async function textsOfCampaign(
  table: Table,
  { accountId, id: campaignId, name: campaignName }: Campaign,
  member: { id: string; phoneNumber: string },
): Promise<PhoneText[]> {
  const places: JobPlace[] = await findInCampaign(table, { accountId, campaignId, contacts: [member] });
  const found = await Promise.all(
    places.map(async ({ jobId, chunk, position }) => {
      const message = await findRecipientMessage(table, { jobId, chunk, position });
      return message && { message, job: { id: jobId, kind: 'campaign' as const }, campaignId, campaignName };
    }),
  );
  return found.filter((text) => text !== undefined);
}

const AUTOMATIONS_AT_ONCE = 16;

/** Lists the texts of automations, which the ways of the person name. */
async function* automations(
  table: Table,
  { accountId, phoneNumber, before }: Before,
): AsyncGenerator<Source> {
  const sent: Array<{ place: string; jobId: string; entry: string; campaignId: string; name: string }> = [];
  await forEachAtOnce(await findAutomations(table, accountId), AUTOMATIONS_AT_ONCE, async ({ id, name }) => {
    for (const { version, entry, sends } of await findWays(table, {
      accountId,
      automationId: id,
      phoneNumber,
    }))
      for (const { step, at, jobId } of sends)
        if (jobId !== undefined)
          sent.push({
            ...{ place: `${at}#${jobId}`, jobId, entry, name },
            campaignId: sendIdOf({ automationId: id, version, step }),
          });
  });
  const earlier = sent.filter(({ place }) => before === undefined || place < before);
  for (const { place, jobId, entry, campaignId, name } of earlier.sort((a, b) =>
    a.place < b.place ? 1 : -1,
  )) {
    const read = async () => {
      const job = await findJob(table, { accountId, jobId });
      const texts = job ? await textsOfJob(table, job, { phoneNumber, entry }) : [];
      return texts.map((text) => ({ ...text, campaignId, campaignName: name }));
    };
    yield { place, read };
  }
}
