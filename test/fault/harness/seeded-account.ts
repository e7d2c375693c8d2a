import { updateAccount } from '../../../shared/accounts/account-store';
import { createAccount } from '../../../shared/accounts/create-account';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { addNumber } from '../../../shared/senders/number-store';
import { contactIndexAttributes, contactKey, groupKey } from '../../../shared/platform/store/keys';
import { linkDomainOf, registerLink } from '../../support/service/own-links';
import { everyLimit } from '../../support/routes/rate-limits';
import { picksSender, type SeededSender, seedSender } from './seeded-sender';
import { START } from './start';
import type { World } from './world';

export const GROUPS = ['grp_a', 'grp_b', 'grp_c'];
/** Tag of every group, under one id. */
export const TAG_OF_GROUPS = { id: 'tag_vip', name: 'VIP', createdAt: START, updatedAt: START };
/** Group of all contacts that are members at the beginning. */
export const FIRST_GROUP = 'grp_a';
/** Group that only steps of automations have people join and leave. */
export const GROUP_OF_STEPS = 'grp_d';
/** Last name of people who leave automations with `exit`; some have it from the beginning. */
export const LEAVERS_NAME = 'Leaver';
const isLeaver = (position: number) => position % 11 === 9;
const DAY_MS = 24 * 60 * 60_000;
const MEMBERS = 45;
const STRANGERS = 55;
/** Window that is longer than a whole run. */
export const MARKETING_CAP = { messages: 1, hours: 720 };
/** Time zones of contacts, by position; the last ones have no known zone. */
const ZONES = ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', undefined];
/** Area codes: contacts of an account with a sender are of two countries. Those with a Canadian number have a zone. */
const areaCodeOf = (position: number, hasSender: boolean) => (hasSender && position % 10 === 4 ? 416 : 212);
/** Some contacts are favorites, whom a condition of automations leaves out. */
const isFavorite = (position: number) => position % 5 === 3;

/**
 * Returns the date of birth that some contacts have. Birthdays are yesterday, today and tomorrow; one on 28 February is
 * that of people born on the 29th.
 */
function birthDateOf(position: number, nowMs: number): string | undefined {
  if (position % 7 > 2) return undefined;
  const monthAndDay = new Date(nowMs + ((position % 3) - 1) * DAY_MS).toISOString().slice('2026-'.length, 10);
  return `1992-${monthAndDay === '02-28' ? '02-29' : monthAndDay}`;
}
const SHARE_WITH_LOOK_UPS = 0.35;
const SHARE_WITH_FEEDBACK = 0.35;
export const CREDITS = { sms: 100_000, mms: 10_000 };

export interface WorldAccount {
  id: string;
  authorization: string;
  from: string;
  /** Sender with `from` and other numbers as members; absent where all is sent from one number. */
  sender: SeededSender | undefined;
  /** Contacts in a group at the beginning; then contacts that are in none. */
  members: string[];
  outsiders: string[];
  favorites: string[];
  /** Contacts whose last name ends their ways from the beginning. */
  leavers: string[];
  /** Month and day of the birthdays of contacts, by phone: `02-29`. */
  birthdays: Map<string, string>;
  /** Time zones of contacts, by phone; `UTC` of those without one. */
  zones: Map<string, string>;
  /** Numbers that are not in the contact book. */
  strangers: string[];
  credits: { sms: number; mms: number };
  hasMarketingCap: boolean;
  /** True: numbers are looked up before they get a text. */
  hasLookUps: boolean;
  /** Short link of an account that tells the provider which texts people got; absent where it does not. */
  link: string | undefined;
  /** True: its credits or its quota run out in the middle. */
  isPoor: boolean;
}

/** Seeds an account with everything that the traffic needs. */
export async function seedAccount(world: World, index: number): Promise<WorldAccount> {
  const { table, ids } = world;
  const { random } = world.simulation;
  const clock = { now: () => world.simulation.now() };
  const from = `+1206555${String(index).padStart(4, '0')}`;
  // Sometimes the credits run out in the middle.
  const credits = random() < 0.15 ? { sms: 150, mms: 10 } : CREDITS;
  const dailyQuota = random() < 0.1 ? 120 : 100_000;
  const { id } = await createAccount(
    { table, clock, ids },
    {
      name: 'World',
      smsCredits: credits.sms,
      mmsCredits: credits.mms,
      // Credit shards of an account that has sent very much at once.
      hasCreditShards: index % 2 === 1,
      dailyQuota,
      silentOptIn: true,
      rateLimits: everyLimit(10_000),
      defaultNumber: from,
    },
  );
  const hasMarketingCap = random() < 0.4;
  // Earlier releases do not know these settings.
  const [hasLookUps, hasFeedback] = [SHARE_WITH_LOOK_UPS, SHARE_WITH_FEEDBACK].map(
    (share) => world.pickSetting() < share && !world.isMixed,
  ) as [boolean, boolean];
  const changes = {
    carrierLookup: hasLookUps,
    messageFeedback: hasFeedback,
    marketingCap: hasMarketingCap ? MARKETING_CAP : null,
    approvalAbove: random() < 0.3 ? 10 : null,
  };
  await updateAccount({ table, accountId: id, changes });
  const ratePerSecond = random() < 0.25 ? 2 + Math.floor(random() * 23) : undefined;
  await addNumber({ table, clock }, { accountId: id, number: from, status: 'Active', ratePerSecond });
  const link = hasFeedback ? `${linkDomainOf(id)}/a` : undefined;
  if (link !== undefined) await registerLink({ table, clock }, { accountId: id, link });
  const created = await createApiKey({ table, clock, ids }, id);
  if (!created) throw new Error('No key');
  const sender = picksSender(random)
    ? await seedSender(world, { accountId: id, index, number: from, ratePerSecond })
    : undefined;
  const phones = Array.from(
    { length: MEMBERS + 5 },
    (_, position) => `+1${areaCodeOf(position, sender !== undefined)}${5_000_000 + 1_000 * index + position}`,
  );
  const members = phones.slice(0, MEMBERS);
  const nowMs = clock.now().getTime();
  await table.batchPut([
    ...[...GROUPS, GROUP_OF_STEPS].map((groupId) => ({
      ...groupKey(id, groupId),
      ...{
        entity: 'group',
        id: groupId,
        accountId: id,
        name: groupId,
        optInType: 'SINGLE',
        tags: [TAG_OF_GROUPS],
      },
      ...{ contactCount: groupId === FIRST_GROUP ? MEMBERS : 0, createdAt: START },
      ...(groupId !== 'grp_b' && { optInMessage: `Welcome to ${groupId}` }),
    })),
    ...phones.map((phoneNumber, position) => ({
      ...contactKey(id, phoneNumber),
      ...contactIndexAttributes({ accountId: id, id: `con_${phoneNumber.slice(1)}` }),
      ...{ tz: ZONES[position % ZONES.length] },
      ...{ entity: 'contact', id: `con_${phoneNumber.slice(1)}`, accountId: id, phoneNumber },
      ...{
        isFavorite: isFavorite(position),
        ...(birthDateOf(position, nowMs) !== undefined && { birthDate: birthDateOf(position, nowMs) }),
        ...(isLeaver(position) && { lastName: LEAVERS_NAME }),
        customFields: {},
        pendingMemberships: {},
        version: 1,
        createdAt: START,
        updatedAt: START,
      },
      memberships: members.includes(phoneNumber) ? { [FIRST_GROUP]: { optInAt: START, tagIds: [] } } : {},
    })),
  ]);
  const basic = Buffer.from(`${created.key.id}:${created.secret}`).toString('base64');
  return {
    id,
    authorization: `Basic ${basic}`,
    from,
    sender,
    members,
    outsiders: phones.slice(MEMBERS),
    favorites: phones.filter((_, position) => isFavorite(position)),
    leavers: phones.filter((_, position) => isLeaver(position)),
    birthdays: new Map(
      phones.flatMap((phone, position) => {
        const birthDate = birthDateOf(position, nowMs);
        return birthDate === undefined ? [] : [[phone, birthDate.slice('1992-'.length)] as const];
      }),
    ),
    zones: new Map(phones.map((phone, position) => [phone, ZONES[position % ZONES.length] ?? 'UTC'])),
    strangers: Array.from(
      { length: STRANGERS },
      (_, position) => `+1213${String(5_000_000 + 1_000 * index + position)}`,
    ),
    credits,
    hasMarketingCap,
    hasLookUps,
    link,
    isPoor: credits !== CREDITS || dailyQuota === 120,
  };
}
