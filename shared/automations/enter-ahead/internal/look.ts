import { array, number, object, optional, string } from 'valibot';
import type { Account } from '../../../accounts/account';
import { BOOK_START, type BookPosition } from '../../../audience/book/walk-book';
import { timingOfAccount } from '../../../campaigns/record/campaign-timing';
import { zonesOf } from '../../../campaigns/timing/schedule';
import { defineItem, type ValueOf } from '../../../platform/store/define-item';
import { automationLookKey } from '../../../platform/store/keys';
import { nextRun } from '../../calendar/recurrence';
import type { Automation, AutomationAddress, AutomationVersion } from '../../record/automation';

const HOUR_MS = 60 * 60 * 1000;
/** Time between two looks for people whose date comes. **Source:** rules E10.7. */
const LOOKS_EVERY_MS = 6 * HOUR_MS;
/** Time that a look covers: the next ones are made before it is over, also when some are late. */
export const LOOKS_AHEAD_MS = 30 * HOUR_MS;
/** Longest time that a look covers in the past after a change of the automation. */
const LOOKS_BACK_MS = 24 * HOUR_MS;

/** Look through the contact book for people whose time comes: the next one, or the one that is under way. */
export const lookItem = defineItem({
  entity: 'automationLook',
  key: (address: AutomationAddress) => automationLookKey(address),
  value: object({
    accountId: string(),
    automationId: string(),
    version: number(),
    /** Date and time of the run, of a trigger that repeats. */
    run: optional(string()),
    /** When it begins. */
    beginsAt: string(),
    /** Moments of people that it looks for, from then on. */
    fromAt: string(),
    /** Place in the contact book; absent before it begins. */
    position: optional(array(string())),
    /** Number of writes. */
    revision: number(),
  }),
});
export type Look = ValueOf<typeof lookItem>;

export const positionOf = ({ position }: Look): BookPosition => (position ?? BOOK_START) as BookPosition;

/** Automation with the versions that people have entered, oldest first. */
interface Versions {
  automation: Pick<Automation, 'accountId' | 'id' | 'activeVersion'>;
  versions: readonly AutomationVersion[];
}

/** Version with the time from which people entered it, and that from which they entered the next one. */
interface Term extends Pick<AutomationVersion, 'version' | 'plan'> {
  fromMs: number;
  untilMs: number;
}

/** Lists the terms of the versions that people have entered. */
function termsOf({ automation: { activeVersion = 0 }, versions }: Versions): Term[] {
  const entered = versions.filter(({ version }) => version <= activeVersion);
  return entered.map(({ version, plan, activeFrom }, index) => {
    const next = entered[index + 1];
    return {
      ...{ version, plan, fromMs: Date.parse(activeFrom) },
      untilMs: next === undefined ? Infinity : Date.parse(next.activeFrom),
    };
  });
}

/**
 * Returns true for a planned look that is to be made: it is of the version that people enter, or of a run that began
 * before they entered the next version.
 */
export function isDueStill({ version, run, beginsAt }: Look, world: Versions): boolean {
  if (version === world.automation.activeVersion) return true;
  const term = termsOf(world).find((one) => one.version === version);
  return run !== undefined && term !== undefined && Date.parse(beginsAt) < term.untilMs;
}

/**
 * Plans the look after one, or the first one. Every run has its look, also one that began before a change of the
 * automation and was not looked for in time: it is of the version that people entered then.
 *
 * @param options.last look that was made, or one that is not to be made any more
 * @returns `undefined` when no version that people enter has such a trigger
 */
export function nextLook(
  options: Versions & { account: Account; last: Look | undefined; nowMs: number },
): Look | undefined {
  const { automation, account, last, nowMs } = options;
  const { accountId, id: automationId, activeVersion = 0 } = automation;
  const base = { accountId, automationId, position: undefined, revision: last?.revision ?? 0 };
  const terms = termsOf(options);
  const run = runAfter(last, { terms, account });
  if (run) return { ...base, ...run };
  const ofDates = { ...base, version: activeVersion, run: undefined };
  const isDated = ({ plan }: Term) => 'date' in plan.trigger;
  const active = terms.at(-1);
  if (!active || active.version !== activeVersion || !isDated(active)) return undefined;
  if (last === undefined || last.run !== undefined) {
    const since = terms.slice(1 + terms.findLastIndex((term) => !isDated(term)));
    const fromMs = Math.max(last ? active.fromMs : (since[0]?.fromMs ?? nowMs), nowMs - LOOKS_BACK_MS);
    return { ...ofDates, beginsAt: iso(nowMs), fromAt: iso(Math.min(fromMs, nowMs)) };
  }
  if (last.version !== activeVersion) {
    const fromMs = Math.max(Date.parse(last.fromAt), nowMs - LOOKS_BACK_MS);
    return { ...ofDates, beginsAt: iso(nowMs), fromAt: iso(Math.min(fromMs, nowMs)) };
  }
  // Who was added, or was given the date, after the last look began is found although the moment has passed.
  const beginsAtMs = Math.max(Date.parse(last.beginsAt) + LOOKS_EVERY_MS, nowMs);
  return { ...ofDates, beginsAt: iso(beginsAtMs), fromAt: last.beginsAt };
}

/** Returns the first run after that of a look, of whichever version people enter at its time. */
function runAfter(
  last: Look | undefined,
  { terms, account }: { terms: Term[]; account: Account },
): Pick<Look, 'version' | 'run' | 'beginsAt' | 'fromAt'> | undefined {
  const zones = zonesOf(timingOfAccount(account));
  for (const { version, plan, fromMs, untilMs } of terms) {
    if (version < (last?.version ?? 0) || !('every' in plan.trigger)) continue;
    const isSame = last?.version === version && last.run !== undefined;
    const afterMs = isSame ? Date.parse(last.beginsAt) + 1 : fromMs;
    const { localTime: run, firstMs } = nextRun(plan.trigger, { zones, fromMs: afterMs });
    const at = iso(firstMs);
    if (firstMs < untilMs) return { version, run, beginsAt: at, fromAt: at };
  }
  return undefined;
}

const iso = (ms: number) => new Date(ms).toISOString();
