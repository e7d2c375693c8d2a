import type { AutomationPlan } from '../../../shared/automations/record/automation';
import type { Person } from '../../../shared/automations/record/person';
import type { BookedAutomation } from './automation-books';
import type { PlannedAutomation } from './automation-traffic';
import type { Evidence } from './books';
import { logOf, phonesOf } from './consent-books';
import { momentOf, wallTextAt } from './local-times';
import { GROUP_OF_STEPS, type WorldAccount } from './seeded-account';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time in which a worker may act on a contact that it has read: its whole life. */
const LIVES_MS = 61_000;

const isExact = ({ world }: Evidence) => world.plannedMix.jumps === 0 && world.plannedMix.slow === 0;

/** Finds people who went on although they met `exit`, and those who left by it and did not. **Source:** rules E10.3. */
export function findWrongExits(
  evidence: Evidence,
  { automation, people, texts }: BookedAutomation,
  { account, hasExit }: PlannedAutomation,
): string[] {
  return people.flatMap(({ phoneNumber, entry, status, reason, endedAt }) => {
    const name = `${phoneNumber} in ${automation.id} by ${entry}`;
    const named = evidence.traffic.leavers.filter(
      (one) => one.account === account && one.phone === phoneNumber,
    );
    const isLeaver = account.leavers.includes(phoneNumber);
    if (reason === 'exit') {
      evidence.world.moments.meet('leftByExit');
      return hasExit && (named.length > 0 || isLeaver)
        ? []
        : [`${name} left by an exit that it does not meet`];
    }
    if (!hasExit) return [];
    const sinceMs = isLeaver
      ? -Infinity
      : Math.min(
          ...named.flatMap(({ answers }) =>
            answers.flatMap(({ status: code, atMs }) => (code === 200 && isExact(evidence) ? [atMs] : [])),
          ),
          Infinity,
        ) + LIVES_MS;
    const own = texts.filter((text) => text.to === phoneNumber && text.entry === entry);
    const wrong = own
      .filter(({ acceptedAtMs }) => acceptedAtMs > sinceMs)
      .map(({ messageId }) => `${name} was sent ${messageId} although it meets the exit`);
    if (status === 'completed' && Date.parse(endedAt ?? '') > sinceMs)
      wrong.push(`${name} is completed although it meets the exit`);
    return wrong;
  });
}

/** Finds texts that went out before the wait before them was over. **Source:** rules E10.2. */
export function findEarlyTexts(
  { versions, people, texts }: BookedAutomation,
  { zones }: WorldAccount,
): string[] {
  return texts.flatMap(({ messageId, to, entry, version, step, acceptedAtMs }) => {
    const plan = versions.get(version);
    const zone = zones.get(to);
    const person = people.find((one) => one.phoneNumber === to && one.entry === entry);
    if (!plan || !person || zone === undefined) return [];
    const before = plan.steps.findLastIndex((one, index) => index < step && 'send' in one);
    const last = texts.find(
      (one) => one.to === to && one.entry === entry && one.version === version && one.step === before,
    );
    if (before >= 0 && !last) return [];
    let earliestMs = last?.acceptedAtMs ?? Date.parse(person.enteredAt);
    for (const one of plan.steps.slice(before + 1, step)) {
      if (!('wait' in one) || !('minutes' in one.wait)) continue;
      earliestMs = endOfWait(one.wait, { zone, fromMs: earliestMs });
    }
    return acceptedAtMs < earliestMs
      ? [`${messageId} to ${to} went out before its wait was over, at ${new Date(earliestMs).toISOString()}`]
      : [];
  });
}

function endOfWait(
  { minutes, at }: { minutes: number; at?: string | undefined },
  { zone, fromMs }: { zone: string; fromMs: number },
): number {
  const overMs = fromMs + minutes * MINUTE_MS;
  if (at === undefined) return overMs;
  const today = wallTextAt(zone, overMs).slice(0, 'YYYY-MM-DD'.length);
  // Two days of UTC, in which no clocks are changed.
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const soonMs = momentOf(zone, `${today}T${at}`);
  return soonMs >= overMs ? soonMs : momentOf(zone, `${tomorrow}T${at}`);
}

/** Way of a person with its steps. */
interface Way {
  person: Person;
  steps: AutomationPlan['steps'];
}

/**
 * Finds people who joined or left the group of the steps although no way led them there, and those who passed such a
 * step and are not where it puts them. Nothing else changes this group, but for a STOP.
 */
export function findWrongMemberships(
  evidence: Evidence,
  known: BookedAutomation[],
  account: WorldAccount,
): string[] {
  const ways = known
    .filter(({ automation }) => automation.accountId === account.id)
    .flatMap(({ people, versions }) =>
      people.map((person): Way => ({ person, steps: versions.get(person.version)?.steps ?? [] })),
    );
  if (ways.some((way) => stepsOf(way, 'join').some(({ isPassed }) => isPassed)))
    evidence.world.moments.meet('joinedByStep');
  return phonesOf(evidence, account).flatMap((phone) => {
    const own = ways.filter(({ person }) => person.phoneNumber === phone);
    const log = logOf(evidence, account, phone);
    const changes = log.filter(({ groupId }) => groupId === GROUP_OF_STEPS);
    const joined = changes.filter(({ action }) => action === 'OPT_IN');
    const left = changes.filter(({ action }) => action === 'MANUAL_REMOVAL');
    const joins = own.flatMap((way) => stepsOf(way, 'join'));
    const leaves = own.flatMap((way) => stepsOf(way, 'leave'));
    const wrong: string[] = [];
    if (joined.length > joins.filter(({ mayBePassed }) => mayBePassed).length)
      wrong.push(`${phone} joined ${GROUP_OF_STEPS} ${joined.length} times, more often than a way led there`);
    if (left.length > leaves.filter(({ mayBePassed }) => mayBePassed).length)
      wrong.push(`${phone} left ${GROUP_OF_STEPS} ${left.length} times, more often than a way led there`);
    if (joined.length === 0 && joins.some(({ isPassed }) => isPassed))
      wrong.push(`${phone} passed a step that has it join ${GROUP_OF_STEPS} and did not`);
    for (const { at } of isExact(evidence) ? [...joined, ...left] : [])
      if (!own.some(({ person }) => isDuring(person, Date.parse(at))))
        wrong.push(`${phone} joined or left ${GROUP_OF_STEPS} at ${at}, when it was on no way`);
    const [only, ...others] = own.filter(({ steps }) => steps.some(isOfGroup));
    const hasRefused = log.some(({ action }) => action === 'HARD_OPT_OUT');
    if (!only || others.length > 0 || hasRefused || !joins.some(({ isPassed }) => isPassed)) return wrong;
    const isIn = joined.length > left.length;
    if (isIn && leaves.some(({ isPassed }) => isPassed))
      wrong.push(`${phone} passed a step that has it leave ${GROUP_OF_STEPS} and is in it`);
    if (!isIn && !leaves.some(({ mayBePassed }) => mayBePassed))
      wrong.push(`${phone} is not in ${GROUP_OF_STEPS}, and no step had it leave`);
    return wrong;
  });
}

const isOfGroup = (step: Way['steps'][number]) =>
  ('join' in step && step.join === GROUP_OF_STEPS) || ('leave' in step && step.leave === GROUP_OF_STEPS);

/**
 * Lists the steps of a way that change the group. It may have passed one without saying so when a worker died before
 * the person moved on, or when the text before it failed later, which takes the person back to the text.
 */
function stepsOf({ person, steps }: Way, kind: 'join' | 'leave') {
  return steps.flatMap((step, index) => {
    if (!(kind in step) || !isOfGroup(step)) return [];
    const isPassed = person.step > index;
    const between = steps.slice(person.step, index);
    const isAtText = between[0] !== undefined && 'send' in between[0];
    const mayBePassed = isAtText
      ? kind === 'join' && !between.slice(1).some((one) => 'send' in one || 'leave' in one)
      : !between.some((one) => 'wait' in one || 'send' in one);
    return [{ isPassed, mayBePassed: isPassed || mayBePassed }];
  });
}

const isDuring = ({ enteredAt, endedAt }: Person, atMs: number): boolean =>
  Date.parse(enteredAt) - LIVES_MS <= atMs && atMs <= Date.parse(endedAt ?? '9999-01-01') + LIVES_MS;
