import { MAX_AUTOMATION_STEPS } from '../../../limits';
import { Activities, WITHOUT_COUNTERPART } from './activities';
import type { Context } from './context';
import { isTooLong, readDuration, waitOf } from './duration';
import { readMoment } from './moment';
import type { Part } from './part';
import { readMultiCondition, readRandom, readYesNo, type Way } from './split';
import type { Step } from './step';
import { readText } from './text';

/** State of the walk: the steps so far, and the settings of each SMS. */
interface Walk {
  steps: Step[];
  messages: Part[];
}

/**
 * Follows the activities of a journey from the first one, and makes the steps of an automation of them.
 *
 * Activities that are not on the way are noted as left.
 */
export function walkActivities(context: Context, journey: Part): Walk {
  const { findings, options } = context;
  const activities = new Activities(journey.at('Activities'));
  const walk: Walk = { steps: [], messages: [] };
  const seen = new Set<string>();
  findings.cover(journey.at('StartActivity'));
  let id = journey.at('StartActivity').text;
  while (id !== undefined) {
    const part = activities.find(id);
    if (!part.isGiven || seen.has(id)) {
      findings.need(
        `a journey without loops and gaps: it goes on with ${id}, which ${part.isGiven ? 'was there before' : 'is not in Activities'}`,
      );
      break;
    }
    if (walk.steps.length >= MAX_AUTOMATION_STEPS) {
      findings.left(
        part,
        `An automation has at most ${MAX_AUTOMATION_STEPS} steps: the draft ends before this one.`,
      );
      break;
    }
    seen.add(id);
    findings.left(part.at('Description'), 'Steps have no description.');
    id = follow(context, { id, part, activities, walk })?.next;
  }
  walk.steps.length = Math.min(walk.steps.length, MAX_AUTOMATION_STEPS);
  for (const [other, part] of activities.all)
    if (!seen.has(other)) findings.left(part, 'It is on a path that the draft does not follow.');
  for (const split of Object.keys(options.paths))
    if (!activities.find(split).isGiven) findings.need(`a split that there is: --path names ${split}`);
  return walk;
}

/** Takes one activity. @returns the way on; `undefined` when the draft ends here */
function follow(
  context: Context,
  { id, part, activities, walk }: { id: string; part: Part; activities: Activities; walk: Walk },
): Way | undefined {
  const { findings } = context;
  const kind = activities.skippedKind(id);
  if (kind !== undefined) {
    const skipped = part.at(kind);
    findings.left(skipped, WITHOUT_COUNTERPART[kind]);
    return { next: skipped.at('NextActivity').text };
  }
  const [sms, wait] = [part.at('SMS'), part.at('Wait')];
  if (sms.isGiven) return takeSms(context, { id, sms, walk });
  if (wait.isGiven) {
    findings.cover(wait.at('NextActivity'));
    return takeWait(context, wait.at('WaitTime'), walk) ? { next: wait.at('NextActivity').text } : undefined;
  }
  return takeSplit(context, { id, part, activities, walk });
}

function takeSms(context: Context, { id, sms, walk }: { id: string; sms: Part; walk: Walk }): Way {
  context.findings.cover(sms.at('NextActivity'));
  const body = readText(context, {
    own: sms.at('MessageConfig', 'Body'),
    template: sms.at('TemplateName'),
    version: sms.at('TemplateVersion'),
    fallback: id,
  });
  walk.steps.push({ send: { body: body ?? '' } });
  walk.messages.push(sms.at('MessageConfig'));
  return { next: sms.at('NextActivity').text };
}

const SPLITS = {
  ConditionalSplit: readYesNo,
  MultiCondition: readMultiCondition,
  RandomSplit: readRandom,
} as const;

function takeSplit(
  context: Context,
  { id, part, activities, walk }: { id: string; part: Part; activities: Activities; walk: Walk },
): Way | undefined {
  const kind = (Object.keys(SPLITS) as Array<keyof typeof SPLITS>).find((name) => part.at(name).isGiven);
  if (kind === undefined) {
    context.findings.left(part, 'The draft ends here: this kind of activity is not known.');
    return undefined;
  }
  const split = part.at(kind);
  const way = SPLITS[kind](context, { id, part: split, activities });
  if (!way || !takeWait(context, split.at('EvaluationWaitTime'), walk)) return undefined;
  if (way.stopUnless) walk.steps.push({ stopUnless: way.stopUnless });
  return way;
}

/** @returns false when the draft ends here */
function takeWait({ findings, options }: Context, time: Part, { steps }: Walk): boolean {
  const [waitFor, waitUntil] = [time.at('WaitFor'), time.at('WaitUntil')];
  if (waitUntil.text !== undefined) {
    const moment = readMoment(waitUntil.text);
    if (moment && moment.atMs <= options.now.getTime()) {
      findings.left(waitUntil, 'That time is over, so that people do not wait.');
      return true;
    }
    findings.left(
      waitUntil,
      'The draft ends here: no step waits for a date. What follows can be a campaign with that schedule.',
    );
    return false;
  }
  if (waitFor.text === undefined) return true;
  const read = readDuration(waitFor.text);
  if (!read) {
    findings.left(waitFor, 'The draft ends here: it is no duration of ISO 8601.');
    return false;
  }
  const wait = waitOf(read.minutes);
  if (read.minutes === 0) findings.cover(waitFor);
  else steps.push({ wait });
  const written = Object.entries(wait).map(
    ([unit, count]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`,
  )[0];
  if (isTooLong(read.minutes)) findings.changed(waitFor, `A wait of ${written}, the longest that there is.`);
  else if (!read.isExact)
    findings.changed(waitFor, `A wait of ${written}: months have 30 days, and seconds are rounded up.`);
  else if (read.minutes > 0) findings.taken(waitFor, `A wait of ${written}.`);
  return true;
}
