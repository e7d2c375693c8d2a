import type { Account } from '../../../accounts/account';
import type { Contact } from '../../../audience/contacts/contact';
import { leavesOf } from '../../../audience/segments/condition';
import type { ResolvedAudience } from '../../../audience/segments/resolve-audience';
import { timingOfAccount } from '../../../campaigns/record/campaign-timing';
import { readLocalTime } from '../../../campaigns/timing/schedule';
import { localZone } from '../../../campaigns/timing/send-time';
import { instantOf } from '../../../time-zones/wall-clock';
import { nextDateTurn } from '../../calendar/date-turn';
import type { Conditions } from '../../record/asked';
import type { AutomationPlan, StoredTrigger } from '../../record/automation';

type DateTrigger = Extract<StoredTrigger, { date: unknown }>;
type RepeatedTrigger = Extract<StoredTrigger, { every: unknown }>;
export type TimedPlan = AutomationPlan & { trigger: DateTrigger | RepeatedTrigger };

/** Returns true for an automation that looks for people whose time comes. */
export const isTimed = (plan: AutomationPlan | undefined): plan is TimedPlan =>
  plan !== undefined && ('date' in plan.trigger || 'every' in plan.trigger);

/** Moment of a person, and the id of the entry at it: the year of the anniversary, or the run. */
export interface Turn {
  atMs: number;
  entry: string;
}

/** Returns the first turn of a contact from a moment on; `undefined` without a date. */
export type TurnOf = (contact: Contact, fromMs: number) => Turn | undefined;

/**
 * Makes the function that finds the turns of a plan's trigger.
 *
 * @param options.date audience of the contacts that have the date, for a date trigger
 * @param options.run date and time of the run, for a trigger that repeats
 */
export function turnsOf(
  { trigger }: TimedPlan,
  {
    account,
    date,
    run = '',
  }: { account: Account; date?: ResolvedAudience | undefined; run?: string | undefined },
): TurnOf {
  const timing = timingOfAccount(account);
  if ('every' in trigger) {
    const wall = readLocalTime(run);
    return (contact) =>
      wall === undefined ? undefined : { atMs: instantOf(localZone(contact, timing), wall), entry: run };
  }
  const [leaf] = date?.condition ? leavesOf(date.condition) : [];
  return (contact, fromMs) => {
    const day = leaf?.field.read(contact);
    if (typeof day !== 'string') return undefined;
    const turn = nextDateTurn(trigger, { date: day, zone: localZone(contact, timing) }, fromMs);
    return turn && { atMs: turn.atMs, entry: String(turn.year) };
  };
}

/**
 * Finds the audiences of a plan that a contact must be in to enter.
 *
 * @returns `undefined` when a group or a field of one is gone, so that no people enter
 */
export async function audiencesOf(
  { trigger, audience }: TimedPlan,
  conditions: Conditions,
): Promise<{ all: ResolvedAudience[]; date: ResolvedAudience | undefined } | undefined> {
  const ofTrigger = await conditions.find('date' in trigger ? trigger.date : trigger.audience);
  const own = audience && (await conditions.find(audience));
  if (!ofTrigger || (audience && !own)) return undefined;
  return {
    all: own ? [ofTrigger, own] : [ofTrigger],
    date: 'date' in trigger ? ofTrigger : undefined,
  };
}
