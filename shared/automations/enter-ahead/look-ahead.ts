import type { Account } from '../../accounts/account';
import type { BookContact } from '../../audience/book/read-shard';
import { decideGate } from '../../audience/consent/compliance-gate';
import { epochMs } from '../../platform/clock';
import type { Conditions } from '../record/asked';
import type { Automation, AutomationPlan, AutomationVersion } from '../record/automation';
import type { EnterDeps } from '../enter';
import { enterExpected, type Expected } from './internal/enter-expected';
import { isDueStill, type Look, lookItem, LOOKS_AHEAD_MS, nextLook, positionOf } from './internal/look';
import { audiencesOf, isTimed, type TimedPlan, type TurnOf, turnsOf } from './internal/turns';
import { walkPeople } from './internal/walk-people';

export interface LookWorld {
  account: Account;
  automation: Automation;
  plans: ReadonlyMap<number, AutomationPlan>;
  /** All versions, oldest first. */
  versions: readonly AutomationVersion[];
  conditions: Conditions;
}

/** Time after which a look leaves the worker to the people who are due. */
const AT_MOST_MS = 45_000;
const RESERVE_MS = 20_000;
/** Pages between two writes of the place. */
const PAGES_A_SAVE = 20;

/**
 * Looks through the contact book for people whose moment comes, for an automation that begins by a date or repeats, and
 * has them wait for it. Goes on where it was; idempotent.
 *
 * @returns when it goes on or begins anew, epoch milliseconds; `undefined` for another trigger
 *
 * **Source:** rules E10.7.
 */
export async function lookAhead(
  deps: EnterDeps,
  world: LookWorld,
  remainingMs: () => number,
): Promise<number | undefined> {
  const { automation, plans } = world;
  const { accountId, id: automationId } = automation;
  const stored = lookItem.readIfAny(await deps.table.get(lookItem.key({ accountId, automationId })));
  const isUnderWay = stored?.position !== undefined;
  const nowMs = epochMs(deps.clock);
  let look = stored && (isUnderWay || isDueStill(stored, world)) ? stored : undefined;
  if (!look) {
    const planned = nextLook({ ...world, last: stored, nowMs });
    if (!planned) return undefined;
    look = await save(deps, planned);
    if (!look) return nowMs;
  }
  const plan = plans.get(look.version);
  if (!isTimed(plan)) return undefined;
  if (Date.parse(look.beginsAt) > nowMs) return Date.parse(look.beginsAt);
  // A look by dates that begins late covers as much time from then on.
  if (!isUnderWay && look.run === undefined) look = { ...look, beginsAt: new Date(nowMs).toISOString() };
  const startedMs = remainingMs();
  const hasTime = () => remainingMs() > RESERVE_MS && startedMs - remainingMs() < AT_MOST_MS;
  const walked = await walk(deps, world, { look, plan, hasTime });
  if (!walked) return nowMs;
  const planned = nextLook({ ...world, last: walked, nowMs: epochMs(deps.clock) });
  if (!planned) return undefined;
  const next = await save(deps, planned);
  return next ? Date.parse(next.beginsAt) : nowMs;
}

/** @returns `undefined` when another worker is at it */
async function save(deps: EnterDeps, look: Look): Promise<Look | undefined> {
  const saved = { ...look, revision: look.revision + 1 };
  const { written } = await deps.table.put({
    Item: lookItem.item(saved, saved),
    ConditionExpression: 'attribute_not_exists(pk) OR revision = :read',
    ExpressionAttributeValues: { ':read': look.revision },
  });
  return written ? saved : undefined;
}

/** @returns the look when it is over; `undefined` when it goes on later */
async function walk(
  deps: EnterDeps,
  { account, conditions }: LookWorld,
  { look, plan, hasTime }: { look: Look; plan: TimedPlan; hasTime: () => boolean },
): Promise<Look | undefined> {
  const found = await audiencesOf(plan, conditions);
  if (!found) return look;
  const turnOf = turnsOf(plan, { account, date: found.date, run: look.run });
  const untilMs = Date.parse(look.beginsAt) + LOOKS_AHEAD_MS;
  const fromMs = Date.parse(look.fromAt);
  let at = look;
  let pages = 0;
  for await (const page of walkPeople(deps, { audiences: found.all, conditions, from: positionOf(look) })) {
    const people = expectedOf(page.contacts, { turnOf, fromMs, untilMs });
    await enterExpected(deps, { address: look, plan, people });
    const isOver = page.position.every((shard) => shard === 'end');
    pages += 1;
    if (isOver || (pages % PAGES_A_SAVE > 0 && hasTime())) continue;
    const saved = await save(deps, { ...at, position: [...page.position] });
    if (!saved || !hasTime()) return undefined;
    at = saved;
  }
  return at;
}

function expectedOf(
  contacts: BookContact[],
  { turnOf, fromMs, untilMs }: { turnOf: TurnOf; fromMs: number; untilMs: number },
): Expected[] {
  return contacts.flatMap((contact) => {
    if (decideGate(contact) !== 'allowed') return [];
    const turn = turnOf(contact, fromMs);
    return turn && turn.atMs <= untilMs ? [{ contact, turn }] : [];
  });
}
