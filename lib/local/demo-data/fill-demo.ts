import { updateAccount } from '../../../shared/accounts/account-store';
import { createField } from '../../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../../shared/audience/groups/create-group';
import { domainOf } from '../../../shared/content/link';
import { addLink } from '../../../shared/content/link-store';
import { addLinkDomain } from '../../../shared/operations/link-domains';
import { type CorePlatform, getPlatform } from '../../../shared/platform/platform';
import { addNumber } from '../../../shared/senders/number-store';
import type { DemoDescription } from '../data-dir';
import { runCampaigns } from './campaigns';
import { inventPeople, type Person, TIERS, toCsv } from './people';
import {
  type ApiClient,
  createApiClient,
  type DemoParts,
  type DemoStage,
  LINK,
  REWARDS_LINK,
  SHORT_CODE,
  SLOW_NUMBER,
} from './stage';

const SEED = 20_261;
/** Percentage of the people who have never consented to texts. */
const WITHOUT_CONSENT_PERCENT = 7;
/** Recipients above which a campaign needs an approval. Each segment but one has more people. */
const APPROVAL_ABOVE = 200;
/** Age of the account, in days. */
const DAYS_BACK = 20;
const DAY_MS = 86_400_000;
/** Hour of the day, UTC: 10:30 in California, 13:30 in New York, within the legal hours of all states of the people. */
const HOUR_UTC = 18.5;

/** Returns the offset, negative and in milliseconds, at which the clock starts when demo data are going to be made. */
export function demoClockOffsetMs(nowMs: number): number {
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS - DAYS_BACK * DAY_MS;
  // Its campaigns are sent 2, 9 and 15 days later. On a Sunday some states allow no marketing before the afternoon, or
  // none.
  const daysSinceThursday = Math.max(0, new Date(midnightMs).getUTCDay() - 4);
  return midnightMs - daysSinceThursday * DAY_MS + HOUR_UTC * 3_600_000 - nowMs;
}

/**
 * Fills the demo account with people, segments, campaigns and conversations of the last weeks, through the service's
 * own API and use cases. The clock begins in the past and ends at the present.
 */
export async function fillDemo(parts: DemoParts): Promise<void> {
  const people = inventPeople({ seed: SEED, now: parts.clock.now() });
  const stage: DemoStage = { ...parts, people, api: createApiClient(parts.demo) };

  // 1. Sets up the account, as an administrator does.
  await setUpAccount(getPlatform(), parts.demo);

  // 2. Imports the contact book.
  await importPeople(stage);

  // 3. Runs segments and campaigns, with people's answers, day after day.
  await runCampaigns(stage);

  // 4. Requires a second person for large campaigns from now on; one campaign waits for approval.
  await updateAccount({
    table: getPlatform().table,
    accountId: parts.demo.accountId,
    changes: { approvalAbove: APPROVAL_ABOVE },
  });
  await launchLargeCampaign(stage);
}

async function setUpAccount(platform: CorePlatform, { accountId }: DemoDescription): Promise<void> {
  await updateAccount({
    table: platform.table,
    accountId,
    changes: { name: 'Northwind Coffee', timeZone: 'America/Los_Angeles' },
  });
  await addNumber(platform, { accountId, number: SHORT_CODE, status: 'Active' });
  await addNumber(platform, { accountId, number: SLOW_NUMBER, status: 'Active', ratePerSecond: 1 });
  await addLinkDomain(platform, { accountId, domain: domainOf(LINK) });
  await addLink(platform, { accountId, link: LINK, url: 'https://www.example.com/autumn' });
  await addLink(platform, { accountId, link: REWARDS_LINK, url: 'https://www.example.com/rewards' });
  await createField(platform, { accountId, label: 'Tier', type: 'SINGLE_SELECT', options: [...TIERS] });
  await createField(platform, { accountId, label: 'Points', type: 'NUMBER', options: [] });
  await createField(platform, { accountId, label: 'Last visit', type: 'DATE', options: [] });
  await createGroup(platform, { accountId, name: 'Rewards', optInType: 'SINGLE', isDefault: false });
}

async function importPeople({ api, demo, people }: DemoStage): Promise<void> {
  const [customers, newsletter] = demo.groups;
  const consented = people.filter((_, index) => index % 100 >= WITHOUT_CONSENT_PERCENT);
  const others = people.filter((_, index) => index % 100 < WITHOUT_CONSENT_PERCENT);
  const readers = consented.filter((_, index) => index % 8 === 0);
  await importFile(api, consented, { group: customers?.id, basis: 'Signed up at the till, on paper.' });
  await importFile(api, readers, { group: newsletter?.id, basis: 'Ticked the box on the website.' });
  await importFile(api, others, {});
}

async function importFile(
  api: ApiClient,
  people: readonly Person[],
  { group, basis }: { group?: string | undefined; basis?: string },
): Promise<void> {
  const { id, upload } = await api.post<{ id: string; upload: { url: string } }>('/api/v1/contacts/imports', {
    format: 'csv',
    ...(group !== undefined && { group, consentBasis: basis }),
  });
  await fetch(upload.url, { method: 'PUT', body: toCsv(people) });
  await api.post(`/api/v1/contacts/imports/${id}/start`);
  await api.until(`/api/v1/contacts/imports/${id}`, 'completed');
}

async function launchLargeCampaign({ api, demo }: DemoStage): Promise<void> {
  await api.post('/api/v1/campaigns', {
    name: 'Holiday hours',
    from: SHORT_CODE,
    purpose: 'marketing',
    body: 'Hi {{contact_first_name}}, all our shops are open until 8 in the holidays. Reply STOP to opt out.',
    audience: { groups: [demo.groups[0]?.id] },
    schedule: { localTime: `${inDays(3)}T10:00`, timeZone: 'recipient' },
    launch: true,
  });
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
