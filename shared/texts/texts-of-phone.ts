import { findContact, idsOfContact } from '../audience/contacts/find-contact';
import { findAutomations } from '../automations/record/automation-store';
import { findWays } from '../automations/record/person';
import { sendIdOf } from '../automations/record/send-id';
import { findInCampaign } from '../campaigns/run/find-hand-overs';
import type { Campaign } from '../campaigns/record/campaign';
import { SEARCH_AT_MOST_MS } from '../limits';
import type { ListPage } from '../lists/list-query';
import { newestFirst } from '../lists/newest-first';
import type { Message } from '../messages/message';
import { newestOfPhone } from '../messages/newest-messages';
import { forEachAtOnce } from '../platform/at-once';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { CHUNK_PREFIX, chunkKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { type JobRecipient, readChunk } from '../sending/jobs/chunk';
import type { Job } from '../sending/jobs/job';
import { findJob } from '../sending/jobs/read/find-job';
import type { JobPlace } from '../sending/jobs/results/job-message-id';
import { findRecipientMessage } from '../sending/jobs/results/recipient-message';
import { begunCampaigns, newestJobs } from './internal/begun-work';

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

const AT_ONCE = 25;

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

type Before = Address & { before: string | undefined };

async function* singleTexts(
  table: Table,
  { accountId, phoneNumber, before }: Before,
): AsyncGenerator<Source> {
  const messages = newestOfPhone(table, { accountId, phoneNumber, before, atOnce: AT_ONCE });
  for await (const { place, message } of messages) yield { place, read: async () => [{ message }] };
}

async function* jobs(table: Table, { phoneNumber, ...from }: Before): AsyncGenerator<Source> {
  for await (const { place, job } of newestJobs(table, from))
    yield { place, read: () => textsOfJob(table, job, { phoneNumber }) };
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
  for await (const { place, campaign } of begunCampaigns(table, { accountId, before })) {
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
