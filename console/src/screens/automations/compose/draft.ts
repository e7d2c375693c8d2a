import type {
  Audience,
  Automation,
  AutomationEntry,
  AutomationPatchRequest,
  AutomationRequest,
  AutomationStep,
  AutomationTrigger,
  Condition,
  Weekday,
} from '../../../api/schemas';
import {
  givenHours,
  type HoursDraft,
  hoursDraftOf,
  hoursOf,
  hoursPatchOf,
  NO_HOURS,
} from '../../../plans/hours-draft';

export type Begins = 'joined' | 'event' | 'date' | 'every';
export type StepKind = 'wait' | 'send' | 'stopUnless' | 'join' | 'leave';
export type WaitUnit = 'minutes' | 'hours' | 'days' | 'time';
export type EntryKind = 'once' | 'always' | 'onceInDays';

/** Step in the form of its fields; those of other kinds keep what was typed. */
export interface StepDraft {
  /** Tells steps apart that are moved. */
  key: string;
  kind: StepKind;
  amount: string;
  unit: WaitUnit;
  /** True for a wait that ends at a time of day. */
  hasAt: boolean;
  at: string;
  body: string;
  mediaUrl: string;
  condition: Condition | undefined;
  groupId: string;
}

/** Draft of an automation, in the form of the composer's fields. */
export interface Draft extends HoursDraft {
  name: string;
  from: string;
  purpose: Automation['purpose'];
  begins: Begins;
  groupId: string;
  event: string;
  /** `birthDate`, or a custom field. */
  dateField: string;
  /** Days before or after the date. */
  days: string;
  side: 'on' | 'before' | 'after';
  every: 'day' | 'week' | 'month';
  weekdays: readonly Weekday[];
  monthDay: string;
  /** Time of day of a date or a repetition. */
  at: string;
  /** Audience of a repetition. */
  runAudience: Audience;
  hasAudience: boolean;
  audience: Audience;
  entry: EntryKind;
  entryDays: string;
  steps: StepDraft[];
  hasExit: boolean;
  exit: Condition | undefined;
}

const EMPTY_STEP: Omit<StepDraft, 'key' | 'kind'> = {
  amount: '1',
  unit: 'days',
  hasAt: false,
  at: '10:00',
  body: '',
  mediaUrl: '',
  condition: undefined,
  groupId: '',
};

let keys = 0;
/** Creates a step of a kind with its usual values. */
export const newStep = (kind: StepKind, part: Partial<StepDraft> = {}): StepDraft => ({
  ...EMPTY_STEP,
  ...part,
  kind,
  key: `${Date.now()} ${(keys += 1)}`,
});

export const EMPTY_DRAFT: Draft = {
  name: '',
  from: '',
  purpose: 'informational',
  begins: 'joined',
  groupId: '',
  event: '',
  dateField: 'birthDate',
  days: '1',
  side: 'on',
  every: 'week',
  weekdays: ['MON'],
  monthDay: '1',
  at: '10:00',
  runAudience: {},
  hasAudience: false,
  audience: {},
  entry: 'once',
  entryDays: '30',
  steps: [],
  hasExit: false,
  exit: undefined,
  ...NO_HOURS,
};

export function draftOf(automation: Automation): Draft {
  const { name, from, purpose, trigger, audience, entry, steps, exit, sendingHours } = automation;
  return {
    ...EMPTY_DRAFT,
    ...{ name, from, purpose },
    ...triggerDraftOf(trigger),
    ...(audience && { hasAudience: true, audience }),
    ...(typeof entry === 'object' ? { entry: 'onceInDays', entryDays: String(entry.onceInDays) } : { entry }),
    steps: steps.map(stepDraftOf),
    ...(exit && { hasExit: true, exit }),
    ...hoursDraftOf(sendingHours),
  };
}

function triggerDraftOf(trigger: AutomationTrigger): Partial<Draft> {
  const { joined, event, date, offsetDays = 0, every, on, at = '10:00', audience = {} } = trigger;
  if (joined !== undefined) return { begins: 'joined', groupId: joined };
  if (event !== undefined) return { begins: 'event', event };
  if (date !== undefined) {
    const side = offsetDays === 0 ? 'on' : offsetDays < 0 ? 'before' : 'after';
    const days = String(Math.abs(offsetDays) || 1);
    return { begins: 'date', dateField: date, side, days, at };
  }
  return {
    ...{ begins: 'every', every: every ?? 'day', at, runAudience: audience },
    ...(Array.isArray(on) && { weekdays: on }),
    ...(typeof on === 'number' && { monthDay: String(on) }),
  };
}

function stepDraftOf({ wait, send, stopUnless, join, leave }: AutomationStep): StepDraft {
  if (wait) return newStep('wait', waitDraftOf(wait));
  if (send) return newStep('send', { body: send.body ?? '', mediaUrl: send.mediaUrl ?? '' });
  if (stopUnless) return newStep('stopUnless', { condition: stopUnless });
  return join === undefined ? newStep('leave', { groupId: leave ?? '' }) : newStep('join', { groupId: join });
}

function waitDraftOf({ minutes, hours, days, at }: NonNullable<AutomationStep['wait']>): Partial<StepDraft> {
  const until = at === undefined ? {} : { hasAt: true, at };
  if (minutes !== undefined) return { ...until, amount: String(minutes), unit: 'minutes' };
  if (hours !== undefined) return { ...until, amount: String(hours), unit: 'hours' };
  return days === 0
    ? { ...until, unit: 'time', hasAt: false }
    : { ...until, amount: String(days ?? 1), unit: 'days' };
}

function triggerOf(draft: Draft): AutomationTrigger {
  const { begins, groupId, event, dateField, at, every, weekdays, monthDay, runAudience } = draft;
  switch (begins) {
    case 'joined':
      return { joined: groupId };
    case 'event':
      return { event };
    case 'date':
      return { date: dateField, offsetDays: offsetOf(draft), at };
    case 'every':
      return {
        ...{ every, at, audience: runAudience },
        ...(every === 'week' && weekdays.length > 0 && { on: [...weekdays] }),
        ...(every === 'month' && { on: Number(monthDay) }),
      };
  }
}

function offsetOf({ side, days }: Draft): number {
  if (side === 'on') return 0;
  return side === 'before' ? -Number(days) : Number(days);
}

function entryOf({ entry, entryDays }: Draft): AutomationEntry {
  return entry === 'onceInDays' ? { onceInDays: Number(entryDays) } : entry;
}

/** Converts the fields of a step to a step; an unfinished condition has none. */
function stepOf(step: StepDraft): AutomationStep {
  const { kind, body, mediaUrl, condition, groupId } = step;
  switch (kind) {
    case 'wait':
      return { wait: waitOf(step) };
    case 'send':
      return { send: { ...(body !== '' && { body }), ...(mediaUrl !== '' && { mediaUrl }) } };
    case 'stopUnless':
      return condition === undefined ? {} : { stopUnless: condition };
    case 'join':
      return { join: groupId };
    case 'leave':
      return { leave: groupId };
  }
}

function waitOf({ amount, unit, hasAt, at }: StepDraft): NonNullable<AutomationStep['wait']> {
  if (unit === 'time') return { days: 0, at };
  return { [unit]: Number(amount), ...(hasAt && { at }) };
}

/** Converts the draft to a request. */
export function requestOf(draft: Draft): AutomationRequest {
  const { name, from, purpose, hasAudience, audience, steps, hasExit, exit } = draft;
  const hours = hoursOf(draft);
  return {
    ...{ name, from, purpose },
    trigger: triggerOf(draft),
    ...(hasAudience && { audience }),
    entry: entryOf(draft),
    steps: steps.map(stepOf),
    ...(hasExit && exit && { exit }),
    ...(hours && { sendingHours: givenHours(hours) }),
  };
}

/** Converts the whole draft to a merge patch, in which `null` removes a part. */
export function patchOf(draft: Draft): Required<AutomationPatchRequest> {
  const { audience = null, exit = null, sendingHours: _, ...required } = requestOf(draft);
  return { ...required, ...{ audience, exit }, sendingHours: hoursPatchOf(draft) };
}
