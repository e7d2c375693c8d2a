import type { AutomationEntry, AutomationStep, AutomationTrigger, Condition } from '../../api/schemas';
import { describeCondition } from '../../audience/describe-condition';
import type { FilterField } from '../../audience/filter-fields';
import { countOf } from '../../format/numbers';
import { nameTags } from '../../texts/tag-words';

/** Names that an automation's parts have for people. */
export interface Names {
  groupName: (groupId: string) => string;
  fields: readonly FilterField[];
}

const WEEKDAYS: Readonly<Record<string, string>> = {
  ...{ MON: 'Monday', TUE: 'Tuesday', WED: 'Wednesday', THU: 'Thursday', FRI: 'Friday' },
  ...{ SAT: 'Saturday', SUN: 'Sunday' },
};

/** Describes what begins an automation. */
export function describeTrigger(trigger: AutomationTrigger, names: Names): string {
  const { joined, event, date, offsetDays = 0, at = '' } = trigger;
  if (joined !== undefined) return `Someone joins ${names.groupName(joined)}`;
  if (event !== undefined) return `The event “${event}” is reported`;
  if (date !== undefined) return `${describeOffset(offsetDays, dateLabel(date, names))}, at ${at}`;
  return `${describeRecurrence(trigger)}, at ${at}`;
}

function describeOffset(offsetDays: number, label: string): string {
  if (offsetDays === 0) return `On the day of “${label}”, every year`;
  const side = offsetDays < 0 ? 'before' : 'after';
  return `${countOf(Math.abs(offsetDays), 'day')} ${side} “${label}”, every year`;
}

const dateLabel = (date: string, { fields }: Names): string =>
  fields.find(({ field }) => field === date)?.label ?? date.replace(/^customFields\./, '');

function describeRecurrence({ every, on }: AutomationTrigger): string {
  if (every === 'month') return `On day ${typeof on === 'number' ? on : 1} of every month`;
  if (every !== 'week') return 'Every day';
  return `Every ${listOf((Array.isArray(on) ? on : ['MON']).map((day) => WEEKDAYS[day] ?? day))}`;
}

const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

export function describeEntry(entry: AutomationEntry): string {
  if (entry === 'once') return 'Once in their life';
  if (entry === 'always') return 'Each time';
  return `At most once in ${countOf(entry.onceInDays, 'day')}`;
}

/** Describes a step in a few words; a text with the names of its values. */
export function describeStep(step: AutomationStep, names: Names): string {
  const { wait, send, stopUnless, join, leave } = step;
  if (wait) return describeWait(wait);
  if (send) return send.body === undefined ? 'Send a picture or file' : `Send “${nameTags(send.body)}”`;
  if (stopUnless) return `Go on only if ${describeCondition(stopUnless, names.fields)}`;
  if (join !== undefined) return `Join ${names.groupName(join)}`;
  return `Leave ${names.groupName(leave ?? '')}`;
}

/** Describes a wait, such as “Wait 3 days, until 10:00”. */
function describeWait({ minutes, hours, days, at }: NonNullable<AutomationStep['wait']>): string {
  if (days === 0) return `Wait until ${at ?? ''}`;
  const length =
    minutes !== undefined
      ? countOf(minutes, 'minute')
      : hours !== undefined
        ? countOf(hours, 'hour')
        : countOf(days ?? 0, 'day');
  return at === undefined ? `Wait ${length}` : `Wait ${length}, until ${at}`;
}

/** Names a step in a list of people: its number, counted from 1, and a few words. */
export function nameOfStep(index: number, steps: readonly AutomationStep[], names: Names): string {
  const step = steps[index];
  if (step === undefined) return 'End';
  const text = describeStep(step, names);
  return `${index + 1}. ${text.length > MAX_NAME ? `${text.slice(0, MAX_NAME - 1)}…` : text}`;
}
const MAX_NAME = 40;

/** Writes the first letter of a sentence small, to put it into another one. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Describes who leaves before the end. */
export function describeExit(
  exit: Condition | undefined,
  { joined }: AutomationTrigger,
  { fields }: Names,
): string {
  const always = joined === undefined ? 'Who opts out' : 'Who opts out, or leaves the group';
  return exit === undefined
    ? `Only ${lowerFirst(always)}`
    : `${always}, or if ${describeCondition(exit, fields)}`;
}

/** Converts a sentence of the service, which counts steps from 0, to the numbers that people see. */
export const withStepNumbers = (sentence: string): string =>
  sentence.replace(/^Step (\d+):/, (_, index: string) => `Step ${Number(index) + 1}:`);
