import { type Campaign, campaignItem, hasEnded } from '../../../shared/campaigns/record/campaign';
import { campaignRunItem } from '../../../shared/campaigns/run/run-item';
import { readSendId } from '../../../shared/automations/record/send-id';
import type { Contact } from '../../../shared/audience/contacts/contact';
import { readContact } from '../../../shared/audience/contacts/contact';
import type { Job } from '../../../shared/sending/jobs/job';
import type { Evidence } from './books';
import type { PlannedCampaign } from './campaign-traffic';
import type { BookedSend, HandOvers } from './hand-over-books';
import { FIRST_GROUP, MARKETING_CAP } from './seeded-account';
import { wallTextAt } from './local-times';
import { PROVIDER_TAKES_AT_MOST_MS } from './simulated-provider';
import type { LateClaim } from './moments';
import { findMovedCounts, findSentAfterStop } from './stop-books';
import { START } from './start';

/** Campaign with its jobs. */
interface BookedCampaign {
  campaign: Campaign;
  jobs: Job[];
}

/** Returns true for the campaign that carries a text of an automation. */
const isOfAutomation = ({ id }: Campaign) => readSendId(id) !== undefined;

/**
 * Returns a filter for jobs of campaigns that began, and all other jobs: a worker that dies while it selects an
 * audience leaves unused jobs.
 */
export function isCarried(items: Evidence['items']): (job: Job) => boolean {
  const carried = new Set(
    items.filter(({ entity }) => entity === campaignRunItem.entity).flatMap((item) => jobIdsOf(item)),
  );
  const begun = new Set(readCampaigns(items).flatMap(({ id, jobCount }) => (jobCount > 0 ? [id] : [])));
  return ({ id, campaignId }) =>
    campaignId === undefined ||
    readSendId(campaignId) !== undefined ||
    (carried.has(id) && begun.has(campaignId));
}

const jobIdsOf = (item: Evidence['items'][number]) =>
  campaignRunItem.read(item).jobs.map(({ jobId }) => jobId);
const readCampaigns = (items: Evidence['items']) =>
  items.filter(({ entity }) => entity === campaignItem.entity).map((item) => campaignItem.read(item));

/** Finds violations of campaigns: their ends, counts, audience, steps, hours and cap. */
export function findWrongCampaigns(evidence: Evidence, { all, jobs }: HandOvers): string[] {
  const { items, traffic } = evidence;
  const campaigns = readCampaigns(items);
  const known = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  return [
    ...traffic.campaigns.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} was answered and is gone`),
    ...campaigns.flatMap((campaign) => {
      const ofCampaign = jobs.filter(({ campaignId }) => campaignId === campaign.id);
      const jobIds = new Set(ofCampaign.map(({ id }) => id));
      const sends = all.filter(({ jobId }) => jobId !== undefined && jobIds.has(jobId));
      const claims = evidence.world.lateClaims.filter(({ jobId }) => jobIds.has(jobId));
      const planned = traffic.campaigns.find(({ id }) => id === campaign.id);
      if (isOfAutomation(campaign)) return findWrongTimes(evidence, campaign, sends);
      return [
        ...(isUnknownDraft(campaign, planned) ? [] : findWrongEnd({ campaign, jobs: ofCampaign }, sends)),
        ...findWrongAudience(evidence, campaign, sends),
        ...findWrongTimes(evidence, campaign, sends),
        ...(planned ? findWrongSteps(planned, campaign, { sends, claims }) : []),
      ];
    }),
    ...findTooMuchMarketing(evidence, campaigns, { all, jobs }),
  ];
}

/** Returns true when the launch got no answer, so that no operator was asked to approve the campaign. */
const isUnknownDraft = ({ status }: Campaign, planned: PlannedCampaign | undefined) =>
  status === 'awaitingApproval' && planned === undefined;

function findWrongEnd({ campaign, jobs }: BookedCampaign, sends: BookedSend[]): string[] {
  const { id, status, selected = 0, jobCount, jobsDone, counts, skippedBy, completedAt } = campaign;
  if (!hasEnded(campaign) || completedAt === undefined) return [`${id} is ${status} for ever`];
  const wrong: string[] = [];
  if (jobsDone !== jobCount || jobs.length !== jobCount)
    wrong.push(`${id} has ${jobsDone} of ${jobCount} jobs done`);
  if (sends.length !== selected) wrong.push(`${id} has ${sends.length} recipients of ${selected}`);
  const ended = { sent: 0, failed: 0, skipped: 0, unknown: 0 };
  for (const { end } of sends) {
    if (end === 'none') continue;
    ended[end] += 1;
    if (end === 'unknown') ended.failed += 1;
  }
  for (const name of ['sent', 'failed', 'skipped', 'unknown'] as const) {
    if (ended[name] !== counts[name]) wrong.push(`${id} counts ${counts[name]} ${name} of ${ended[name]}`);
  }
  const reasons = Object.values(skippedBy).reduce((sum, count) => sum + count, 0);
  if (reasons !== counts.skipped) wrong.push(`${id} has reasons for ${reasons} of ${counts.skipped} skipped`);
  return wrong;
}

/**
 * Finds recipients that were sent to twice, and those that were left out although nothing has happened to them since
 * the beginning.
 */
function findWrongAudience({ items }: Evidence, campaign: Campaign, sends: BookedSend[]): string[] {
  const { id, accountId, jobCount } = campaign;
  if (jobCount === 0) return [];
  const phones = new Set(sends.map(({ to }) => to));
  const wrong = phones.size === sends.length ? [] : [`${id} has a recipient twice`];
  const untouched = contactsOf(items, accountId).filter(
    ({ version, memberships }) => version === 1 && memberships[FIRST_GROUP]?.optInAt === START,
  );
  for (const { phoneNumber } of untouched) {
    if (!phones.has(phoneNumber)) wrong.push(`${id} has forgotten ${phoneNumber}`);
  }
  return wrong;
}

const contactsOf = (items: Evidence['items'], accountId: string): Contact[] =>
  items.filter((item) => item.sk === 'CONTACT' && item.accountId === accountId).map(readContact);

/** Finds sends that were too early, or in closed hours, unless the clock jumped or a call took long in between. */
function findWrongTimes({ items, world }: Evidence, campaign: Campaign, sends: BookedSend[]): string[] {
  const zones = new Map(
    contactsOf(items, campaign.accountId).map(({ phoneNumber, tz }) => [String(phoneNumber), tz] as const),
  );
  const { jumps, slow } = world.plannedMix;
  const isExact = jumps === 0 && slow === 0;
  return sends.flatMap(({ messageId, to, taken }) =>
    taken.flatMap(({ atMs }) => {
      const zone = zones.get(to) ?? 'UTC';
      const { schedule } = campaign;
      const early = `${messageId} was taken too early, at ${new Date(atMs).toISOString()} in ${zone}`;
      if (schedule && 'at' in schedule && atMs < Date.parse(schedule.at)) return [early];
      if (schedule && 'localTime' in schedule && wallTextAt(zone, atMs) < schedule.localTime) return [early];
      if (!isExact || isOpen(campaign, { zone, hasZone: zones.get(to) !== undefined, atMs })) return [];
      return [`${messageId} was taken in closed hours, at ${new Date(atMs).toISOString()} in ${zone}`];
    }),
  );
}

const SIX_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** Returns true in the sending hours. The numbers of the world are in New York's area codes: no stricter state. */
function isOpen(
  { purpose, sendingHours }: Campaign,
  { zone, hasZone, atMs }: { zone: string; hasZone: boolean; atMs: number },
): boolean {
  const isBetween = (from: string, to: string, where: string) =>
    // The hours were open when the hand-over was decided on, which takes some time.
    [atMs, atMs - PROVIDER_TAKES_AT_MOST_MS].some((at) => {
      const time = wallTextAt(where, at).slice('YYYY-MM-DDT'.length);
      return time >= from && time < to;
    });
  if (sendingHours && !isBetween(sendingHours.from, sendingHours.to, zone)) return false;
  if (purpose !== 'marketing') return true;
  return (hasZone ? [zone] : SIX_ZONES).every((where) => isBetween('08:00', '21:00', where));
}

/** Finds sends after the answers to pauses and cancellations. */
function findWrongSteps(
  { id, steps }: PlannedCampaign,
  campaign: Campaign,
  { sends, claims }: { sends: BookedSend[]; claims: LateClaim[] },
): string[] {
  return steps.flatMap(({ verb, answer }) => {
    if ((verb !== 'pause' && verb !== 'cancel') || answer?.status !== 200) return [];
    const answeredAtStep = answer.atStep;
    const resumed = steps.filter(({ verb: other }) => verb === 'pause' && other === 'resume');
    // A resumption that was requested earlier may take effect after it.
    const untilStep = Math.min(Infinity, ...resumed.map(({ askedAtStep }) => askedAtStep));
    const after = sends.flatMap(({ taken }) =>
      taken.filter(({ askedAtStep }) => askedAtStep > answeredAtStep && askedAtStep < untilStep),
    );
    const name = `The ${verb} of ${id}`;
    const hasBegun = campaign.jobCount > 0;
    return [
      ...findSentAfterStop(name, { after, answeredAtStep }),
      ...(verb === 'cancel' && hasBegun
        ? findMovedCounts(name, { answer, counts: campaign.counts, claims })
        : []),
    ];
  });
}

/** Finds people with more marketing than the cap, whose window is longer than a run. */
function findTooMuchMarketing(
  { accounts }: Evidence,
  campaigns: Campaign[],
  { all, jobs }: Pick<HandOvers, 'all' | 'jobs'>,
): string[] {
  const marketing = new Set(campaigns.filter(({ purpose }) => purpose === 'marketing').map(({ id }) => id));
  const jobIds = new Set(jobs.filter((job) => marketing.has(job.campaignId ?? '')).map(({ id }) => id));
  return accounts
    .filter(({ hasMarketingCap }) => hasMarketingCap)
    .flatMap((account) => {
      const handed = new Map<string, number>();
      for (const { accountId, jobId, to, taken } of all) {
        if (accountId !== account.id || !jobIds.has(jobId ?? '') || taken.length === 0) continue;
        handed.set(to, (handed.get(to) ?? 0) + 1);
      }
      return [...handed].flatMap(([to, count]) =>
        count > MARKETING_CAP.messages ? [`${to} was handed ${count} marketing messages`] : [],
      );
    });
}
