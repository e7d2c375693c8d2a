import type { Condition } from '../../../api/schemas';
import { hasParts } from '../../../audience/has-parts';
import { isUnfinished } from '../../../audience/rules';
import type { Draft, StepDraft } from './draft';

const isMissing = (condition: Condition | undefined): boolean =>
  condition === undefined || isUnfinished(condition);
const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);
const isCount = (text: string, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** Field of the composer that is not filled in, or not with what it takes, with what to do. */
export type Missing = Partial<Record<keyof Draft, string>> & { ofSteps: ReadonlyMap<string, string> };

const MAX_DAYS = 365;
const MAX_MONTH_DAY = 31;
const MAX_WAIT = { minutes: 525_600, hours: 8_760, days: 365, time: 1 };

/** Finds what an automation lacks before it can be saved. */
export function missingIn(draft: Draft): Missing {
  const { hasAudience, audience, entry, entryDays, hasExit, exit, steps } = draft;
  return {
    ...(draft.name.trim() === '' && { name: 'Give the automation a name.' }),
    ...(draft.from === '' && { from: 'Choose the number it is sent from.' }),
    ...missingOfTrigger(draft),
    ...(hasAudience && !hasParts(audience) && { audience: 'Choose who may enter.' }),
    ...(entry === 'onceInDays' && !isCount(entryDays, MAX_DAYS) && { entryDays: 'Give a number of days.' }),
    ...(hasExit && isMissing(exit) && { exit: 'Say when people leave early.' }),
    ...(!steps.some(({ kind }) => kind === 'send' || kind === 'join' || kind === 'leave') && {
      steps: 'Add a text, or a step that joins or leaves a group.',
    }),
    ofSteps: new Map(
      steps.flatMap((step): Array<[string, string]> => {
        const missing = missingOfStep(step);
        return missing === undefined ? [] : [[step.key, missing]];
      }),
    ),
  };
}

/** Returns true when nothing is missing. */
export const isComplete = ({ ofSteps, ...fields }: Missing): boolean =>
  ofSteps.size === 0 && Object.keys(fields).length === 0;

function missingOfTrigger(draft: Draft): Partial<Record<keyof Draft, string>> {
  const at = isTime(draft.at) ? {} : { at: 'Choose the time.' };
  switch (draft.begins) {
    case 'joined':
      return draft.groupId === '' ? { groupId: 'Choose the group.' } : {};
    case 'event':
      return /^[A-Za-z0-9][\w.:-]{0,99}$/.test(draft.event)
        ? {}
        : { event: 'Write its name as programs report it, such as order.shipped.' };
    case 'date':
      return {
        ...at,
        ...(draft.dateField === '' && { dateField: 'Choose the date.' }),
        ...(draft.side !== 'on' && !isCount(draft.days, MAX_DAYS) && { days: 'Give a number of days.' }),
      };
    case 'every':
      return {
        ...at,
        ...(draft.every === 'week' && draft.weekdays.length === 0 && { weekdays: 'Choose a weekday.' }),
        ...(draft.every === 'month' &&
          !isCount(draft.monthDay, MAX_MONTH_DAY) && { monthDay: 'Give a day from 1 to 31.' }),
        ...(!hasParts(draft.runAudience) && { runAudience: 'Choose who gets it.' }),
      };
  }
}

function missingOfStep(step: StepDraft): string | undefined {
  const { kind, unit, amount, hasAt, at, body, mediaUrl, condition, groupId } = step;
  switch (kind) {
    case 'wait':
      if ((hasAt || unit === 'time') && !isTime(at)) return 'Choose the time.';
      return unit === 'time' || isCount(amount, MAX_WAIT[unit]) ? undefined : 'Say how long, a year at most.';
    case 'send':
      return body.trim() === '' && mediaUrl === ''
        ? 'Write the text, or give the address of a picture.'
        : undefined;
    case 'stopUnless':
      return isMissing(condition) ? 'Say who goes on.' : undefined;
    case 'join':
    case 'leave':
      return groupId === '' ? 'Choose the group.' : undefined;
  }
}
