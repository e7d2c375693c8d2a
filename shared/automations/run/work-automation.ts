import { type Account, readAccount } from '../../accounts/account';
import { changeMembership } from './internal/change-membership';
import { readContact } from '../../audience/contacts/contact';
import { readSchema } from '../../audience/custom-fields/custom-field-schema';
import { forEachAtOnce } from '../../platform/at-once';
import { epochMs } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import { accountKey, AUTOMATION_SHARDS, contactKey, jobKey, schemaKey } from '../../platform/store/keys';
import { withCampaigns } from '../../campaigns/plan/campaigns-of-accounts';
import { type CampaignSender, readCampaignSender } from '../../campaigns/run/campaign-sender';
import { chooseMember } from '../../senders/choose-member';
import { NO_MEMBER } from '../../sending/jobs/chunk';
import { areAllReached, type Job, readJob } from '../../sending/jobs/job';
import { Conditions } from '../record/asked';
import {
  type Automation,
  type AutomationAddress,
  automationItem,
  type AutomationPlan,
  type AutomationVersion,
  isAtWork,
  isSend,
  takesPeople,
} from '../record/automation';
import { AUTOMATION_DUE_ATTRIBUTES, automationDue } from '../record/automation-due';
import { findVersions } from '../record/automation-store';
import { setSends } from '../set-sends';
import { admitPerson } from '../enter-ahead/admit-person';
import { lookAhead } from '../enter-ahead/look-ahead';
import { type Person, personItem, runOf } from '../record/person';
import { decideWay, ended } from './decide-way';
import { findDuePeople, type DuePlace } from './internal/find-due';
import { type Move, movePeople } from './internal/move-people';
import { Pace } from './internal/pace';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

/** People of a transaction, whose writes are at most 100: these, the counts of 8 shards, and 7 of a job. */
const PEOPLE_AT_ONCE = 80;
const SHARDS_AT_ONCE = 2;
/**
 * Most people of an automation who are moved in a second: each takes about six write units with their text, and a new
 * table has 4,000 a second. Faster than any number sends, and 100,000 within 250 s.
 */
const PEOPLE_A_SECOND = 400;
const RESERVE_MS = 20_000;
/** The timer looks again, in case the worker dies. */
const LOOKS_AGAIN_AFTER_MS = 60_000;
/** Longest time until the next look: the index is eventually consistent, and may not have had a person yet. */
const LOOKS_AT_LEAST_EVERY_MS = 5 * 60_000;

interface World {
  account: Account;
  automation: Automation;
  plans: ReadonlyMap<number, AutomationPlan>;
  versions: readonly AutomationVersion[];
  conditions: Conditions;
  senders: Map<string, Promise<CampaignSender>>;
  pace: Pace;
}

/**
 * Moves the people of an automation on whose time has come. Idempotent: a call may come twice, in parallel, or when no
 * one is due.
 *
 * **Source:** rules E10.
 */
export async function workAutomation(
  deps: Deps,
  task: AutomationAddress & { remainingMs: () => number },
): Promise<void> {
  const { accountId, automationId, remainingMs } = task;
  const key = automationItem.key({ accountId, id: automationId });
  const [item, accountItem, schemaItem] = await deps.table.batchGet([
    key,
    accountKey(accountId),
    schemaKey(accountId),
  ]);
  if (!item || !accountItem) return;
  const automation = automationItem.read(item);
  const isStopped = automation.status === 'stopped';
  if (!takesPeople(automation) && !isStopped)
    return setDue(deps, key, { seen: item.gsi1sk, untilMs: undefined });
  const againMs = epochMs(deps.clock) + LOOKS_AGAIN_AFTER_MS;
  const marked = automationDue(automationId, againMs).gsi1sk;
  await setDue(deps, key, { seen: item.gsi1sk, untilMs: againMs });
  const account = readAccount(accountItem);
  const versions = await findVersions(deps.table, task);
  await setSends(deps, automation, versions);
  const world: World = {
    account,
    automation,
    versions,
    plans: new Map(versions.map(({ version, plan }) => [version, plan])),
    conditions: new Conditions(withCampaigns(deps), {
      account,
      schema: readSchema(schemaItem),
      now: deps.clock.now(),
    }),
    senders: new Map(),
    pace: new Pace(deps, PEOPLE_A_SECOND),
  };
  const looksAtMs = isStopped ? undefined : await lookAhead(deps, world, remainingMs);
  // Also during a pause, people are found whose time comes; they wait.
  if (!isAtWork(automation) && !isStopped) return setDue(deps, key, { seen: marked, untilMs: looksAtMs });
  const shards = Array.from({ length: AUTOMATION_SHARDS }, (_, shard) => shard);
  while (remainingMs() > RESERVE_MS) if (!(await workAll(deps, world, { shards, remainingMs }))) break;
  const heads = await Promise.all(
    shards.map((shard) => findDuePeople(deps, world.automation, { shard, limit: 1 })),
  );
  const nextMs = Math.min(looksAtMs ?? Infinity, ...heads.flat().map(({ dueAtMs }) => dueAtMs));
  const nowMs = epochMs(deps.clock);
  const untilMs =
    isStopped && nextMs === Infinity
      ? undefined
      : Math.max(nowMs + 1_000, Math.min(nextMs, nowMs + LOOKS_AT_LEAST_EVERY_MS));
  await setDue(deps, key, { seen: marked, untilMs });
}

/** Sets when the timer looks again, unless someone has set another time meanwhile. */
async function setDue(
  deps: Deps,
  key: ReturnType<typeof automationItem.key>,
  { seen, untilMs }: { seen: unknown; untilMs: number | undefined },
): Promise<void> {
  const changes =
    untilMs === undefined ? { remove: AUTOMATION_DUE_ATTRIBUTES } : { set: automationDue(key.sk, untilMs) };
  await deps.table.update({
    Key: key,
    ...updateExpression(changes, {
      names: { '#gsi1sk': 'gsi1sk' },
      values: { ':seen': seen ?? '' },
    }),
    ConditionExpression: '#gsi1sk = :seen',
  });
}

/**
 * Moves those who are due: few of them all together, since each transaction with a text makes a job; many of each shard
 * by itself.
 *
 * @returns false when nobody can go on now
 */
async function workAll(
  deps: Deps,
  world: World,
  { shards, remainingMs }: { shards: number[]; remainingMs: () => number },
): Promise<boolean> {
  const findIn = async (shard: number) =>
    findDuePeople(deps, world.automation, { shard, limit: PEOPLE_AT_ONCE, isDue: true });
  const places = (await Promise.all(shards.map(findIn))).flat();
  if (places.length <= PEOPLE_AT_ONCE) return movePlaces(deps, world, places);
  let hasMoved = false;
  await forEachAtOnce(shards, SHARDS_AT_ONCE, async (shard) => {
    while (remainingMs() > RESERVE_MS) {
      if (!(await movePlaces(deps, world, await findIn(shard)))) return;
      hasMoved = true;
    }
  });
  return hasMoved;
}

/** @returns false when none of them can go on now */
async function movePlaces(deps: Deps, world: World, places: DuePlace[]): Promise<boolean> {
  if (places.length === 0) return false;
  await world.pace.wait();
  const items = await deps.table.batchGet(places.map(({ pk, sk }) => ({ pk, sk })));
  const now = deps.clock.now();
  const isStopped = world.automation.status === 'stopped';
  const people = items.flatMap((item) => {
    const person = personItem.readIfAny(item);
    const isDue = person?.status === 'waiting' && (isStopped || (person.dueAt ?? '') <= now.toISOString());
    return person && isDue ? [person] : [];
  });
  // The index still shows people who have moved on.
  if (people.length === 0) return false;
  world.pace.spend(people.length);
  const moves = await decideMoves(deps, world, { people, now });
  // Those for whom there is no move were not let in, or wait on.
  let hasMoved = moves.length < people.length;
  for (const batch of await batchesOf(deps, world, moves))
    hasMoved = (await moveBatch(deps, world, batch, now)) || hasMoved;
  return hasMoved;
}

async function decideMoves(
  deps: Deps,
  world: World,
  { people, now }: { people: Person[]; now: Date },
): Promise<Move[]> {
  const { account, plans, conditions, automation } = world;
  const contacts = await deps.table.batchGet(people.map((one) => contactKey(account.id, one.phoneNumber)));
  const isStopped = automation.status === 'stopped';
  const isSending = askingJobs(deps);
  const moves: Move[] = [];
  for (const [index, found] of people.entries()) {
    const plan = plans.get(found.version);
    const contactItem = contacts[index];
    const contact = contactItem && readContact(contactItem);
    const before = isStopped ? found : await admitPerson(deps, world, { person: found, contact, now });
    if (!before) continue;
    if (isStopped || !plan) {
      moves.push({ before, after: ended(before, 'exited', { reason: 'stopped', now }) });
      continue;
    }
    const way = await decideWay({
      ...{ person: before, plan, account, conditions, now },
      contact,
      changeMembership: (change, groupId) =>
        changeMembership(deps, { account, change, groupId, phoneNumber: before.phoneNumber }),
      isSending,
    });
    moves.push({ before, ...way });
  }
  return moves;
}

/** Returns a function that asks whether a job has texts left or is not settled, and reads each job once. */
function askingJobs({ table }: Deps): (jobId: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const ask = async (jobId: string) => {
    const item = await table.get(jobKey(jobId));
    return item !== undefined && isUnderWay(readJob(item));
  };
  return (jobId) => {
    const asked = known.get(jobId) ?? ask(jobId);
    known.set(jobId, asked);
    return asked;
  };
}

const isUnderWay = (job: Job) =>
  job.completedAt === undefined || (job.isSettled !== true && !areAllReached(job.counts));

/** Moves of one transaction: of one version and run, with one text from one member of the sender, or none. */
interface Batch {
  plan: AutomationPlan;
  sender: CampaignSender;
  member: string | undefined;
  moves: [Move, ...Move[]];
}

/** Groups moves by what a transaction can hold. */
async function batchesOf(deps: Deps, world: World, moves: Move[]): Promise<Batch[]> {
  const batches = new Map<string, Batch>();
  for (const move of moves) {
    const { before, send } = move;
    const plan = world.plans.get(before.version) ?? world.automation;
    const sender = send === undefined ? NO_SENDER : await senderOf(deps, world, { plan, send });
    const member =
      sender.members && (chooseMember(sender.members, before.phoneNumber)?.identity ?? NO_MEMBER);
    const key = `${before.version} ${runOf(before) ?? ''} ${send ?? ''} ${member ?? ''}`;
    const batch = batches.get(key);
    if (batch) batch.moves.push(move);
    else batches.set(key, { plan, sender, member, moves: [move] });
  }
  return [...batches.values()];
}

const NO_SENDER: CampaignSender = { isActive: false, ratePerSecond: undefined };

/** Reads what a text is sent from, once for each worker. */
async function senderOf(
  { table }: Deps,
  { account, senders }: World,
  { plan: { from, steps }, send }: { plan: AutomationPlan; send: number },
): Promise<CampaignSender> {
  const step = steps[send];
  const mediaUrl = isSend(step) ? step.send.mediaUrl : undefined;
  const key = `${from} ${mediaUrl === undefined ? 'sms' : 'mms'}`;
  const reading = senders.get(key) ?? readCampaignSender(table, { accountId: account.id, from, mediaUrl });
  senders.set(key, reading);
  return reading;
}

async function moveBatch(deps: Deps, world: World, batch: Batch, now: Date): Promise<boolean> {
  const { moves } = batch;
  const result = await movePeople(deps, { ...batch, account: world.account, now });
  if (result !== 'cannotPay') return true;
  // As many as the credits pay for.
  const [first, ...others] = moves.slice(0, Math.floor(moves.length / 2));
  return first ? moveBatch(deps, world, { ...batch, moves: [first, ...others] }, now) : false;
}
