import { array, number, object, optional, string } from 'valibot';
import type { Account } from '../../../accounts/account';
import { BOOK_START, type BookPosition } from '../../../audience/book/walk-book';
import { timingOfAccount } from '../../../campaigns/record/campaign-timing';
import { zonesOf } from '../../../campaigns/timing/schedule';
import { defineItem, type ValueOf } from '../../../platform/store/define-item';
import { automationLookKey } from '../../../platform/store/keys';
import { nextRun } from '../../calendar/recurrence';
import type { Automation, AutomationAddress } from '../../record/automation';
import type { TimedPlan } from './turns';

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

/** Plans the look after one, or the first one. */
export function nextLook(options: {
  plan: TimedPlan;
  automation: Automation;
  account: Account;
  last: Look | undefined;
  nowMs: number;
}): Look {
  const { plan, automation, account, last, nowMs } = options;
  const { accountId, id: automationId, activeVersion = 0, updatedAt } = automation;
  const isChanged = last?.version !== activeVersion;
  const base = {
    ...{ accountId, automationId, version: activeVersion },
    position: undefined,
    revision: last?.revision ?? 0,
  };
  const { trigger } = plan;
  if ('every' in trigger) {
    const fromMs = last === undefined || isChanged ? Date.parse(updatedAt) : Date.parse(last.beginsAt) + 1;
    const zones = zonesOf(timingOfAccount(account));
    const { localTime: run, firstMs } = nextRun(trigger, { zones, fromMs });
    const at = iso(firstMs);
    return { ...base, run, beginsAt: at, fromAt: at };
  }
  if (last === undefined) return { ...base, run: undefined, beginsAt: iso(nowMs), fromAt: updatedAt };
  if (isChanged) {
    const fromMs = Math.max(Date.parse(last.fromAt), nowMs - LOOKS_BACK_MS);
    return { ...base, run: undefined, beginsAt: iso(nowMs), fromAt: iso(Math.min(fromMs, nowMs)) };
  }
  // Who was added, or was given the date, after the last look began is found although the moment has passed.
  const beginsAtMs = Math.max(Date.parse(last.beginsAt) + LOOKS_EVERY_MS, nowMs);
  return { ...base, run: undefined, beginsAt: iso(beginsAtMs), fromAt: last.beginsAt };
}

const iso = (ms: number) => new Date(ms).toISOString();
